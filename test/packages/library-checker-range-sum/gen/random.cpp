#include "common.hpp"

#include <cstdlib>

int main(int, char* argv[]) {
    Draw draw(atoll(argv[1]));
    int n = draw.between(1, 200);
    print_case(draw, n, draw.between(1, 200));
}
