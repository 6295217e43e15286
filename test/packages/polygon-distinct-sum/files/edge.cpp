#include "testlib.h"

#include <cstdio>
#include <cstdlib>

// The least sum of k heights, and a little beside it.
int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    long long k = atoll(argv[1]);
    printf("%lld %lld\n", k * (k + 1) / 2 + atoll(argv[2]), k);
}
