constexpr long count(long n) { long s = 0; for (long i = 0; i < n; i++) s += i * i % 7; return s; }
static_assert(count(1l << 24) + count(1l << 25) != 1);
int main() {}
