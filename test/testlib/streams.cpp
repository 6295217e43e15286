#include "testlib.h"
using namespace std;
// MODE OPERATIONS [INPUT OUTPUT ANSWER]: reads a stream by one letter an operation.
static void run(InStream &in, const string &ops) {
    auto hx = [&](const string &s) {
        cout << s.size() << ":";
        for (char c : s) cout << int(c) << ',';
        cout << endl;
    };
    for (size_t k = 0; k < ops.size(); k++) {
        cout << ops[k] << " ";
        switch (ops[k]) {
            case 'w': hx(in.readWord()); break;
            case 't': hx(in.readToken()); break;
            case 'W': hx(in.readToken("[a-z]{1,5}", "tok")); break;
            case 'P': hx(in.readWord(pattern("-?[0-9]{1,9}"))); break;
            case 'i': cout << in.readInt() << endl; break;
            case 'I': cout << in.readInt(-5, 1000, "n") << endl; break;
            case 'j': cout << in.readInteger(0, 10) << endl; break;
            case 'l': cout << in.readLong() << endl; break;
            case 'L': cout << in.readLong(-5LL, 1000000000000LL, "x") << endl; break;
            case 'u': cout << in.readUnsignedLong() << endl; break;
            case 'U': cout << in.readUnsignedLong(1ull, 100ull, "u") << endl; break;
            case 'V': cout << in.readLong(1ull, 100ull, "uu") << endl; break;
            case 'd': cout << in.readDouble() << endl; break;
            case 'D': cout << in.readReal(-1.5, 100, "d") << endl; break;
            case 'f': cout << in.readStrictDouble(-10, 1000, 0, 3, "sd") << endl; break;
            case 'F': cout << in.readStrictReal(-10, 1000, 1, 2) << endl; break;
            case 's': hx(in.readString()); break;
            case 'S': hx(in.readLine("[a-z ]{1,9}", "line")); break;
            case 'n':
                in.nextLine();
                cout << endl;
                break;
            case 'e': cout << in.eoln() << endl; break;
            case 'E': cout << in.seekEoln() << endl; break;
            case 'o': cout << in.eof() << endl; break;
            case 'O': cout << in.seekEof() << endl; break;
            case 'R':
                in.readEoln();
                cout << endl;
                break;
            case 'Z':
                in.readEof();
                cout << endl;
                break;
            case ' ':
                in.readSpace();
                cout << endl;
                break;
            case 'c': cout << int(in.curChar()) << endl; break;
            case 'C': cout << int(in.nextChar()) << endl; break;
            case 'x': cout << int(in.readChar()) << endl; break;
            case 'X': cout << in.readChar('a') << endl; break;
            case 'k':
                in.skipChar();
                cout << endl;
                break;
            case 'K':
                in.skipBlanks();
                cout << endl;
                break;
            case 'y':
                in.unreadChar('q');
                cout << endl;
                break;
            case 'A': {
                auto v = in.readInts(3, -5, 1000, "arr");
                for (int e : v) cout << e << ' ';
                cout << endl;
                break;
            }
            case 'a': {
                auto v = in.readLongs(2);
                for (auto e : v) cout << e << ' ';
                cout << endl;
                break;
            }
            case 'B': {
                auto v = in.readTokens(2, "[a-z]{1,9}", "ts");
                for (auto e : v) hx(e);
                break;
            }
            case 'b': {
                auto v = in.readWords(2);
                for (auto e : v) hx(e);
                break;
            }
            case 'g': {
                auto v = in.readDoubles(2, 0, 10, "ds", 0);
                for (auto e : v) cout << e << ' ';
                cout << endl;
                break;
            }
            case 'h': {
                auto v = in.readStrictReals(2, 0, 10, 0, 2);
                for (auto e : v) cout << e << ' ';
                cout << endl;
                break;
            }
            case 'G': {
                auto v = in.readLines(2);
                for (auto e : v) hx(e);
                break;
            }
            case 'H': {
                auto v = in.readStrings(2, "[a-z 0-9]{0,20}", "ls");
                for (auto e : v) hx(e);
                break;
            }
            case 'M': {
                string r;
                in.readTokenTo(r);
                hx(r);
                in.readLineTo(r);
                hx(r);
                in.readWordTo(r, "[a-z]*", "w");
                hx(r);
                break;
            }
            case 'T':
                setTestCase(int(k));
                cout << endl;
                break;
            case 'N':
                unsetTestCase();
                cout << endl;
                break;
            case '1': in.quitf(_wa, "wa %d", 1);
            case '2': in.quitf(_pe, "pe");
            case '3': in.quitf(_fail, "f");
            case '0': in.quitf(_ok, "fine");
            case '5': quitp(0.5, "half %d", 3);
            case '6': quitp(7);
            case '7': quitpi("a=1", "m");
            case '8': quitf(_unexpected_eof, "e");
            case '9': quitf(_pc(13), "pc");
            case '4': in.ensuref(false, "ens");
            case 'p': ensure(1 == 2);
            case 'q': ensuref(false, "x%d", 1);
            case 'r': expectedButFound(_wa, 10, 20, "n=%d", 1);
            case 'v': expectedButFound(_pe, 1.5, 2.5);
            case 'z': quit(_dirt, "dirty");
            case 'm': in.quitif(true, _pe, "qq");
            case 'Q': quitif(true, _wa, "zz %d", 2);
            case 'J': quitp(-1.0);
            case 'Y': quit(TResult(6), "w");
            default: cout << endl;
        }
    }
}
int main(int argc, char *argv[]) {
    string mode = argv[1], ops = argv[2];
    cout.precision(17);
    if (mode == "v") {
        char *a[] = {argv[0],          (char *)"--testset",
                     (char *)"ts",     (char *)"--testOverviewLogFileName",
                     (char *)"stdout", (char *)"--testMarkupFileName",
                     (char *)"stdout", (char *)"--testCase",
                     (char *)"2"};
        registerValidation(9, a);
        cout << validator.testset() << validator.group();
        addFeature("f1");
        addFeature("f2");
        feature("f1");
        run(inf, ops);
    } else if (mode == "w") {
        registerValidation();
        run(inf, ops);
    } else if (mode == "i") {
        char *a[] = {argv[0], argv[3], argv[4], argv[5]};
        registerInteraction(4, a);
        tout << "hi" << endl;
        run(ouf, ops);
        quitf(_ok, "end");
    } else if (mode == "c" || mode == "a" || mode == "n") {
        char *a[] = {argv[0], argv[3], argv[4], argv[5]};
        registerTestlibCmd(4, a);
        run(mode == "c" ? ouf : mode == "a" ? ans : inf, ops);
        quitf(_ok, "end");
    } else if (mode == "r" || mode == "x") {
        char *a[] = {argv[0], argv[3], argv[4], argv[5], argv[6], (char *)"-appes"};
        registerTestlibCmd(mode == "r" ? 5 : 6, a);
        run(ouf, ops);
        quitf(_ok, "end");
    } else if (mode == "s") {
        char *a[] = {argv[0], argv[3], argv[4], argv[5]};
        registerTestlibCmd(4, a);
        ouf.strict = true;
        run(ouf, ops);
        InStream st(ouf, "12 ab\r\ncd\re 5");
        run(st, "iwnsC");
        quitf(_ok, "end");
    } else if (mode == "d") {
        char *a[] = {argv[0], argv[3], argv[4], argv[5]};
        registerTestlibCmd(4, a);
        run(ouf, ops);
        return 0;
    } else
        return 0;
}
