// @EXPECTED_RESULTS@: TIMELIMIT
// @EXPECTED_SCORE@: 60
#include <iostream>
int main() {
  long long n;
  std::cin >> n;
  for (volatile bool on = n == 1000000000000000000; on;)
    ;
  std::cout << n - n % 3 << "\n";
}
