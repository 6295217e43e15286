#include <stdio.h>
#define F puts
int F(const char *);
int main() { F("hidden"); return 0; }
