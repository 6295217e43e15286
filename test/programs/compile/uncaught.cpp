#include <bits/stdc++.h>
using namespace std;
struct Oops : runtime_error { using runtime_error::runtime_error; };
int main() { cout << "before" << endl; throw Oops("out"); }
