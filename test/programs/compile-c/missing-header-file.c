#include <stdio.h>
#include <conio.h>
int main() { return 0; }
