#include <stdio.h>
const int table[3] = {1, 2, 3};
const char *const words[] = {"a", "b"};
int main() { printf("%d %s\n", table[1], words[1]); fflush(stdout); *(const char *volatile *)&words[0] = "x"; printf("%s\n", words[0]); return 0; }
