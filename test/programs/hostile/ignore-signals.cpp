#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <csignal>
int main() {
  for (int sign = 1; sign < 65; sign++) signal(sign, SIG_IGN);
  for (volatile long n = 0;; n++) continue;
}
