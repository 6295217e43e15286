#include <bits/stdc++.h>
using namespace std;
const char *text = R"(#define x } { "quotes" // no comment)";
const char tricky = '"', other = '\'';
/* } unbalanced { comment */ // } another
int main() { cout << text << tricky << other << "}" << '{' << '\n'; }
