// SPDX-License-Identifier: Apache-2.0
// Strings and numbers.
#ifndef TESTLIB_TEXT_H
#define TESTLIB_TEXT_H

// Formatted text that is never freed: for messages that end the program.
TESTLIB_COLD inline char *testlib_vprint(const char *format, va_list arguments) {
    char *text = nullptr;
    if (vasprintf(&text, format, arguments) < 0) std::abort();
    return text;
}

TESTLIB_PRINTF(1) TESTLIB_COLD inline char *testlib_print(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = testlib_vprint(format, arguments);
    va_end(arguments);
    return text;
}

TESTLIB_LAZY TESTLIB_COLD std::string testlib_vformat(const char *format, va_list arguments) {
    char *text = testlib_vprint(format, arguments);
    std::string result(text);
    std::free(text);
    return result;
}

#define FMT_TO_RESULT(fmt, cstr, result)                                                                               \
    std::string result;                                                                                                \
    {                                                                                                                  \
        va_list testlibArguments;                                                                                      \
        va_start(testlibArguments, fmt);                                                                               \
        result = testlib_vformat(cstr, testlibArguments);                                                              \
        va_end(testlibArguments);                                                                                      \
    }

// The arguments behind `format` as text for a message that ends the program.
#define TESTLIB_PRINT_ARGUMENTS(format, text)                                                                          \
    va_list testlibArguments;                                                                                          \
    va_start(testlibArguments, format);                                                                                \
    char *text = testlib_vprint(format, testlibArguments);                                                             \
    va_end(testlibArguments)

TESTLIB_LAZY TESTLIB_PRINTF(1) TESTLIB_COLD std::string testlib_format_(const char *fmt, ...) {
    FMT_TO_RESULT(fmt, fmt, result);
    return result;
}

TESTLIB_LAZY std::string testlib_format_(const std::string fmt, ...) {
    FMT_TO_RESULT(fmt, fmt.c_str(), result);
    return result;
}

// Templates where std::format exists: next to it, functions with an ellipsis are ambiguous.
#if __cplusplus >= 202002L
#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-security"
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#endif
template <typename... Arguments> std::string format(const char *fmt, Arguments &&...arguments) {
    const int length = std::snprintf(nullptr, 0, fmt, arguments...);
    std::string result(length > 0 ? std::size_t(length) : 0, '\0');
    if (length > 0) std::snprintf(&result[0], result.size() + 1, fmt, arguments...);
    return std::string(result.c_str());
}

template <typename... Arguments> std::string format(const std::string fmt, Arguments &&...arguments) {
    return format(fmt.c_str(), arguments...);
}
#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif
#else
TESTLIB_LAZY TESTLIB_PRINTF(1) std::string format(const char *fmt, ...) {
    FMT_TO_RESULT(fmt, fmt, result);
    return result;
}

TESTLIB_LAZY std::string format(const std::string fmt, ...) {
    FMT_TO_RESULT(fmt, fmt.c_str(), result);
    return result;
}
#endif

template <typename C> inline bool isEof(C c) { return c == EOFC; }

template <typename C> inline bool isEoln(C c) { return c == LF || c == CR; }

template <typename C> inline bool isBlanks(C c) { return c == LF || c == CR || c == SPACE || c == TAB; }

TESTLIB_LAZY std::string trim(const std::string &s) {
    const char *blanks = " \t\r\n";
    const std::size_t first = s.find_first_not_of(blanks);
    return first == std::string::npos ? std::string() : s.substr(first, s.find_last_not_of(blanks) - first + 1);
}

TESTLIB_LAZY TESTLIB_COLD std::string upperCase(std::string s) {
    for (std::size_t i = 0; i < s.size(); i++)
        if (s[i] >= 'a' && s[i] <= 'z') s[i] = char(s[i] - 32);
    return s;
}

TESTLIB_LAZY TESTLIB_COLD std::string lowerCase(std::string s) {
    for (std::size_t i = 0; i < s.size(); i++)
        if (s[i] >= 'A' && s[i] <= 'Z') s[i] = char(s[i] + 32);
    return s;
}

// At most 64 characters of a text, from its two ends; NUL is shown as a tilde. It is never freed.
TESTLIB_COLD inline char *testlib_compress(const char *s, std::size_t size) {
    const bool isLong = size > 64;
    char *shown = (char *)(std::malloc(65));
    if (shown == nullptr) std::abort();
    std::memcpy(shown, s, isLong ? 30 : size);
    if (isLong) {
        std::memcpy(shown + 30, "...", 3);
        std::memcpy(shown + 33, s + size - 31, 31);
        size = 64;
    }
    for (std::size_t i = 0; i < size; i++)
        if (shown[i] == '\0') shown[i] = '~';
    shown[size] = '\0';
    return shown;
}

TESTLIB_COLD inline std::string compress(const std::string &s) {
    char *shown = testlib_compress(s.data(), s.size());
    std::string result(shown);
    std::free(shown);
    return result;
}

inline std::string __testlib_part(const std::string &s) { return compress(s); }

TESTLIB_LAZY TESTLIB_COLD std::string englishEnding(int x) {
    x %= 100;
    const int last = x / 10 == 1 ? 0 : x % 10;
    return last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th";
}

TESTLIB_COLD inline char *testlib_dropZeros(char *value) {
    if (std::strchr(value, '.') == nullptr) return value;
    std::size_t size = std::strlen(value);
    while (value[size - 1] == '0' && value[size - 2] != '.') size--;
    value[size] = '\0';
    return value;
}

TESTLIB_LAZY std::string removeDoubleTrailingZeroes(std::string value) {
    return value.empty() ? value : std::string(testlib_dropZeros(&value[0]));
}

template <typename T> inline T __testlib_abs(const T &x) { return x > 0 ? x : -x; }

template <typename T> inline T __testlib_min(const T &a, const T &b) { return a < b ? a : b; }

template <typename T> inline T __testlib_max(const T &a, const T &b) { return a > b ? a : b; }

// The nearest value of [a, b).
template <typename T> inline T __testlib_crop(T value, T a, T b) {
    return __testlib_min(__testlib_max(value, a), T(b - 1));
}

inline double __testlib_crop(double value, double a, double b) {
    value = __testlib_min(__testlib_max(value, a), b);
    return value >= b ? double(std::nexttoward(b, a)) : value;
}

inline bool __testlib_isNaN(double value) { return std::isnan(value); }

inline bool __testlib_isInfinite(double value) { return value > 1E300 || value < -1E300; }

// Equal within an absolute or a relative error; not-a-number only to itself.
inline bool doubleCompare(double expected, double result, double MAX_DOUBLE_ERROR) {
    const double error = MAX_DOUBLE_ERROR + 1E-15;
    if (__testlib_isNaN(expected)) return __testlib_isNaN(result);
    if (__testlib_isInfinite(expected)) return __testlib_isInfinite(result) && (expected > 0) == (result > 0);
    if (__testlib_isNaN(result) || __testlib_isInfinite(result)) return false;
    if (__testlib_abs(result - expected) <= error) return true;
    const double one = expected * (1.0 - error);
    const double other = expected * (1.0 + error);
    return result >= __testlib_min(one, other) && result <= __testlib_max(one, other);
}

inline double doubleDelta(double expected, double result) {
    const double absolute = __testlib_abs(result - expected);
    if (__testlib_abs(expected) <= 1E-9) return absolute;
    return __testlib_min(absolute, __testlib_abs(absolute / expected));
}

inline std::string testlib_text(long long value) { return testlib_format_("%lld", value); }
inline std::string testlib_text(unsigned long long value) { return testlib_format_("%llu", value); }
inline std::string testlib_text(double value) { return testlib_format_("%g", value); }

template <typename T> std::string testlib_vtos(const T &t, std::true_type) {
    if (sizeof(T) <= sizeof(long long))
        return std::is_signed<T>::value ? testlib_text((long long)(t)) : testlib_text((unsigned long long)(t));
    std::string digits;
    T rest(t);
    do {
        const int digit = int(rest % 10);
        digits.insert(digits.begin(), char('0' + (digit < 0 ? -digit : digit)));
        rest /= 10;
    } while (rest != 0);
    return t < T(0) ? "-" + digits : digits;
}

// As a stream prints it, up to the first white space.
template <typename T> std::string testlib_vtos(const T &t, std::false_type) {
    std::stringstream stream;
    stream << t;
    std::string text;
    stream >> text;
    return text;
}

inline std::string testlib_vtos(const double &t, std::false_type) { return testlib_text(t); }

template <typename T> std::string vtos(const T &t) { return testlib_vtos(t, std::is_integral<T>()); }

template <typename T> std::string toString(const T &t) { return vtos(t); }

// Text of an integer with seven zeros or more at its end as a multiple of a power of ten.
TESTLIB_COLD inline const char *testlib_shorten(const char *text) {
    const char *digits = *text == '-' ? text + 1 : text;
    int size = int(std::strlen(digits));
    int zeros = 0;
    while (zeros < size && digits[size - zeros - 1] == '0') zeros++;
    if (zeros < 7) return text;
    size -= zeros;
    const char *sign = *text == '-' ? "-" : "";
    if (size == 1 && *digits == '1') return testlib_print("%s10^%d", sign, zeros);
    return testlib_print("%s%.*s*10^%d", sign, size, digits, zeros);
}

template <typename T> std::string toHumanReadableString(const T &n) { return testlib_shorten(vtos(n).c_str()); }

// Whether a text is the only spelling of an integer.
TESTLIB_LAZY bool equals(long long integer, const char *s) { return testlib_text(integer) == s; }
TESTLIB_LAZY bool equals(unsigned long long integer, const char *s) { return testlib_text(integer) == s; }

#endif
