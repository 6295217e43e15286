#include <stdio.h>
#include <wchar.h>
int main() { const wchar_t *w = L"wide"; printf("%d" " %s\n", (int)w[0], "x" "y"); return 0; }
