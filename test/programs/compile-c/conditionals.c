#include <stdio.h>
#ifdef ONLINE_JUDGE
#define HERE 1
#else
#define HERE 0
#endif
#if defined(LOCAL) && HERE > 0
int main() { return 1; }
#endif
int main2(void) { return HERE; }
int main() { printf("%d\n", main2()); return 0; }
