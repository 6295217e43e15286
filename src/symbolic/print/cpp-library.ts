/** What every C++ program starts with: checked 128-bit fractions that reduce by M where M is set. */
export const cppPrelude = `#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

typedef __int128 Z;
static Z M = 0;

[[noreturn]] static void fail(const char* why) { std::fprintf(stderr, "%s\\n", why); std::exit(3); }
[[maybe_unused]] static Z plus(Z a, Z b) { Z r; if (__builtin_add_overflow(a, b, &r)) fail("128 bits are not enough"); return r; }
[[maybe_unused]] static Z times(Z a, Z b) { Z r; if (__builtin_mul_overflow(a, b, &r)) fail("128 bits are not enough"); return r; }
[[maybe_unused]] static Z wrap(Z a) { return M == 0 ? a : (a % M + M) % M; }
[[maybe_unused]] static Z floor_div(Z a, Z b) { Z q = a / b; return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q; }
[[maybe_unused]] static Z common(Z a, Z b) { while (b != 0) { Z r = a % b; a = b; b = r; } return a < 0 ? -a : a; }

struct Q {
  Z n, d;
  explicit Q(Z a = 0) : n(wrap(a)), d(1) {}
  Q(Z a, Z b) {
    if (b == 0) fail("division by 0");
    Z g = common(a, b);
    if (b < 0) g = -g;
    n = a / g; d = b / g;
  }
};
[[maybe_unused]] static Q operator+(Q a, Q b) {
  if (a.d == 1 && b.d == 1) return Q(plus(a.n, b.n));
  return Q(plus(times(a.n, b.d), times(b.n, a.d)), times(a.d, b.d));
}
[[maybe_unused]] static Q operator*(Q a, Q b) {
  if (a.d == 1 && b.d == 1) return Q(times(a.n, b.n));
  Q x(a.n, b.d), y(b.n, a.d);
  return Q(times(x.n, y.n), times(x.d, y.d));
}
[[maybe_unused]] static Q operator-(Q a) { Q r = a; r.n = wrap(-a.n); return r; }
[[maybe_unused]] static Q operator-(Q a, Q b) { return a + -b; }
[[maybe_unused]] static Q operator/(Q a, Q b) { return a * Q(b.d, b.n); }
[[maybe_unused]] static Z parse(const std::string& s) {
  Z r = 0;
  for (char c : s) if (c != '-') r = plus(times(r, 10), c - '0');
  return s[0] == '-' ? -r : r;
}
[[maybe_unused]] static std::string show(Z a) {
  if (a == 0) return "0";
  bool negative = a < 0;
  std::string s;
  for (; a != 0; a /= 10) s.insert(s.begin(), char('0' + std::abs(int(a % 10))));
  return negative ? "-" + s : s;
}
[[maybe_unused]] static Z whole(Q a) { if (a.d != 1) fail("expected an integer"); return a.n; }
template <class F> [[maybe_unused]] static Z exact(F f) { Z saved = M; M = 0; Z r = whole(f()); M = saved; return r; }
typedef std::vector<Q> Row;
typedef std::function<Q(Z)> Term;`;

/** C++ functions that formulas are written with, by name. */
export const cppLibrary: Readonly<Record<string, string>> = {
  factorize: `std::vector<std::pair<Z, Z>> factorize(Z n) {
  std::vector<std::pair<Z, Z>> r;
  for (Z p = 2; p * p <= n; p++) {
    Z e = 0;
    while (n % p == 0) { n /= p; e++; }
    if (e > 0) r.push_back({p, e});
  }
  if (n > 1) r.push_back({n, 1});
  return r;
}`,
  isqrt: `Z isqrt(Z n) {
  Z low = 0, high = Z(1) << 62;
  while (low < high) { Z m = (low + high + 1) / 2; if (m * m <= n) low = m; else high = m - 1; }
  return low;
}`,
  polynomial: `Q polynomial(const Row& c, Z n) {
  Q r(0), x(n);
  for (size_t i = c.size(); i-- > 0;) r = r * x + c[i];
  return r;
}`,
  periodic: `Q periodic(Z start, const Row& before, const Row& period, Z n) {
  Z i = n - start;
  return i < Z(before.size()) ? before[size_t(i)] : period[size_t((i - Z(before.size())) % Z(period.size()))];
}`,
  linear_recurrence: `Q linear_recurrence(Z start, const Row& c, const Row& initial, Z n) {
  // x^(n - start) modulo the characteristic polynomial: O(r^2 log n)
  size_t r = c.size();
  Z i = n - start;
  if (i < Z(r)) return initial[size_t(i)];
  auto multiply = [&](const Row& a, const Row& b) {
    Row p(2 * r - 1, Q(0));
    for (size_t j = 0; j < r; j++) for (size_t k = 0; k < r; k++) p[j + k] = p[j + k] + a[j] * b[k];
    for (size_t j = 2 * r - 2; j >= r; j--) for (size_t k = 0; k < r; k++) p[j - 1 - k] = p[j - 1 - k] + p[j] * c[k];
    p.resize(r, Q(0));
    return p;
  };
  Row x(r, Q(0)), y(r, Q(0));
  y[0] = Q(1);
  if (r == 1) x[0] = c[0]; else x[1] = Q(1);
  for (;;) {
    if (i & 1) y = multiply(y, x);
    i >>= 1;
    if (i == 0) break;
    x = multiply(x, x);
  }
  Q sum(0);
  for (size_t j = 0; j < r; j++) sum = sum + y[j] * initial[j];
  return sum;
}`,
  p_recursive: `Q p_recursive(Z start, const std::vector<Row>& p, const Row& offset, const Row& initial, Z n) {
  Row b = initial;
  while (Z(b.size()) <= n - start) {
    Z m = start + Z(b.size());
    Q s = polynomial(offset, m);
    for (size_t i = 1; i < p.size(); i++) s = s + polynomial(p[i], m) * b[b.size() - i];
    b.push_back(-s / polynomial(p[0], m));
  }
  return b[size_t(n - start)];
}`,
  divide_and_conquer: `Q divide_and_conquer(Z start, const Row& even, const Row& odd, const Row& initial, Z n) {
  std::map<Z, Q> known;
  for (size_t i = 0; i < initial.size(); i++) known[start + Z(i)] = initial[i];
  Term b = [&](Z k) -> Q {
    auto at = known.find(k);
    if (at != known.end()) return at->second;
    const Row& rule = k % 2 == 0 ? even : odd;
    Z m = k / 2;
    Q r = rule[0] * b(m) + rule[2] * Q(m) + rule[3];
    if (rule[1].n != 0) r = r + rule[1] * b(k % 2 == 0 ? m - 1 : m + 1);
    return known[k] = r;
  };
  return b(n);
}`,
  partial_sum: `Q partial_sum(Z start, Q initial, const Term& f, Z n) {
  for (Z i = start + 1; i <= n; i++) initial = initial + f(i);
  return initial;
}`,
  partial_product: `Q partial_product(Z start, Q initial, const Term& f, Z n) {
  for (Z i = start + 1; i <= n; i++) initial = initial * f(i);
  return initial;
}`,
  interleaving: `Q interleaving(Z start, const std::vector<Term>& parts, Z n) {
  Z count = Z(parts.size());
  return parts[size_t((n - start) % count)]((n - start) / count);
}`,
  power: `Q power(Q b, Z e) {
  if (e < 0) return Q(1) / power(b, -e);
  Q r(1);
  for (;;) {
    if (e & 1) r = r * b;
    e >>= 1;
    if (e == 0) return r;
    b = b * b;
  }
}`,
  modulo: `Q modulo(Q a, Z m) { Z r = whole(a) % m; return Q(r < 0 ? r + m : r); }`,
  floor_quotient: `Q floor_quotient(Q a, Z q) { return Q(floor_div(a.n, times(a.d, q))); }`,
};
