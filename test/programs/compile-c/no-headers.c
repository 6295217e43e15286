int main() { int n; scanf("%d", &n); printf("%d\n", n); return 0; }
