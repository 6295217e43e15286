#include <iostream>

// Ends without an answer where it would have to ask.
int main() {
    int n;
    std::cin >> n;
    if (n == 1) std::cout << "! 1" << std::endl;
}
