#include <bits/stdc++.h>
using namespace std;
struct K { int a; bool operator==(const K &o) const { return a == o.a; } };
template <> struct std::hash<K> { size_t operator()(const K &k) const { return k.a; } };
int main() { unordered_set<K> m; m.insert({1}); cout << m.size() << '\n'; }
