#include <stdio.h>
#include <stdlib.h>
int main() { puts("a"); fflush(stdout); abort(); }
