#include <bits/stdc++.h>
using namespace std;
int main(int, char** argv) {
  ifstream in(argv[1]);
  vector<pair<int, int>> beds;
  for (int l, r; in >> l >> r;) beds.emplace_back(l, r);
  sort(beds.rbegin(), beds.rend());
  int last = INT_MAX;
  for (auto [l, r] : beds)
    if (r < last) printf("%d ", last = l);
}
