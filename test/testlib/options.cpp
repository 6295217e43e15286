// LETTERS OPTION...: one way of reading options for each letter.
#include "testlib.h"

int main(int argc, char *argv[]) {
    registerGen(argc, argv, 1);
    std::cout.precision(21);
    for (const char *c = argv[1]; *c != '\0'; c++) {
        switch (*c) {
            case 'i': std::cout << opt<int>("n"); break;
            case 'l': std::cout << opt<long long>("n"); break;
            case 'u': std::cout << opt<unsigned>("n"); break;
            case 'U': std::cout << opt<unsigned long long>("n"); break;
            case 'c': std::cout << opt<short>("n"); break;
            case 'd': std::cout << opt<double>("n"); break;
            case 'D': std::cout << opt<long double>("n"); break;
            case 's': std::cout << opt<std::string>("n"); break;
            case 'S': std::cout << opt("n"); break;
            case 'b': std::cout << opt<bool>("n"); break;
            case 'h': std::cout << has_opt("n") << has_opt("m"); break;
            case 'x': std::cout << opt<int>("m", 42) << ' ' << opt("q", "none") << ' ' << opt<double>("r", 0.5); break;
            case '2': std::cout << opt<int>(2); break;
            case '3': std::cout << opt(3); break;
            case '4': std::cout << opt<double>(2); break;
            case '9': std::cout << opt<int>(9, 7) << ' ' << opt(9, "z"); break;
            case 'q': suppressEnsureNoUnusedOpts(); break;
            case 'e': ensureNoUnusedOpts(); break;
        }
        std::cout << std::endl;
    }
}
