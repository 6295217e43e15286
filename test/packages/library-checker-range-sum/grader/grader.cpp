#include "solve.hpp"

int main() {
    return 0;
}
