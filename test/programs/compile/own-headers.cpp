#include <iostream>
#include <vector>
#include <algorithm>
int main() { int n; std::cin >> n; std::vector<int> v(n); for (auto &x : v) std::cin >> x; std::sort(v.begin(), v.end()); std::cout << v[0] << std::endl; }
