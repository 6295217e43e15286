#include "testlib.h"

#include <iostream>
#include <string>

int main(int argc, char* argv[]) {
    registerInteraction(argc, argv);
    int n = inf.readInt();
    int hidden = inf.readInt();
    std::cout << n << std::endl;
    for (int asked = 0;; asked++) {
        std::string word = ouf.readToken();
        if (word != "?" && word != "!") quitf(_pe, "expected ? or !, found %s", word.c_str());
        int guess = ouf.readInt(1, n, "guess");
        if (word == "!") {
            if (guess != hidden) quitf(_wa, "the number is %d", hidden);
            double ratio = 1 / (1 + asked / 20.0);
            quitp(ratio, "Ratio: %.6f", ratio);
        }
        if (asked == 100) quitf(_wa, "more than 100 questions");
        std::cout << (hidden < guess ? -1 : hidden > guess ? 1 : 0) << std::endl;
    }
}
