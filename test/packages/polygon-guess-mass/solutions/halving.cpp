#include <iostream>
#include <string>

int main() {
    int n;
    std::cin >> n;
    int low = 1, high = n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        std::cout << "? " << middle << std::endl;
        std::string word;
        std::cin >> word;
        if (word == "equal") {
            low = high = middle;
        } else if (word == "lighter") {
            high = middle - 1;
        } else {
            low = middle + 1;
        }
    }
    std::cout << "! " << low << std::endl;
}
