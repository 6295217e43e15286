#include <bits/stdc++.h>
using namespace std;
struct Counter { static int made; static map<int, int> all; int id; Counter() : id(made++) { all[id] = made; } ~Counter() { all.erase(id); } };
int Counter::made = 5;
map<int, int> Counter::all;
Counter first, second;
template <class T> struct Holder { static vector<T> items; };
template <class T> vector<T> Holder<T>::items = {1, 2, 3};
int main() { Counter third; cout << Counter::made << ' ' << Counter::all.size() << ' ' << Holder<int>::items.size() << Holder<char>::items[2] << '\n'; }
