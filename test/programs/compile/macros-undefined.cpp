#include <bits/stdc++.h>
using namespace std;
#define MAX 10
#undef MAX
#define MAX 20
#ifdef ONLINE_JUDGE
#define NAME "judged"
#else
#define NAME "local"
#endif
#ifdef LOCAL
void broken( {
#endif
#define PI 3
#undef NULL
#define NULL 5
int main() { cout << MAX << NAME << PI << NULL << '\n'; }
