/** Python functions that formulas are written with, by name; `needs` are put before. */
export const pythonLibrary: Readonly<Record<string, { readonly text: string; readonly needs?: readonly string[] }>> = {
  factorize: {
    text: `def factorize(n):
    r, p = [], 2
    while p * p <= n:
        e = 0
        while n % p == 0:
            n //= p
            e += 1
        if e:
            r.append((p, e))
        p += 1
    if n > 1:
        r.append((n, 1))
    return r`,
  },
  polynomial: {
    text: `def polynomial(c, n):
    r = 0
    for x in reversed(c):
        r = r * n + x
    return r`,
  },
  periodic: {
    text: `def periodic(start, before, period, n):
    i = n - start
    return before[i] if i < len(before) else period[(i - len(before)) % len(period)]`,
  },
  linear_recurrence: {
    text: `def linear_recurrence(start, c, initial, n):
    # x^(n - start) modulo the characteristic polynomial: O(r^2 log n)
    r, i = len(c), n - start
    def multiply(a, b):
        p = [0] * (2 * r - 1)
        for j, x in enumerate(a):
            for k, y in enumerate(b):
                p[j + k] += x * y
        for j in range(2 * r - 2, r - 1, -1):
            for k in range(r):
                p[j - 1 - k] += p[j] * c[k]
        return [reduce_term(x) for x in p[:r]]
    if i < r:
        return initial[i]
    x = [c[0]] if r == 1 else [0, 1] + [0] * (r - 2)
    y = [1] + [0] * (r - 1)
    while i:
        if i & 1:
            y = multiply(y, x)
        x = multiply(x, x)
        i >>= 1
    return sum(a * b for a, b in zip(y, initial))`,
    needs: ["reduce_term"],
  },
  reduce_term: {
    text: `def reduce_term(x):
    return x % REDUCE if REDUCE else x`,
  },
  p_recursive: {
    text: `def p_recursive(start, p, offset, initial, n):
    b = list(initial)
    while len(b) <= n - start:
        m = start + len(b)
        s = polynomial(offset, m) + sum(polynomial(p[i], m) * b[-i] for i in range(1, len(p)))
        b.append(quotient(-s, polynomial(p[0], m)))
    return b[n - start]`,
    needs: ["polynomial", "quotient"],
  },
  quotient: {
    text: `def quotient(a, b):
    q = Fraction(a) / Fraction(b)
    return q.numerator if q.denominator == 1 else q`,
  },
  divide_and_conquer: {
    text: `def divide_and_conquer(start, even, odd, initial, n):
    known = {start + i: x for i, x in enumerate(initial)}
    def b(k):
        if k not in known:
            m, rule, near = k // 2, (odd if k % 2 else even), (1 if k % 2 else -1)
            r = rule[0] * b(m) + rule[2] * m + rule[3]
            known[k] = r + (rule[1] * b(m + near) if rule[1] else 0)
        return known[k]
    return b(n)`,
  },
  partial_sum: {
    text: `def partial_sum(start, initial, f, n):
    return initial + sum(f(i) for i in range(start + 1, n + 1))`,
  },
  partial_product: {
    text: `def partial_product(start, initial, f, n):
    for i in range(start + 1, n + 1):
        initial *= f(i)
    return initial`,
  },
  interleaving: {
    text: `def interleaving(start, parts, n):
    return parts[(n - start) % len(parts)]((n - start) // len(parts))`,
  },
  power: {
    text: `def power(b, e):
    return b ** e if e >= 0 else quotient(1, b ** -e)`,
    needs: ["quotient"],
  },
  floor_quotient: {
    text: `def floor_quotient(a, b):
    return a // b`,
  },
};
