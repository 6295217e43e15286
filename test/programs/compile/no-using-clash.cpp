#include <bits/stdc++.h>
int count, data, size, left, hash;
int main() { std::cin >> count; data = size = left = hash = count; std::cout << count + data + size + left + hash << "\n"; }
