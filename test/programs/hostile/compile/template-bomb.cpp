template <int A, int B> struct T { static const int v = T<A - 1, B * 2>::v + T<A - 1, B * 2 + 1>::v; };
template <int B> struct T<0, B> { static const int v = B; };
int main() { return T<24, 1>::v; }
