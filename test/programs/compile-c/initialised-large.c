#include <stdio.h>
int big[50000] = {1, 2, 3};
int main() { big[49999] = 4; printf("%d\n", big[0] + big[49999]); return 0; }
