int main() { volatile int x = 0; for (;;) x++; }
