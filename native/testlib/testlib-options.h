// SPDX-License-Identifier: Apache-2.0
// Options of the command line: -n 10, -n=10, --n=10, -n10, and -flag alone for true.
#ifndef TESTLIB_OPTIONS_H
#define TESTLIB_OPTIONS_H

struct TestlibOpt {
    std::string value;
    bool used = false;
};

struct TestlibOptions {
    std::vector<std::string> arguments;
    std::map<std::string, TestlibOpt> named;
    bool refusesUnused = false;
    bool isSuppressed = false;
};

TestlibOptions testlibOptions;

// How many dashes stand before an option's name; 0 where an argument is none.
inline std::size_t getOptType(const char *s) {
    const std::size_t dashes = s == nullptr || s[0] != '-' ? 0 : s[1] != '-' ? 1 : 2;
    return dashes > 0 && std::isalpha((unsigned char)(s[dashes])) ? dashes : 0;
}

TESTLIB_COLD inline void prepareOpts(int argc, char *argv[]) {
    if (argc <= 0) testlib_failf("options: expected argc of at least 1, got %d", argc);
    testlibOptions.named.clear();
    testlibOptions.arguments.clear();
    for (int i = 0; i < argc; i++) testlibOptions.arguments.push_back(argv[i]);
    for (int i = 1; i < argc; i++) {
        const std::size_t dashes = getOptType(argv[i]);
        if (dashes == 0) continue;
        std::string key = argv[i] + dashes;
        std::string value = "true";
        const std::size_t equalSign = key.find('=');
        if (equalSign != std::string::npos) {
            value = key.substr(equalSign + 1);
            key.resize(equalSign);
        } else if (i + 1 < argc && getOptType(argv[i + 1]) == 0) {
            value = argv[++i];
        } else if (key.size() > 1 && std::isdigit((unsigned char)(key[1]))) {
            value = key.substr(1);
            key.resize(1);
        }
        testlibOptions.named[key].value = value;
    }
}

TESTLIB_COLD NORETURN inline void testlib_rejectOption(const char *expected, const std::string &text) {
    testlib_failf("options: expected %s, got '%s'", expected, compress(text).c_str());
}

TESTLIB_COLD inline long double testlib_parseFraction(const std::string &s, const std::string &shown) {
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

TESTLIB_COLD inline long long testlib_parseExponent(std::string s, const std::string &shown) {
    if (!s.empty() && s[0] == '+') s.erase(0, 1);
    const bool isNegative = !s.empty() && s[0] == '-';
    if (s.empty() || s.size() > 20) testlib_rejectOption("an exponent", shown);
    long long value = 0;
    for (std::size_t i = isNegative; i < s.size(); i++) {
        if (s[i] < '0' || s[i] > '9' || value > INT_MAX / 10) testlib_rejectOption("an exponent", shown);
        value = value * 10 + (s[i] - '0');
    }
    return isNegative ? -value : value;
}

// 1.5e3 as 1500, by moving the point; what has no exponent stays as it is.
TESTLIB_COLD inline std::string parseExponentialOptValue(const std::string &s) {
    const std::size_t mark = s.find_first_of("eE");
    if (mark == std::string::npos) return s;
    if (s.find_first_of("eE", mark + 1) != std::string::npos) testlib_rejectOption("one exponent", s);
    const long long exponent = testlib_parseExponent(s.substr(mark + 1), s);
    std::string digits = s.substr(0, mark);
    if (digits.size() > 20) testlib_rejectOption("at most 20 characters before the exponent", s);
    if (!digits.empty() && digits[0] == '+') digits.erase(0, 1);
    testlib_parseFraction(digits, s);
    const bool isNegative = digits[0] == '-';
    if (isNegative) digits.erase(0, 1);
    const std::size_t found = digits.find('.');
    long long point = found == std::string::npos ? (long long)(digits.size()) : (long long)(found);
    if (found != std::string::npos) digits.erase(found, 1);
    point += exponent;
    if (point < 0) digits.insert(std::size_t(0), std::size_t(-point), '0'), point = 0;
    if (point > (long long)(digits.size())) digits.resize(std::size_t(point), '0');
    std::string decimals = digits.substr(std::size_t(point));
    digits.resize(std::size_t(point));
    digits.erase(0, digits.find_first_not_of('0') == std::string::npos ? digits.size() : digits.find_first_not_of('0'));
    decimals.resize(decimals.find_last_not_of('0') + 1);
    return (isNegative ? "-" : "") + (digits.empty() ? "0" : digits) + (decimals.empty() ? "" : "." + decimals);
}

// The magnitude of an integer of at most `limit`, or of `limit + 1` below zero.
TESTLIB_COLD inline unsigned long long testlib_parseInteger(const std::string &text, unsigned long long limit,
                                                            bool isSigned, bool &isNegative) {
    const std::string s = parseExponentialOptValue(text);
    isNegative = !s.empty() && s[0] == '-';
    if (s.empty()) testlib_rejectOption("an integer", text);
    if (isNegative && !isSigned) testlib_rejectOption("a non-negative integer", text);
    if (isNegative) limit++;
    unsigned long long value = 0;
    for (std::size_t i = isNegative; i < s.size(); i++) {
        if (s[i] < '0' || s[i] > '9') testlib_rejectOption("an integer", text);
        const unsigned digit = unsigned(s[i] - '0');
        if (value > (limit - digit) / 10 || digit > limit) testlib_rejectOption("an integer that fits its type", text);
        value = value * 10 + digit;
    }
    return value;
}

template <typename T>
T optValueToIntegral(const std::string &s, bool nonnegative) {
    bool isNegative;
    const unsigned long long value =
        testlib_parseInteger(s, (unsigned long long)(std::numeric_limits<T>::max()), !nonnegative, isNegative);
    return T(isNegative ? 0 - value : value);
}

inline long double optValueToLongDouble(const std::string &s) {
    return testlib_parseFraction(parseExponentialOptValue(s), s);
}

TESTLIB_COLD inline bool has_opt(const std::string &key) {
    testlibOptions.refusesUnused = true;
    return testlibOptions.named.count(key) != 0;
}

TESTLIB_COLD inline std::string testlib_getOption(const std::string &key) {
    const std::map<std::string, TestlibOpt>::iterator found = testlibOptions.named.find(key);
    if (found == testlibOptions.named.end()) testlib_failf("options: expected '%s'", compress(key).c_str());
    found->second.used = true;
    return found->second.value;
}

TESTLIB_COLD inline std::string testlib_getOption(int index) {
    const int count = int(testlibOptions.arguments.size());
    if (index < 0 || index >= count) testlib_failf("options: expected an argument %d, got %d of them", index, count);
    return testlibOptions.arguments[std::size_t(index)];
}

inline void testlib_parseOption(const std::string &text, std::string &value) { value = text; }

TESTLIB_COLD inline void testlib_parseOption(const std::string &text, bool &value) {
    value = text == "true" || text == "1";
    if (!value && text != "false" && text != "0") testlib_rejectOption("true, false, 1 or 0", text);
}

template <typename T>
void testlib_parseNumber(const std::string &text, T &value, std::true_type) {
    value = optValueToIntegral<T>(text, std::is_unsigned<T>::value);
}

template <typename T>
void testlib_parseNumber(const std::string &text, T &value, std::false_type) {
    static_assert(std::is_floating_point<T>::value, "opt: expected a number, a bool or a string");
    value = T(optValueToLongDouble(text));
}

template <typename T>
void testlib_parseOption(const std::string &text, T &value) {
    testlib_parseNumber(text, value, std::is_integral<T>());
}

// By position, from 1; by name. A missing bool is false.
template <typename T>
T opt(int index) {
    T value = T();
    testlib_parseOption(testlib_getOption(index), value);
    return value;
}

template <typename T>
T opt(const std::string &key) {
    T value = T();
    if (std::is_same<T, bool>::value && !has_opt(key)) return value;
    testlib_parseOption(testlib_getOption(key), value);
    return value;
}

template <typename T>
T opt(int index, const T &default_value) {
    return index >= int(testlibOptions.arguments.size()) ? default_value : opt<T>(index);
}

template <typename T>
T opt(const std::string &key, const T &default_value) {
    return has_opt(key) ? opt<T>(key) : default_value;
}

inline std::string opt(int index) { return testlib_getOption(index); }
inline std::string opt(const std::string &key) { return testlib_getOption(key); }

inline std::string opt(int index, const std::string &default_value) {
    return index >= int(testlibOptions.arguments.size()) ? default_value : testlib_getOption(index);
}

inline std::string opt(const std::string &key, const std::string &default_value) {
    return has_opt(key) ? testlib_getOption(key) : default_value;
}

// Done by itself at the end of a program that asked has_opt or gave a default.
TESTLIB_COLD inline void ensureNoUnusedOpts() {
    for (std::map<std::string, TestlibOpt>::iterator i = testlibOptions.named.begin(); i != testlibOptions.named.end(); ++i)
        if (!i->second.used) testlib_failf("options: '%s' is not used", compress(i->first).c_str());
}

inline void suppressEnsureNoUnusedOpts() { testlibOptions.isSuppressed = true; }

#endif
