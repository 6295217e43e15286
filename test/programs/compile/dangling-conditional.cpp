#include <bits/stdc++.h>
using namespace std;
#ifdef LOCAL
int main() { return 1;
#else
int main() { cout << "judge\n";
#endif
}
