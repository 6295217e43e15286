#include <bits/stdc++.h>
using namespace std;
struct Oops : runtime_error { using runtime_error::runtime_error; };
int f(int x) { if (x > 2) throw Oops("x=" + to_string(x)); if (x == 2) throw 5; return x; }
int main() { for (int i = 0; i < 5; i++) try { cout << f(i) << ' '; } catch (const Oops &e) { cout << e.what() << ' '; } catch (int e) { cout << "int" << e << ' '; } try { vector<int>().at(3); } catch (out_of_range &) { cout << "range"; } cout << '\n'; }
