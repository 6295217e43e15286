#include <iostream>
int main() { std::map<int, int> m; std::cout << m.size() << std::endl; }
