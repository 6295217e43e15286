#include "testlib.h"

#include <cstdio>
#include <cstdlib>

int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    long long most = atoll(argv[1]);
    int k = atoi(argv[2]);
    long long least = most / 2;
    printf("%lld %d\n", rnd.next(least, most), k);
}
