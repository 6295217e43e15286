#include <bits/stdc++.h>
#include <ext/pb_ds/assoc_container.hpp>
#include <ext/pb_ds/tree_policy.hpp>
using namespace std;
using namespace __gnu_pbds;
typedef tree<int, null_type, less<int>, rb_tree_tag, tree_order_statistics_node_update> ordered_set;
int main() { ordered_set s; int n; cin >> n; vector<int> a(n); for (auto &x : a) cin >> x; for (int x : a) s.insert(x); cout << *s.find_by_order(1) << s.order_of_key(4) << '\n'; }
