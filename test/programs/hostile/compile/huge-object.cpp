asm(".data\n.fill 1073741824, 1, 1\n");
int main() {}
