#pragma once

#include <vector>

long long solve(const std::vector<long long>& sum, int l, int r);
