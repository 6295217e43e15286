#include <stdio.h>
extern char **environ;
int main() { printf("%d\n", environ != 0); return 0; }
