#include <stdio.h>
int f(int x) { switch (x) { case 0: return 4; case 1: return 99; case 2: return 17; case 3: return 5; case 4: return 1;
  case 5: puts("five"); return 12; case 6: return 7; default: return -1; } }
int main() { int n; scanf("%d", &n); printf("%d\n", f(n)); for (int i = 0; i < 8; i++) printf("%d ", f(i)); return 0; }
