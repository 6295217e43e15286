#include <stdio.h>
int main() { char s[100]; scanf("%s", s); printf("%d\n", (int)strlen(s)); return 0; }
