#include "common.hpp"

#include <cstdlib>

int main(int, char* argv[]) {
    Draw draw(1000 + atoll(argv[1]));
    print_case(draw, N_AND_Q_MAX, N_AND_Q_MAX);
}
