#include <cstdio>

// Writes every plan that it thinks of.
int main() {
    static char plans[1 << 20];
    for (char& c : plans) c = '1';
    for (;;) fwrite(plans, 1, sizeof plans, stdout);
}
