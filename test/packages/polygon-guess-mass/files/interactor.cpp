#include "testlib.h"

#include <cstdio>
#include <string>

int main(int argc, char* argv[]) {
    registerInteraction(argc, argv);
    int n = inf.readInt();
    int mass = inf.readInt();
    printf("%d\n", n);
    fflush(stdout);
    for (int asked = 0;; asked++) {
        std::string word = ouf.readToken();
        if (word != "?" && word != "!") quitf(_pe, "expected ? or !, found %s", word.c_str());
        int guess = ouf.readInt(1, n, "guess");
        if (word == "!") {
            tout << guess << std::endl;
            quitf(_ok, "%d questions", asked);
        }
        if (asked == 32) quitf(_wa, "more than 32 questions");
        puts(mass < guess ? "lighter" : mass > guess ? "heavier" : "equal");
        fflush(stdout);
    }
}
