#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
extern char** environ;
int main() { for (char** e = environ; *e; e++) printf("GOT %s\n", *e); }
