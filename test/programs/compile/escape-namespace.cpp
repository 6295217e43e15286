#include <bits/stdc++.h>
using namespace std;
int a = 1;
}
int b = 2;
namespace other {
int main() { cout << a + b << '\n'; }
