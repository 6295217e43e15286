#include <cstdio>
??=define X puts("?")
int main() { X; }
