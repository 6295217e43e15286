#include <bits/stdc++.h>
using namespace std;
int main() { cout << "a"; printf("b"); cout << "c" << endl; fprintf(stderr, "note\n"); cerr << "more\n"; puts("d"); }
