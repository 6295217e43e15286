#include <iostream>
#include <string>

int main() {
    int n;
    std::cin >> n;
    for (int guess = 1;; guess++) {
        std::cout << "? " << guess << std::endl;
        std::string word;
        if (!(std::cin >> word)) return 0;
        if (word != "equal") continue;
        std::cout << "! " << guess << std::endl;
        return 0;
    }
}
