#include <iostream>

int main() {
    int n;
    std::cin >> n;
    int low = 1, high = n;
    while (low < high) {
        int middle = (low + high) / 2, sign;
        std::cout << "? " << middle << std::endl;
        std::cin >> sign;
        if (sign == 0) low = high = middle;
        else if (sign < 0) high = middle - 1;
        else low = middle + 1;
    }
    std::cout << "! " << low << std::endl;
}
