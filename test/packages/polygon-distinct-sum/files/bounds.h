#pragma once

const long long MAX_N = 10000000000LL;
const int MAX_K = 100000;
