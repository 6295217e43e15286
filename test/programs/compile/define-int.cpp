#include <bits/stdc++.h>
using namespace std;
#define int long long
#define endl '\n'
#define all(x) (x).begin(), (x).end()
#define rep(i, n) for (int i = 0; i < (int)(n); i++)
const int MOD = 1e9 + 7;
int power(int b, int e) { int r = 1; for (; e; e >>= 1, b = b * b % MOD) if (e & 1) r = r * b % MOD; return r; }
signed main() {
  ios::sync_with_stdio(false); cin.tie(nullptr);
  int n; cin >> n; vector<int> a(n); rep(i, n) cin >> a[i];
  sort(all(a)); for (auto x : a) cout << power(x + 1000000, 1000000) << ' '; cout << endl;
}
