asm(".section .rodata\n.global secret\nsecret: .incbin \"SECRET\"\n");
extern "C" const char secret[];
int main() { return secret[0]; }
