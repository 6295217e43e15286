// PATTERN (g to generate, m to match only) TEXT...: what matches, then five texts of the pattern as bytes.
#include "testlib.h"

int main(int argc, char *argv[]) {
    registerGen(argc, argv, 1);
    disableFinalizeGuard();
    pattern p(argv[1]);
    std::cout << p.src() << "\n";
    for (int i = 3; i < argc; i++) std::cout << p.matches(argv[i]);
    std::cout << std::endl;
    for (int i = 0; i < 5 && argv[2][0] == 'g'; i++) {
        for (char c : rnd.next(std::string(argv[1]))) std::cout << int(c) << ' ';
        std::cout << std::endl;
    }
}
