int main() { asm("nop"); return 0; }
