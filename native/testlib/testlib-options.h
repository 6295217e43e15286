// SPDX-License-Identifier: Apache-2.0
// Options of the command line: -n 10, -n=10, --n=10, -n10, and -flag alone for true.
#ifndef TESTLIB_OPTIONS_H
#define TESTLIB_OPTIONS_H

// The last of several options of a name counts.
struct TestlibOption {
    const char *key;
    int keySize;
    const char *value;
    bool isUsed;
};

struct TestlibOptions {
    int argumentCount = 0;
    char **arguments = nullptr;
    int count = 0;
    TestlibOption *named = nullptr;
    bool isSuppressed = false;
};

TestlibOptions testlibOptions;

// How many dashes stand before an option's name; 0 where an argument is none.
TESTLIB_COLD inline std::size_t getOptType(const char *s) {
    const std::size_t dashes = s == nullptr || s[0] != '-' ? 0 : s[1] != '-' ? 1 : 2;
    return dashes > 0 && std::isalpha((unsigned char)(s[dashes])) ? dashes : 0;
}

TESTLIB_COLD inline TestlibOption *testlib_findOption(const char *key, std::size_t keySize) {
    for (int i = 0; i < testlibOptions.count; i++) {
        TestlibOption &option = testlibOptions.named[i];
        if (std::size_t(option.keySize) == keySize && std::memcmp(option.key, key, keySize) == 0) return &option;
    }
    return nullptr;
}

// The arguments must outlive the options.
TESTLIB_COLD inline void prepareOpts(int argc, char *argv[]) {
    if (argc <= 0) testlib_failf("options: expected argc of at least 1, got %d", argc);
    testlibOptions.argumentCount = argc;
    testlibOptions.arguments = argv;
    testlibOptions.count = 0;
    testlibOptions.named = (TestlibOption *)(std::calloc(std::size_t(argc), sizeof(TestlibOption)));
    for (int i = 1; i < argc; i++) {
        const std::size_t dashes = getOptType(argv[i]);
        if (dashes == 0) continue;
        const char *key = argv[i] + dashes;
        const char *value = std::strchr(key, '=');
        std::size_t keySize = value == nullptr ? std::strlen(key) : std::size_t(value - key);
        if (value != nullptr) {
            value++;
        } else if (i + 1 < argc && getOptType(argv[i + 1]) == 0) {
            value = argv[++i];
        } else if (keySize > 1 && std::isdigit((unsigned char)(key[1]))) {
            value = key + 1;
            keySize = 1;
        } else {
            value = "true";
        }
        TestlibOption *option = testlib_findOption(key, keySize);
        if (option == nullptr) option = &testlibOptions.named[testlibOptions.count++];
        option->key = key;
        option->keySize = int(keySize);
        option->value = value;
    }
}

TESTLIB_COLD NORETURN inline void testlib_rejectOption(const char *expected, const std::string &text) {
    testlib_failf("options: expected %s, got '%s'", expected, testlib_compress(text.data(), text.size()));
}

TESTLIB_LAZY long double testlib_parseFraction(const std::string &s, const std::string &shown) {
    long double value = 0.0;
    long double scale = 1.0;
    bool hasPoint = false;
    const bool isNegative = !s.empty() && s[0] == '-';
    if (s.empty()) testlib_rejectOption("a number", shown);
    for (std::size_t i = isNegative; i < s.size(); i++) {
        const bool isDigit = s[i] >= '0' && s[i] <= '9';
        if (!isDigit && (hasPoint || s[i] != '.')) testlib_rejectOption("a number", shown);
        if (!isDigit) {
            hasPoint = true;
        } else if (hasPoint) {
            scale *= 10.0;
            value += (s[i] - '0') / scale;
        } else {
            value = value * 10 + s[i] - '0';
        }
    }
    return isNegative ? -value : value;
}

TESTLIB_LAZY int testlib_parseExponent(const char *s, const std::string &shown) {
    if (*s == '+') s++;
    const bool isNegative = *s == '-';
    const std::size_t size = std::strlen(s);
    if (size == 0 || size > 20) testlib_rejectOption("an exponent", shown);
    int value = 0;
    for (s += isNegative; *s != '\0'; s++) {
        if (*s < '0' || *s > '9' || value > 100000) testlib_rejectOption("an exponent", shown);
        value = value * 10 + (*s - '0');
    }
    return isNegative ? -value : value;
}

// 1.5e3 as 1500, by moving the point; what has no exponent stays as it is.
TESTLIB_LAZY std::string parseExponentialOptValue(const std::string &s) {
    const std::size_t mark = s.find_first_of("eE");
    if (mark == std::string::npos) return s;
    if (s.find_first_of("eE", mark + 1) != std::string::npos) testlib_rejectOption("one exponent", s);
    const int exponent = testlib_parseExponent(s.c_str() + mark + 1, s);
    if (mark > 20) testlib_rejectOption("at most 20 characters before the exponent", s);
    std::string digits = s.substr(s[0] == '+', mark - (s[0] == '+'));
    testlib_parseFraction(digits, s);
    const bool isNegative = digits[0] == '-';
    if (isNegative) digits.erase(0, 1);
    int point = int(digits.find('.'));
    if (point >= 0)
        digits.erase(std::size_t(point), 1);
    else
        point = int(digits.size());
    point += exponent;
    if (point < 0) digits.insert(std::size_t(0), std::size_t(-point), '0'), point = 0;
    if (point > int(digits.size())) digits.resize(std::size_t(point), '0');
    std::string decimals = digits.substr(std::size_t(point));
    decimals.resize(decimals.find_last_not_of('0') + 1);
    digits.resize(std::size_t(point));
    const std::size_t first = digits.find_first_not_of('0');
    digits = first == std::string::npos ? "0" : digits.substr(first);
    return (isNegative ? "-" : "") + digits + (decimals.empty() ? "" : ".") + decimals;
}

// The magnitude of an integer of at most `limit`, or of `limit + 1` below zero.
TESTLIB_LAZY unsigned long long testlib_parseInteger(const std::string &text, unsigned long long limit, bool isSigned,
                                                     bool &isNegative) {
    const std::string s = parseExponentialOptValue(text);
    isNegative = !s.empty() && s[0] == '-';
    if (s.empty() || (isNegative && !isSigned))
        testlib_rejectOption(isSigned ? "an integer" : "an unsigned integer", text);
    if (isNegative) limit++;
    unsigned long long value = 0;
    for (std::size_t i = isNegative; i < s.size(); i++) {
        if (s[i] < '0' || s[i] > '9') testlib_rejectOption("an integer", text);
        const unsigned digit = unsigned(s[i] - '0');
        if (digit > limit || value > (limit - digit) / 10) testlib_rejectOption("an integer that fits its type", text);
        value = value * 10 + digit;
    }
    return value;
}

template <typename T> T optValueToIntegral(const std::string &s, bool nonnegative) {
    bool isNegative;
    const unsigned long long value =
        testlib_parseInteger(s, (unsigned long long)(std::numeric_limits<T>::max()), !nonnegative, isNegative);
    return T(isNegative ? 0 - value : value);
}

TESTLIB_LAZY long double optValueToLongDouble(const std::string &s) {
    return testlib_parseFraction(parseExponentialOptValue(s), s);
}

// Done by itself at the end of a program that asked has_opt or gave a default.
TESTLIB_COLD inline void ensureNoUnusedOpts() {
    for (int i = 0; i < testlibOptions.count; i++) {
        const TestlibOption &option = testlibOptions.named[i];
        if (!option.isUsed) testlib_failf("options: '%.*s' is not used", option.keySize, option.key);
    }
}

inline void suppressEnsureNoUnusedOpts() { testlibOptions.isSuppressed = true; }

inline void testlib_checkOptions() {
    if (!testlibOptions.isSuppressed) ensureNoUnusedOpts();
}

TESTLIB_COLD inline bool has_opt(const std::string &key) {
    testlibFinalizeGuard.checkOptions = testlib_checkOptions;
    return testlib_findOption(key.data(), key.size()) != nullptr;
}

TESTLIB_COLD inline const char *testlib_getOption(const std::string &key) {
    TestlibOption *option = testlib_findOption(key.data(), key.size());
    if (option == nullptr) testlib_failf("options: expected '%s'", testlib_compress(key.data(), key.size()));
    option->isUsed = true;
    return option->value;
}

TESTLIB_COLD inline const char *testlib_getOption(int index) {
    const int count = testlibOptions.argumentCount;
    if (index < 0 || index >= count) testlib_failf("options: expected an argument %d, got %d of them", index, count);
    return testlibOptions.arguments[index];
}

inline void testlib_parseOption(const char *text, std::string &value) { value = text; }

TESTLIB_COLD inline void testlib_parseOption(const char *text, bool &value) {
    value = !std::strcmp(text, "true") || !std::strcmp(text, "1");
    if (!value && std::strcmp(text, "false") && std::strcmp(text, "0"))
        testlib_rejectOption("true, false, 1 or 0", text);
}

template <typename T> void testlib_parseNumber(const char *text, T &value, std::true_type) {
    value = optValueToIntegral<T>(text, std::is_unsigned<T>::value);
}

template <typename T> void testlib_parseNumber(const char *text, T &value, std::false_type) {
    static_assert(std::is_floating_point<T>::value, "opt: expected a number, a bool or a string");
    value = T(optValueToLongDouble(text));
}

template <typename T> void testlib_parseOption(const char *text, T &value) {
    testlib_parseNumber(text, value, std::is_integral<T>());
}

// By position, from 1; by name. A missing bool is false.
template <typename T> T opt(int index) {
    T value = T();
    testlib_parseOption(testlib_getOption(index), value);
    return value;
}

template <typename T> T opt(const std::string &key) {
    T value = T();
    if (std::is_same<T, bool>::value && !has_opt(key)) return value;
    testlib_parseOption(testlib_getOption(key), value);
    return value;
}

template <typename T> T opt(int index, const T &default_value) {
    return index >= testlibOptions.argumentCount ? default_value : opt<T>(index);
}

template <typename T> T opt(const std::string &key, const T &default_value) {
    return has_opt(key) ? opt<T>(key) : default_value;
}

TESTLIB_COLD inline std::string opt(int index) { return testlib_getOption(index); }
TESTLIB_COLD inline std::string opt(const std::string &key) { return testlib_getOption(key); }

TESTLIB_COLD inline std::string opt(int index, const std::string &default_value) {
    return index >= testlibOptions.argumentCount ? default_value : testlib_getOption(index);
}

TESTLIB_COLD inline std::string opt(const std::string &key, const std::string &default_value) {
    return has_opt(key) ? testlib_getOption(key) : default_value;
}

#endif
