#include <bits/stdc++.h>
using namespace std;
struct Quit { Quit() { cout << "quit" << endl; exit(3); } } quit_at_start;
int main() { cout << "never\n"; }
