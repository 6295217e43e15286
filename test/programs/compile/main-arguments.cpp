#include <bits/stdc++.h>
using namespace std;
int main(int argc, char **argv) { cout << argc << (argv[1] == nullptr) << '\n'; return argc - 1; }
