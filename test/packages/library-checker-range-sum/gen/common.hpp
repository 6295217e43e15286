#pragma once

#include "../base.hpp"
#include "../params.h"

inline void print_case(Draw& draw, int n, int q) {
    printf("%d %d\n", n, q);
    for (int i = 0; i < n; i++) printf("%lld%c", draw.between(A_MIN, A_MAX), i + 1 < n ? ' ' : '\n');
    for (int i = 0; i < q; i++) {
        long long l = draw.between(0, n - 1);
        printf("%lld %lld\n", l, draw.between(l + 1, n));
    }
}
