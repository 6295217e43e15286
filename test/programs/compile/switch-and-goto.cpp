#include <bits/stdc++.h>
using namespace std;
int classify(int x) { switch (x) { case 0: return 5; case 1: return 9; case 2: return 17; case 3: return 3; case 7: return 21; default: return -1; } }
const char *name_of(int x) { switch (x) { case 0: return "zero"; case 1: return "one"; case 2: return "two"; case 3: return "three"; case 4: return "four"; } return "many"; }
int main() { int i = 0; again: cout << classify(i) << name_of(i) << ' '; if (++i < 9) goto again; cout << '\n'; }
