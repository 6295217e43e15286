// SPDX-License-Identifier: Apache-2.0
// Opening and reading.
#ifndef TESTLIB_READ_H
#define TESTLIB_READ_H

template <class Lazy>
InStream::InStream(const InStream &baseStream, std::string content)
    : reader(new InputStreamReader(content)), name("based on " + baseStream.name), mode(baseStream.mode), opened(true),
      strict(baseStream.strict) {}

TESTLIB_COLD inline void InStream::init(std::string fileName, TMode mode) {
    opened = false;
    stdfile = false;
    name = fileName;
    this->mode = mode;
    reset();
}

TESTLIB_COLD inline void InStream::init(std::FILE *f, TMode mode) {
    opened = false;
    stdfile = f == stdin || f == stdout || f == stderr;
    const std::string shown = f == stdin ? "stdin" : f == stdout ? "stdout" : f == stderr ? "stderr" : "untitled";
    name = shown;
    this->mode = mode;
    reset(f);
}

TESTLIB_COLD inline void InStream::reset(std::FILE *file) {
    if (opened && stdfile) quit(_fail, "a standard stream cannot be opened again");
    close();
    if (file == nullptr && !stdfile) {
        file = std::fopen(name.c_str(), "rb");
        if (file == nullptr && mode != _input) quitf(mode == _output ? _pe : _fail, "cannot open %s", name.c_str());
        if (file != nullptr && fseeko(file, 0, SEEK_END) == 0) {
            const long long size = ftello(file);
            if (size > (long long)(maxFileSize))
                quitf(_pe, "expected a file of at most %llu bytes, got %lld", (unsigned long long)(maxFileSize), size);
            std::rewind(file);
        }
    }
    opened = file != nullptr;
    if (opened) reader = new InputStreamReader(file, name.c_str(), stdfile);
}

TESTLIB_COLD inline void InStream::close() {
    delete reader;
    reader = nullptr;
    opened = false;
}

TESTLIB_COLD inline void InStream::skipBom() {
    const char *mark = "\xEF\xBB\xBF";
    int index = 0;
    while (index < 3 && curChar() == mark[index]) skipChar(), index++;
    if (index < 3)
        while (index > 0) unreadChar(mark[--index]);
}

template <class Lazy> TESTLIB_COLD void InStream::setTestCase(int testCase) {
    if (testlibMode != _validator || this != &inf) testlib_failf("setTestCase: expected inf of a validator");
    open().setTestCase(testCase);
}

template <class Lazy> TESTLIB_COLD std::vector<int> InStream::getReadChars() {
    if (testlibMode != _validator || this != &inf) testlib_failf("getReadChars: expected inf of a validator");
    return reader == nullptr ? std::vector<int>() : reader->getReadChars();
}

// Cases may be counted from 0 or from 1.
TESTLIB_LAZY TESTLIB_COLD void setTestCase(int testCase) {
    static int first = -1;
    if (first < 0) first = testCase == 0 ? 0 : 1;
    __testlib_hasTestCase = true;
    __testlib_testCase = testCase + 1 - first;
    if (testlibMode == _validator) inf.setTestCase(__testlib_testCase);
}

inline void unsetTestCase() {
    __testlib_hasTestCase = false;
    __testlib_testCase = -1;
}

inline char InStream::readChar(char c) {
    lastLine = open().getLine();
    const char found = readChar();
    if (found != c) quitf(_pe, isEoln(found) ? "expected '%c', got #%d" : "expected '%c', got '%c'", c, found);
    return found;
}

TESTLIB_COLD inline bool InStream::eoln() {
    if (reader == nullptr) return isAbsent();
    int c = reader->nextChar();
#ifdef FOR_WINDOWS
    const bool needsReturn = strict;
#else
    const bool needsReturn = false;
#endif
    const bool hasReturn = c == CR && (!strict || needsReturn);
    if (hasReturn) c = reader->nextChar();
    if (c == LF && (hasReturn || !needsReturn)) return true;
    if (c == EOFC && !strict && !hasReturn) return true;
    reader->unreadChar(c);
    if (hasReturn) reader->unreadChar(CR);
    return false;
}

TESTLIB_COLD inline bool InStream::seekEoln() {
    if (reader == nullptr) return isAbsent();
    int c;
    do c = reader->nextChar();
    while (c == SPACE || c == TAB);
    reader->unreadChar(c);
    return eoln();
}

inline void InStream::readEoln() {
    lastLine = open().getLine();
    if (!eoln()) quit(_pe, "expected the end of the line");
}

inline void InStream::readEof() {
    lastLine = open().getLine();
    if (!eof()) quit(_pe, "expected the end of the file");
    if (TestlibFinalizeGuard::alive && this == &inf) testlibFinalizeGuard.readEofCount++;
}

TESTLIB_COLD inline void InStream::rejectStart(int c) {
    if (c == EOFC) quit(_unexpected_eof, "expected a token, got the end of the file");
    quit(_pe, "expected a token, got white space");
}

TESTLIB_COLD inline void InStream::rejectLength() {
    quitf(_pe, "expected a token of at most %llu characters, got '%s'", (unsigned long long)(maxTokenLength),
          testlib_compress(token, tokenSize));
}

TESTLIB_ONCE inline const char *InStream::takeToken() {
    if (!strict) skipBlanks();
    InputStreamReader &source = open();
    lastLine = source.getLine();
    tokenSize = 0;
    for (;;) {
        const int c = source.nextChar();
        if (tokenSize + 1 >= tokenCapacity) growToken();
        token[tokenSize] = '\0';
        if (c == EOFC || isBlanks(c)) {
            if (tokenSize == 0) rejectStart(c);
            source.unreadChar(c);
            return token;
        }
        token[tokenSize++] = char(c);
        if (tokenSize > maxTokenLength) rejectLength();
    }
}

template <class Lazy> void InStream::readWordTo(std::string &result) {
    const char *text = takeToken();
    result.assign(text, tokenSize);
}

// A CR that no LF follows is dropped, and what follows it is taken as it is.
template <class Lazy> void InStream::readStringTo(std::string &result) {
    if (reader == nullptr) quit(_pe, "expected a line");
    result.clear();
    for (;;) {
        int c = reader->curChar();
        if (c == LF || c == EOFC) break;
        if (c == CR) {
            c = reader->nextChar();
            if (reader->curChar() == LF) {
                reader->unreadChar(c);
                break;
            }
        }
        lastLine = reader->getLine();
        result += char(reader->nextChar());
    }
    if (strict)
        readEoln();
    else
        eoln();
}

TESTLIB_COLD inline const char *InStream::describe(const char *variableName) const {
    return readManyIteration == NO_INDEX ? variableName : testlib_print("%s[%d]", variableName, readManyIteration);
}

template <class Lazy> void InStream::requireMatch(const char *what, const std::string &text, const pattern &p,
                                                  const std::string &variableName) {
    if (!p.matches(text)) {
        const char *place = describe(variableName.c_str());
        quitf(_wa, "%s%s%s: expected the pattern \"%s\", got \"%s\"", what, *place == '\0' ? "" : " ", place,
              p.src().c_str(), testlib_compress(text.data(), text.size()));
    }
    if (strict && !variableName.empty()) noteRange(variableName, nullptr, nullptr, false, false);
}

template <class Lazy>
void InStream::readWordTo(std::string &result, const pattern &p, const std::string &variableName) {
    readWordTo(result);
    requireMatch("token", result, p, variableName);
}

template <class Lazy>
void InStream::readStringTo(std::string &result, const pattern &p, const std::string &variableName) {
    readStringTo(result);
    requireMatch("line", result, p, variableName);
}

TESTLIB_COLD inline void InStream::requireMore(const char *expected) {
    if (!strict && seekEof()) quitf(_unexpected_eof, "expected %s, got the end of the file", expected);
}

TESTLIB_COLD inline void InStream::requireSize(int size, const std::string &variablesName) {
    if (size < 0 || size > 100000000) quitf(_fail, "expected 0 to 100000000 values to read, got %d", size);
    if (strict && !variablesName.empty()) noteRange(variablesName, nullptr, nullptr, false, false);
}

TESTLIB_COLD inline void InStream::rejectRange(const std::string &variableName, const char *value, const char *minv,
                                               const char *maxv) {
    const char *place = describe(variableName.c_str());
    quitf(_wa, "%s%s%s violates the range [%s, %s]", place, *place == '\0' ? "" : " equals to ", value, minv, maxv);
}

// A validator keeps what it has seen of a variable.
TESTLIB_COLD inline void InStream::noteRange(const std::string &variableName, const char *minv, const char *maxv,
                                             bool hitsMin, bool hitsMax) {
    if (validator.noteVariable != nullptr) validator.noteVariable(variableName, minv, maxv, hitsMin, hitsMax);
}

TESTLIB_COLD NORETURN inline void testlib_rejectToken(InStream &in, const char *expected, const char *text,
                                                      std::size_t size) {
    in.quitf(_pe, "expected %s, got \"%s\"", expected, testlib_compress(text, size));
}

inline bool testlib_isDigit(char c) { return c >= '0' && c <= '9'; }

// The magnitude of an integer in its only spelling.
inline bool testlib_parseDigits(const char *s, std::size_t size, std::size_t start, unsigned long long limit,
                                unsigned long long &value) {
    if (start >= size || size - start > 20 || (s[start] == '0' && size > 1)) return false;
    value = 0;
    for (std::size_t i = start; i < size; i++) {
        const unsigned digit = unsigned(s[i] - '0');
        if (digit > 9 || value > (limit - digit) / 10) return false;
        value = value * 10 + digit;
    }
    return true;
}

inline long long testlib_parseLongLong(InStream &in, const char *text, std::size_t size) {
    const bool isNegative = size > 1 && text[0] == '-';
    unsigned long long value = 0;
    if (!testlib_parseDigits(text, size, isNegative, 9223372036854775807ULL + isNegative, value))
        testlib_rejectToken(in, "an integer", text, size);
    return (long long)(isNegative ? 0 - value : value);
}

inline unsigned long long testlib_parseUnsignedLongLong(InStream &in, const char *text, std::size_t size) {
    unsigned long long value = 0;
    if (!testlib_parseDigits(text, size, 0, ULLONG_MAX, value))
        testlib_rejectToken(in, "an unsigned integer", text, size);
    return value;
}

// As scanf reads it, which takes 1e for 1.
inline double testlib_parseDouble(InStream &in, const char *text, std::size_t size) {
    double value = 0.0;
    int length = -1;
    if (std::strspn(text, "0123456789.eE+-") != size || std::sscanf(text, "%lf%n", &value, &length) != 1 ||
        length != int(size))
        testlib_rejectToken(in, "a double", text, size);
    return value;
}

inline long long stringToLongLong(InStream &in, const std::string &buffer) {
    return testlib_parseLongLong(in, buffer.data(), buffer.size());
}

inline unsigned long long stringToUnsignedLongLong(InStream &in, const std::string &buffer) {
    return testlib_parseUnsignedLongLong(in, buffer.data(), buffer.size());
}

inline double stringToDouble(InStream &in, const std::string &buffer) {
    return testlib_parseDouble(in, buffer.c_str(), buffer.size());
}

TESTLIB_LAZY TESTLIB_COLD double stringToStrictDouble(InStream &in, const std::string &buffer,
                                                      int minAfterPointDigitCount, int maxAfterPointDigitCount) {
    if (minAfterPointDigitCount < 0 || minAfterPointDigitCount > maxAfterPointDigitCount)
        in.quitf(_fail, "expected a range of digits after the point, got %d to %d", minAfterPointDigitCount,
                 maxAfterPointDigitCount);
    const std::size_t start = !buffer.empty() && buffer[0] == '-';
    const std::size_t point = buffer.find('.');
    const std::size_t whole = (point == std::string::npos ? buffer.size() : point) - start;
    const bool isPlain = buffer.find_first_not_of("0123456789.", start) == std::string::npos;
    const bool isClosed = whole > 0 && point != buffer.size() - 1 && buffer.find('.', point + 1) == std::string::npos;
    const bool isShort = buffer.size() <= 1000 && (whole == 1 || buffer[start] != '0');
    if (!isPlain || whole > buffer.size() || (point != std::string::npos && !isClosed) || whole == 0 || !isShort)
        testlib_rejectToken(in, "a strict double", buffer.data(), buffer.size());
    const int digits = point == std::string::npos ? 0 : int(buffer.size() - point) - 1;
    if (digits < minAfterPointDigitCount || digits > maxAfterPointDigitCount)
        in.quitf(_pe, "expected a strict double with %d to %d digits after the point, got \"%s\"",
                 minAfterPointDigitCount, maxAfterPointDigitCount, testlib_compress(buffer.data(), buffer.size()));
    const double value = std::strtod(buffer.c_str(), nullptr);
    if (__testlib_isInfinite(value)) testlib_rejectToken(in, "a strict double", buffer.data(), buffer.size());
    if (start == 1 && value >= 0) testlib_rejectToken(in, "no minus before zero", buffer.data(), buffer.size());
    return value;
}

inline int InStream::readInteger() {
    requireMore("an int32");
    const char *text = takeToken();
    const long long value = testlib_parseLongLong(*this, text, tokenSize);
    if (value < INT_MIN || value > INT_MAX) testlib_rejectToken(*this, "an int32", text, tokenSize);
    return int(value);
}

inline long long InStream::readLong() {
    requireMore("an int64");
    const char *text = takeToken();
    return testlib_parseLongLong(*this, text, tokenSize);
}

inline unsigned long long InStream::readUnsignedLong() {
    requireMore("an unsigned int64");
    const char *text = takeToken();
    return testlib_parseUnsignedLongLong(*this, text, tokenSize);
}

inline double InStream::readReal() {
    requireMore("a double");
    const char *text = takeToken();
    return testlib_parseDouble(*this, text, tokenSize);
}

// `form` prints the values.
TESTLIB_COLD inline void InStream::requireRange(const char *form, long long value, long long minv, long long maxv,
                                                bool isInside, const std::string &variableName) {
    const char *texts[3];
    const long long values[3] = {value, minv, maxv};
    for (int i = 0; i < 3; i++) texts[i] = testlib_print(form, values[i]);
    if (!isInside) rejectRange(variableName, texts[0], testlib_shorten(texts[1]), testlib_shorten(texts[2]));
    noteRange(variableName, texts[1], texts[2], value == minv, value == maxv);
    for (int i = 0; i < 3; i++) std::free(const_cast<char *>(texts[i]));
}

inline long long InStream::readLong(long long minv, long long maxv, const std::string &variableName) {
    const long long value = readLong();
    const bool isInside = value >= minv && value <= maxv;
    if (!isInside || (strict && !variableName.empty())) requireRange("%lld", value, minv, maxv, isInside, variableName);
    return value;
}

inline unsigned long long InStream::readUnsignedLong(unsigned long long minv, unsigned long long maxv,
                                                     const std::string &variableName) {
    const unsigned long long value = readUnsignedLong();
    const bool isInside = value >= minv && value <= maxv;
    if (!isInside || (strict && !variableName.empty()))
        requireRange("%llu", (long long)(value), (long long)(minv), (long long)(maxv), isInside, variableName);
    return value;
}

inline int InStream::readInt(int minv, int maxv, const std::string &variableName) {
    const int value = readInteger();
    const bool isInside = value >= minv && value <= maxv;
    if (!isInside || (strict && !variableName.empty())) requireRange("%lld", value, minv, maxv, isInside, variableName);
    return value;
}

TESTLIB_COLD inline double InStream::requireRange(double value, double minv, double maxv,
                                                  const std::string &variableName) {
    if (value < minv || value > maxv)
        rejectRange(variableName, testlib_print("%g", value), testlib_print("%g", minv), testlib_print("%g", maxv));
    if (strict && !variableName.empty()) {
        char *lower = testlib_print("%f", minv);
        char *upper = testlib_print("%f", maxv);
        noteRange(variableName, lower, upper, doubleDelta(minv, value) < 1E-12, doubleDelta(maxv, value) < 1E-12);
        std::free(lower);
        std::free(upper);
    }
    return value;
}

inline double InStream::readReal(double minv, double maxv, const std::string &variableName) {
    return requireRange(readReal(), minv, maxv, variableName);
}

template <class Lazy>
double InStream::readStrictReal(double minv, double maxv, int minAfterPointDigitCount, int maxAfterPointDigitCount,
                                const std::string &variableName) {
    requireMore("a strict double");
    readWordTo(_tmpReadToken);
    const double value = stringToStrictDouble(*this, _tmpReadToken, minAfterPointDigitCount, maxAfterPointDigitCount);
    return requireRange(value, minv, maxv, variableName);
}

#endif
