#include <stdio.h>
int main() { printf("%d\n", __LINE__); return 0; }
