// SPDX-License-Identifier: Apache-2.0
// The random sequence and what is drawn from it.
#ifndef TESTLIB_RANDOM_H
#define TESTLIB_RANDOM_H

// The random sequence: a linear congruence of 48 bits. What is drawn, in which order and from how many bits is what
// generators written for testlib rely on.
class random_t {
public:
    static int version;

    random_t() : seed(start) {}

    // From every byte of the command line.
    void setSeed(int argc, char *argv[]) {
        seed = start;
        for (int i = 1; i < argc; i++) {
            for (const char *c = argv[i]; *c != '\0'; c++) seed = seed * multiplier + (unsigned int)(*c) + addend;
            seed += multiplier / addend;
        }
        seed &= mask;
    }

    void setSeed(long long value) { seed = ((unsigned long long)(value) ^ multiplier) & mask; }

    // [0, 1).
    double next() {
        const long long high = draw(26) << 27;
        const long long low = draw(27);
        return __testlib_crop(double(high + low) / double(1LL << 53), 0.0, 1.0);
    }

    // [0, n).
    int next(int n) {
        if (n <= 0) rejectSize();
        if ((n & -n) == n) return int((n * draw(31)) >> 31);
        const long long limit = INT_MAX / n * n;
        long long drawn;
        do drawn = draw(31);
        while (drawn >= limit);
        return int(drawn % n);
    }

    long long next(long long n) {
        if (n <= 0) rejectSize();
        const long long limit = LLONG_MAX / n * n;
        long long drawn;
        do drawn = draw(63);
        while (drawn >= limit);
        return drawn % n;
    }

    long next(long n) { return long(next((long long)(n))); }

    unsigned int next(unsigned int n) {
        if (n >= (unsigned int)(INT_MAX)) rejectSize();
        return (unsigned int)(next(int(n)));
    }

    unsigned long long next(unsigned long long n) {
        if (n >= (unsigned long long)(LLONG_MAX)) rejectSize();
        return (unsigned long long)(next((long long)(n)));
    }

    unsigned long next(unsigned long n) {
        if (n >= (unsigned long)(LONG_MAX)) rejectSize();
        return (unsigned long)(next((unsigned long long)(n)));
    }

    double next(double n) {
        if (n <= 0.0) rejectSize();
        return __testlib_crop(n * next(), 0.0, n);
    }

    // [from, to]; [from, to) for doubles.
    int next(int from, int to) { return int(next((long long)(to)-from + 1) + from); }
    long long next(long long from, long long to) { return next(to - from + 1) + from; }
    long next(long from, long to) { return next(to - from + 1) + from; }

    unsigned int next(unsigned int from, unsigned int to) {
        return (unsigned int)(next((long long)(to)-from + 1) + from);
    }

    unsigned long long next(unsigned long long from, unsigned long long to) {
        if (from > to) rejectRange();
        return next(to - from + 1) + from;
    }

    unsigned long next(unsigned long from, unsigned long to) {
        if (from > to) rejectRange();
        return next(to - from + 1) + from;
    }

    double next(double from, double to) {
        if (from >= to) rejectRange();
        return next(to - from) + from;
    }

    // Text by a pattern.
    TESTLIB_LAZY std::string next(const std::string &ptrn) { return pattern(ptrn).next(*this); }

    TESTLIB_LAZY TESTLIB_PRINTF(2) std::string next(const char *format, ...) {
        FMT_TO_RESULT(format, format, ptrn);
        return next(ptrn);
    }

    // The largest of type + 1 draws, or the smallest of 1 - type; by a power for types of 25 and more.
    int wnext(int n, int type) { return weighInteger(n, type); }
    long long wnext(long long n, int type) { return weighInteger(n, type); }
    long wnext(long n, int type) { return long(wnext((long long)(n), type)); }

    double wnext(double n, int type) {
        if (n <= 0) rejectSize();
        if (!isSmall(type)) return __testlib_crop(n * drawPower(type), 0.0, n);
        double result = next();
        for (int i = 0; i < type; i++) result = __testlib_max(result, next());
        for (int i = 0; i < -type; i++) result = __testlib_min(result, next());
        return n * result;
    }

    double wnext(int type) { return wnext(1.0, type); }

    unsigned int wnext(unsigned int n, int type) {
        if (n >= (unsigned int)(INT_MAX)) rejectSize();
        return (unsigned int)(wnext(int(n), type));
    }

    unsigned long long wnext(unsigned long long n, int type) {
        if (n >= (unsigned long long)(LLONG_MAX)) rejectSize();
        return (unsigned long long)(wnext((long long)(n), type));
    }

    unsigned long wnext(unsigned long n, int type) {
        if (n >= (unsigned long)(LONG_MAX)) rejectSize();
        return (unsigned long)(wnext((unsigned long long)(n), type));
    }

    int wnext(int from, int to, int type) { return weighRange(from, to, type); }
    int wnext(unsigned int from, unsigned int to, int type) { return int(weighRange(from, to, type)); }
    long long wnext(long long from, long long to, int type) { return weighRange(from, to, type); }
    unsigned long long wnext(unsigned long long from, unsigned long long to, int type) {
        return weighRange(from, to, type);
    }
    long wnext(long from, long to, int type) { return weighRange(from, to, type); }
    unsigned long wnext(unsigned long from, unsigned long to, int type) { return weighRange(from, to, type); }

    double wnext(double from, double to, int type) {
        if (from >= to) rejectRange();
        return wnext(to - from, type) + from;
    }

    template <typename Container> typename Container::value_type any(const Container &c) {
        return *advanced(c.begin(), next(sizeOf(c)));
    }

    template <typename Iter> typename std::iterator_traits<Iter>::value_type any(const Iter &begin, const Iter &end) {
        return *advanced(begin, next(int(std::distance(begin, end))));
    }

    template <typename Container> typename Container::value_type wany(const Container &c, int type) {
        return *advanced(c.begin(), wnext(sizeOf(c), type));
    }

    template <typename Iter>
    typename std::iterator_traits<Iter>::value_type wany(const Iter &begin, const Iter &end, int type) {
        return *advanced(begin, wnext(int(std::distance(begin, end)), type));
    }

    template <typename T, typename E> std::vector<E> perm(T size, E first) {
        if (size < 0) rejectSize();
        std::vector<E> p(size);
        for (T i = 0; i < size; i++) p[i] = first++;
        for (T i = 1; i < size; i++) std::swap(p[i], p[next(i + 1)]);
        return p;
    }

    template <typename T> std::vector<T> perm(T size) { return perm(size, T(0)); }

    // Unsorted, of [from, to].
    template <typename T> std::vector<T> distinct(int size, T from, T to) {
        std::vector<T> result;
        if (size == 0) return result;
        if (from > to) rejectRange();
        const std::uint64_t n = to - from + 1;
        if (size < 0 || std::uint64_t(size) > n) rejectSize();
        double draws = 0.0;
        for (int i = 1; i <= size; i++) draws += double(n) / double(n - i + 1);
        if (draws < double(n)) {
            std::set<T> drawn;
            while (int(drawn.size()) < size) {
                const T x = T(next(from, to));
                if (drawn.insert(x).second) result.push_back(x);
            }
            return result;
        }
        if (n > 1000000000) rejectSize();
        result = perm(int(n), from);
        result.resize(size);
        return result;
    }

    // Unsorted, of [0, upper).
    template <typename T> std::vector<T> distinct(int size, T upper) {
        if (size == 0) return std::vector<T>();
        if (size < 0 || upper <= 0 || T(size) > upper) rejectSize();
        return distinct(size, T(0), T(upper - 1));
    }

    // `size` parts of `min_part` or more that make `sum`.
    template <typename T> std::vector<T> partition(int size, T sum, T min_part) {
        if (size < 0 || (size == 0 && sum != 0) || min_part * size > sum) rejectSize();
        std::vector<T> result(size);
        if (size == 0) return result;
        const T spare = sum - min_part * size;
        std::vector<T> bars = distinct(size - 1, T(1), T(spare + size - 1));
        std::sort(bars.begin(), bars.end());
        bars.push_back(spare + size);
        T previous = 0;
        for (int i = 0; i < size; i++) {
            result[i] = bars[i] - previous - 1 + min_part;
            previous = bars[i];
        }
        return result;
    }

    template <typename T> std::vector<T> partition(int size, T sum) { return partition(size, sum, T(1)); }

private:
    static const unsigned long long start = 3905348978240129619LL;
    static const unsigned long long multiplier = 0x5DEECE66DLL;
    static const unsigned long long addend = 0xBLL;
    static const unsigned long long mask = (1LL << 48) - 1;

    unsigned long long seed;

    long long draw(int bits) {
        if (bits <= 48) {
            seed = (seed * multiplier + addend) & mask;
            return (long long)(seed >> (48 - bits));
        }
        const long long high = draw(31) << 32;
        return high ^ draw(version == 0 ? 31 : 32);
    }

    static bool isSmall(int type) { return type > -25 && type < 25; }

    double drawPower(int type) {
        if (type > 0) return std::pow(next() + 0.0, 1.0 / (type + 1));
        return 1 - std::pow(next() + 0.0, 1.0 / (-type + 1));
    }

    template <typename T> T weighInteger(T n, int type) {
        if (n <= 0) rejectSize();
        if (!isSmall(type)) return __testlib_crop(T(double(n) * drawPower(type)), T(0), n);
        T result = next(n);
        for (int i = 0; i < type; i++) result = __testlib_max(result, next(n));
        for (int i = 0; i < -type; i++) result = __testlib_min(result, next(n));
        return result;
    }

    template <typename T> T weighRange(T from, T to, int type) {
        if (from > to) rejectRange();
        return wnext(T(to - from + 1), type) + from;
    }

    template <typename Container> static int sizeOf(const Container &c) { return int(c.size()); }

    template <typename Iter> static Iter advanced(Iter from, int count) {
        std::advance(from, count);
        return from;
    }

    TESTLIB_COLD NORETURN static void rejectSize() { testlib_failf("rnd: a size or an upper bound is out of range"); }
    TESTLIB_COLD NORETURN static void rejectRange() { testlib_failf("rnd: the lower bound exceeds the upper one"); }
};

int random_t::version = -1;
random_t rnd;

template <class Lazy> std::string pattern::next(random_t &rnd) const {
    std::string text;
    for (int index = 0;;) {
        const Node &node = nodes[index];
        if (node.to == INT_MAX)
            testlib_failf("pattern \"%s\": * and + only match, they do not generate", source.c_str());
        if (node.to > 0) {
            const int count = rnd.next(node.to - node.from + 1) + node.from;
            for (int i = 0; i < count; i++) text += node.set[rnd.next(int(node.set.size()))];
        }
        if (node.nexts.empty()) return text;
        index = node.nexts[rnd.next(int(node.nexts.size()))];
    }
}

// Unlike std::shuffle and std::random_shuffle it gives the same order everywhere.
template <typename Iter> void shuffle(Iter first, Iter last) {
    if (first == last) return;
    for (Iter i = first + 1; i != last; ++i) std::iter_swap(i, first + rnd.next(int(i - first) + 1));
}

#if defined(__GNUC__) && !defined(__clang__)
#define TESTLIB_FORBIDDEN(message) __attribute__((error(message)))
#else
#define TESTLIB_FORBIDDEN(message)
#endif
#ifdef __GLIBC__
#define RAND_THROW_STATEMENT throw()
#else
#define RAND_THROW_STATEMENT
#endif

template <typename Iter> TESTLIB_FORBIDDEN("random_shuffle differs between compilers: use shuffle")
void random_shuffle(Iter, Iter) {
    testlib_failf("random_shuffle differs between compilers: use shuffle");
}

TESTLIB_FORBIDDEN("rand differs between systems: use rnd.next")
int rand() RAND_THROW_STATEMENT { testlib_failf("rand differs between systems: use rnd.next"); }

TESTLIB_FORBIDDEN("srand has no use here: registerGen seeds rnd by the command line")
void srand(unsigned int) RAND_THROW_STATEMENT {
    testlib_failf("srand has no use here: registerGen seeds rnd by the command line");
}

#endif
