asm(".include \"SECRET\"");
int main() {}
