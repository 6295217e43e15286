#pragma once

#include <cstdint>
#include <cstdio>
#include <vector>

struct Draw {
    uint64_t state;

    explicit Draw(uint64_t seed) : state(seed * 0x9e3779b97f4a7c15ULL + 1) {}

    long long between(long long low, long long high) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return low + (long long)(state % (uint64_t)(high - low + 1));
    }
};
