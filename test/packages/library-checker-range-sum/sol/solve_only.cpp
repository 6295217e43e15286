#include "solve.hpp"

long long solve(const std::vector<long long>& sum, int l, int r) { return sum[r] - sum[l]; }
