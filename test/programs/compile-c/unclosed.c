#include <stdio.h>
int main() { if (1) { printf("a"); return 0; }
