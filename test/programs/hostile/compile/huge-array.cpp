char block[1ul << 46] = {1};
int main() { return block[1]; }
