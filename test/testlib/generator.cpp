// Everything that draws from the random sequence, and everything that makes text.
#include "testlib.h"
#include <list>
using namespace std;
template <class T> void pv(const vector<T> &v) {
    for (size_t i = 0; i < v.size(); i++) cout << (i ? " " : "") << v[i];
    cout << "\n";
}
int main(int argc, char *argv[]) {
    registerGen(argc, argv, argc > 1 && !strcmp(argv[1], "v0") ? 0 : 1);
    disableFinalizeGuard();
    cout.precision(17);
    for (int i = 0; i < 30; i++) {
        cout << rnd.next(i + 1) << ' ' << rnd.next(1 << (i % 31)) << ' ' << rnd.next(2147483647) << ' '
             << rnd.next(-5, i) << ' ' << rnd.next(INT_MIN, INT_MAX) << ' ';
        cout << rnd.next(1LL << (i + 30)) << ' ' << rnd.next(1000000000000000000LL) << ' '
             << rnd.next(-1000000000000LL, 1000000000000LL) << ' ' << rnd.next(9000000000000000000LL) << ' ';
        cout << rnd.next() << ' ' << rnd.next(3.5) << ' ' << rnd.next(-1.0, 1e9) << ' ';
        cout << rnd.next(7u) << ' ' << rnd.next(77ul) << ' ' << rnd.next(777ull) << ' ' << rnd.next(7l) << ' '
             << rnd.next(2u, 9u) << ' ' << rnd.next(2ul, 9ul) << ' ' << rnd.next(2ull, 9000000000000000000ull) << ' '
             << rnd.next(-7l, 7l) << "\n";
    }
    int types[] = {0, 1, -1, 2, -2, 5, -5, 24, -24, 25, -25, 26, 100, -100, 1000};
    for (int t : types) {
        cout << rnd.wnext(100, t) << ' ' << rnd.wnext(1, t) << ' ' << rnd.wnext(1000000000000LL, t) << ' '
             << rnd.wnext(2.5, t) << ' ' << rnd.wnext(t) << ' ' << rnd.wnext(100u, t) << ' ' << rnd.wnext(100ull, t)
             << ' ' << rnd.wnext(100l, t) << ' ' << rnd.wnext(100ul, t) << ' ';
        cout << rnd.wnext(5, 50, t) << ' ' << rnd.wnext(5u, 50u, t) << ' ' << rnd.wnext(-5LL, 50LL, t) << ' '
             << rnd.wnext(5ull, 50ull, t) << ' ' << rnd.wnext(-5l, 50l, t) << ' ' << rnd.wnext(5ul, 50ul, t) << ' '
             << rnd.wnext(-1.5, 2.5, t) << "\n";
        vector<int> v = {1, 2, 3, 4, 5, 6, 7};
        set<string> s = {"a", "b", "cc", "d"};
        cout << rnd.wany(v, t) << ' ' << rnd.wany(s, t) << ' ' << rnd.wany(v.begin(), v.end(), t) << "\n";
    }
    vector<int> v = {10, 20, 30, 40};
    list<int> l = {1, 2, 3};
    set<int> st = {5, 6, 7, 8, 9};
    string str = "hello";
    for (int i = 0; i < 10; i++)
        cout << rnd.any(v) << ' ' << rnd.any(l) << ' ' << rnd.any(st) << ' ' << rnd.any(str) << ' '
             << rnd.any(v.begin() + 1, v.end()) << ' ' << rnd.any(st.begin(), st.end()) << "\n";
    pv(rnd.perm(0));
    pv(rnd.perm(1));
    pv(rnd.perm(17));
    pv(rnd.perm(9, 1));
    pv(rnd.perm(9LL, 100LL));
    pv(rnd.perm(8, 5LL));
    pv(rnd.perm((size_t)7));
    pv(rnd.perm(5u, 3));
    pv(rnd.distinct(0, 10));
    pv(rnd.distinct(10, 10));
    pv(rnd.distinct(3, 1000000));
    pv(rnd.distinct(7, 10));
    pv(rnd.distinct(5, 10, 20));
    pv(rnd.distinct(11, 10, 20));
    pv(rnd.distinct(6, -1000000000000LL, 1000000000000LL));
    pv(rnd.distinct(20, 0LL, 25LL));
    pv(rnd.distinct(4, 100ull));
    pv(rnd.distinct(9, -3, 9));
    pv(rnd.distinct(100, 300));
    pv(rnd.distinct(1, 1));
    pv(rnd.partition(5, 100));
    pv(rnd.partition(1, 7));
    pv(rnd.partition(0, 0));
    pv(rnd.partition(5, 5));
    pv(rnd.partition(4, 100, 10));
    pv(rnd.partition(4, 40, 10));
    pv(rnd.partition(3, 1000000000000LL));
    pv(rnd.partition(5, 3, 0));
    pv(rnd.partition(10, 0, 0));
    pv(rnd.partition(3, 0, -5));
    pv(rnd.partition(4, 1000000000LL, 0LL));
    vector<int> w(20);
    for (int i = 0; i < 20; i++) w[i] = i;
    shuffle(w.begin(), w.end());
    pv(w);
    string q = "abcdefghij";
    shuffle(q.begin(), q.end());
    cout << q << "\n";
    int arr[6] = {1, 2, 3, 4, 5, 6};
    shuffle(arr, arr + 6);
    println(arr, arr + 6);
    cout << rnd.next("[a-z]{1,100}") << ' ' << rnd.next("%d{%d}", 7, 5) << ' '
         << rnd.next("[0-9]{1,3}(a|b|cc{2}|(x|y))") << ' ' << rnd.next("mike|john|[A-Z]?q") << "\n";
    string p = "[a-c-]{3}\\[x|ab";
    cout << rnd.next(p) << "\n";
    pattern pp("[^a-z]{1,4}");
    string z = pp.next(rnd);
    for (char c : z) cout << int(c) << ',';
    cout << "\n";
    rnd.setSeed(12345LL);
    cout << rnd.next(1000) << ' ' << rnd.next(1000000000000LL) << "\n";
    rnd.setSeed(-7LL);
    cout << rnd.next(1000) << ' ' << rnd.next() << "\n";
    random_t other;
    cout << other.next(100) << ' ' << other.next(1e18) << "\n";
    other.setSeed(argc, argv);
    cout << other.next(100) << "\n";
    println(1, 2.5, "x", string("y"), 'c');
    println(v);
    println(v.begin(), v.end());
    println("a", "b");
    println(v, st);
    println(3);
    vector<vector<int>> vv = {{1, 2}, {3}};
    println(vv.begin(), vv.end());
    println(1, 2, 3, 4, 5, 6, 7);
    println(string("s"), v);
    cout << join(v) << "|" << join(v, ',') << "|" << join(v.begin(), v.end(), "--") << "|" << join(str) << "|"
         << vtos(-5) << vtos(0) << vtos(LLONG_MIN) << vtos(ULLONG_MAX) << ' ' << vtos(1.5) << ' ' << vtos(1e10) << ' '
         << vtos(1.0f / 3) << ' ' << vtos("ab cd") << ' ' << vtos('c') << ' ' << vtos(true) << ' '
         << toString(string("x y")) << ' ' << vtos(3.0L) << ' ' << vtos(1e-7) << ' '
         << toHumanReadableString(1000000000) << ' ' << toHumanReadableString(-10000000) << ' '
         << toHumanReadableString(120000000LL) << ' ' << toHumanReadableString(0) << ' '
         << toHumanReadableString(-70000000) << ' ' << toHumanReadableString(10000000ull) << ' '
         << toHumanReadableString(1000000) << "\n";
    for (int i = 0; i < 130; i++) cout << englishEnding(i);
    cout << "\n";
    auto sp = [&](vector<string> x) {
        cout << x.size() << ":";
        for (auto &e : x) cout << "<" << e << ">";
        cout << "\n";
    };
    for (string s : {"", "a", "a,b", ",a,,b,", ",", ";a,b;c;;"}) {
        sp(split(s, ','));
        sp(split(s, string(",;")));
        sp(tokenize(s, ','));
        sp(tokenize(s, string(",;")));
        sp(split(s, string("")));
        sp(tokenize(s, string("")));
    }
    for (string s : {"", " ", "a", " a b \t\r\n", "\n\n", "  x"}) cout << "<" << trim(s) << ">";
    cout << upperCase("aZ09{`") << lowerCase("aZ09[@") << compress("short") << compress(string(64, 'x'))
         << compress(string(65, 'y')) << compress(string("a\0b", 3) + string(100, 'z')) << "\n";
    for (double a : {0.0, 1.0, -1.0, 1e-10, 1e9, 1e301, -1e301, 1.0 / 0, 0.0 / 0})
        for (double b : {0.0, 1.0, 1.000001, 1.0000011, -1.0, -1.0000009, 1e-10, 1e9 + 900, 1e9 + 1100, 1e301, -1e301,
                         1.0 / 0, 0.0 / 0})
            cout << doubleCompare(a, b, 1e-6);
    cout << "\n";
    cout << doubleDelta(1, 1.5) << ' ' << doubleDelta(1e10, 1e10 + 1) << ' ' << doubleDelta(0, 5) << ' '
         << doubleDelta(1e-10, 1) << ' ' << doubleDelta(-4, -6) << "\n";
    cout << format("%d-%s-%.3f", 5, "x", 1.5) << format(string("%d"), 7) << removeDoubleTrailingZeroes("1.500")
         << removeDoubleTrailingZeroes("10.000") << removeDoubleTrailingZeroes("100") << removeDoubleTrailingZeroes("")
         << removeDoubleTrailingZeroes("0.1") << "\n";
}
