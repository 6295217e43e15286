#include <bits/stdc++.h>
using namespace std;
template <class T> struct Pool { static vector<T> free_list; static int used; };
template <class T> vector<T> Pool<T>::free_list(7);
template <class T> int Pool<T>::used = 9;
inline vector<int> shared_inline = {4, 5, 6};
int main() { cout << Pool<long>::free_list.size() << Pool<long>::used << shared_inline[1] << '\n'; }
