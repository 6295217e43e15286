#include <bits/stdc++.h>
using namespace std;
int parent[100];
int find(int x) { return parent[x] == x ? x : parent[x] = find(parent[x]); }
void merge(int a, int b) { parent[find(a)] = find(b); }
int main() { iota(parent, parent + 100, 0); merge(1, 2); merge(2, 3); cout << find(1) << find(9) << '\n'; }
