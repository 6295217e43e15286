#include <bits/stdc++.h>
using namespace std;
struct K { int a, b; bool operator==(const K &o) const { return a == o.a && b == o.b; } };
namespace std { template <> struct hash<K> { size_t operator()(const K &k) const { return k.a * 31 + k.b; } }; }
int main() { unordered_map<K, int> m; m[{1, 2}] = 3; cout << m[{1, 2}] << m.size() << '\n'; }
