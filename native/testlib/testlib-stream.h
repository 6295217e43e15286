// SPDX-License-Identifier: Apache-2.0
// A stream that is checked while it is read. What is wrong with it ends the program: a fault of an input or an answer
// is a FAIL, a value out of range is a wrong answer, anything malformed a wrong output format.
#ifndef TESTLIB_STREAM_H
#define TESTLIB_STREAM_H

struct InStream {
    TESTLIB_COLD InStream() {}
    // A stream over a string that has the mode and the strictness of another.
    TESTLIB_LAZY InStream(const InStream &baseStream, std::string content);
    TESTLIB_COLD ~InStream() {
        close();
        std::free(token);
    }

    const static int NO_INDEX = INT_MAX;

    InputStreamReader *reader = nullptr;
    int lastLine = -1;
    std::string name;
    TMode mode = _input;
    bool opened = false;
    bool stdfile = false;
    bool strict = false;
    std::string _tmpReadToken;
    int readManyIteration = NO_INDEX;
    std::size_t maxFileSize = 128 * 1024 * 1024;
    std::size_t maxTokenLength = 32 * 1024 * 1024;
    std::size_t maxMessageLength = 32000;

    void init(std::string fileName, TMode mode);
    void init(std::FILE *f, TMode mode);
    void reset(std::FILE *file = nullptr);
    void close();
    void skipBom();
    TESTLIB_LAZY void setTestCase(int testCase);
    TESTLIB_LAZY std::vector<int> getReadChars();

    char curChar() { return char(open().curChar()); }
    char nextChar() { return char(open().nextChar()); }
    void skipChar() { open().skipChar(); }
    void unreadChar(char c) { open().unreadChar(c); }
    TESTLIB_ONCE void skipBlanks() {
        InputStreamReader &source = open();
        while (isBlanks(source.curChar())) source.skipChar();
    }

    char readChar() { return nextChar(); }
    char readChar(char c);
    char readSpace() { return readChar(' '); }

    // At the end of the file; `seek` first passes white space, or spaces and tabs.
    bool eof() { return reader == nullptr ? isAbsent() : reader->eof(); }
    bool seekEof() {
        if (reader == nullptr) return isAbsent();
        skipBlanks();
        return eof();
    }
    // At the end of a line, which is passed; the end of the file ends one too, except in strict streams.
    bool eoln();
    bool seekEoln();
    void readEoln();
    void readEof();
    TESTLIB_LAZY void nextLine() { readLine(); }

    // Characters up to white space. A strict stream passes no white space before it.
    TESTLIB_LAZY void readWordTo(std::string &result);
    TESTLIB_LAZY void readWordTo(std::string &result, const pattern &p, const std::string &variableName = "");
    TESTLIB_LAZY void readWordTo(std::string &result, const std::string &ptrn, const std::string &variableName = "") {
        readWordTo(result, pattern(ptrn), variableName);
    }
    TESTLIB_LAZY void readTokenTo(std::string &result) { readWordTo(result); }
    TESTLIB_LAZY void readTokenTo(std::string &result, const pattern &p, const std::string &variableName = "") {
        readWordTo(result, p, variableName);
    }
    TESTLIB_LAZY void readTokenTo(std::string &result, const std::string &ptrn, const std::string &variableName = "") {
        readWordTo(result, pattern(ptrn), variableName);
    }
    std::string readWord() {
        const char *text = takeToken();
        return std::string(text, tokenSize);
    }
    TESTLIB_LAZY std::string readWord(const pattern &p, const std::string &variableName = "") {
        return readWordTo(_tmpReadToken, p, variableName), _tmpReadToken;
    }
    TESTLIB_LAZY std::string readWord(const std::string &ptrn, const std::string &variableName = "") {
        return readWord(pattern(ptrn), variableName);
    }
    std::string readToken() { return readWord(); }
    TESTLIB_LAZY std::string readToken(const pattern &p, const std::string &variableName = "") {
        return readWord(p, variableName);
    }
    TESTLIB_LAZY std::string readToken(const std::string &ptrn, const std::string &variableName = "") {
        return readWord(pattern(ptrn), variableName);
    }

    // The rest of a line, without its end.
    TESTLIB_LAZY void readStringTo(std::string &result);
    TESTLIB_LAZY void readStringTo(std::string &result, const pattern &p, const std::string &variableName = "");
    TESTLIB_LAZY void readStringTo(std::string &result, const std::string &ptrn, const std::string &variableName = "") {
        readStringTo(result, pattern(ptrn), variableName);
    }
    TESTLIB_LAZY void readLineTo(std::string &result) { readStringTo(result); }
    TESTLIB_LAZY void readLineTo(std::string &result, const pattern &p, const std::string &variableName = "") {
        readStringTo(result, p, variableName);
    }
    TESTLIB_LAZY void readLineTo(std::string &result, const std::string &ptrn, const std::string &variableName = "") {
        readStringTo(result, pattern(ptrn), variableName);
    }
    TESTLIB_LAZY std::string readString() { return readStringTo(_tmpReadToken), _tmpReadToken; }
    TESTLIB_LAZY std::string readString(const pattern &p, const std::string &variableName = "") {
        return readStringTo(_tmpReadToken, p, variableName), _tmpReadToken;
    }
    TESTLIB_LAZY std::string readString(const std::string &ptrn, const std::string &variableName = "") {
        return readString(pattern(ptrn), variableName);
    }
    TESTLIB_LAZY std::string readLine() { return readString(); }
    TESTLIB_LAZY std::string readLine(const pattern &p, const std::string &variableName = "") {
        return readString(p, variableName);
    }
    TESTLIB_LAZY std::string readLine(const std::string &ptrn, const std::string &variableName = "") {
        return readString(pattern(ptrn), variableName);
    }

    // Integers in their only spelling.
    int readInteger();
    int readInteger(int minv, int maxv, const std::string &variableName = "") {
        return readInt(minv, maxv, variableName);
    }
    int readInt() { return readInteger(); }
    int readInt(int minv, int maxv, const std::string &variableName = "");
    long long readLong();
    long long readLong(long long minv, long long maxv, const std::string &variableName = "");
    unsigned long long readLong(unsigned long long minv, unsigned long long maxv,
                                const std::string &variableName = "") {
        return readUnsignedLong(minv, maxv, variableName);
    }
    unsigned long long readUnsignedLong();
    unsigned long long readUnsignedLong(unsigned long long minv, unsigned long long maxv,
                                        const std::string &variableName = "");

    // Numbers in decimal or exponent notation; strict ones without exponent and with a given number of decimals.
    double readReal();
    double readReal(double minv, double maxv, const std::string &variableName = "");
    double readDouble() { return readReal(); }
    double readDouble(double minv, double maxv, const std::string &variableName = "") {
        return readReal(minv, maxv, variableName);
    }
    TESTLIB_LAZY double readStrictReal(double minv, double maxv, int minAfterPointDigitCount,
                                       int maxAfterPointDigitCount, const std::string &variableName = "");
    TESTLIB_LAZY double readStrictDouble(double minv, double maxv, int minAfterPointDigitCount,
                                         int maxAfterPointDigitCount, const std::string &variableName = "") {
        return readStrictReal(minv, maxv, minAfterPointDigitCount, maxAfterPointDigitCount, variableName);
    }

    // Many of them, in strict streams with one space between two, and each line with its end.
#define TESTLIB_READ_MANY(many, type, one, isSpaced)                                                                   \
    TESTLIB_LAZY std::vector<type> many(int size, int indexBase = 1) {                                                 \
        return readMany<type>(size, "", indexBase, isSpaced, [&] { return one(); });                                   \
    }
#define TESTLIB_READ_MANY_IN_RANGE(many, type, one)                                                                    \
    TESTLIB_READ_MANY(many, type, one, true)                                                                           \
    TESTLIB_LAZY std::vector<type> many(int size, type minv, type maxv, const std::string &variablesName = "",         \
                                        int indexBase = 1) {                                                           \
        return readMany<type>(size, variablesName, indexBase, true, [&] { return one(minv, maxv, variablesName); });   \
    }
#define TESTLIB_READ_MANY_BY_PATTERN(many, one, isSpaced)                                                              \
    TESTLIB_READ_MANY(many, std::string, one, isSpaced)                                                                \
    TESTLIB_LAZY std::vector<std::string> many(int size, const pattern &p, const std::string &variablesName = "",      \
                                               int indexBase = 1) {                                                    \
        return readMany<std::string>(size, variablesName, indexBase, isSpaced, [&] { return one(p, variablesName); }); \
    }                                                                                                                  \
    TESTLIB_LAZY std::vector<std::string> many(int size, const std::string &ptrn,                                      \
                                               const std::string &variablesName = "", int indexBase = 1) {             \
        return many(size, pattern(ptrn), variablesName, indexBase);                                                    \
    }
#define TESTLIB_READ_MANY_STRICT(many)                                                                                 \
    TESTLIB_LAZY std::vector<double> many(int size, double minv, double maxv, int minAfterPointDigitCount,             \
                                          int maxAfterPointDigitCount, const std::string &variablesName = "",          \
                                          int indexBase = 1) {                                                         \
        return readMany<double>(size, variablesName, indexBase, true, [&] {                                            \
            return readStrictReal(minv, maxv, minAfterPointDigitCount, maxAfterPointDigitCount, variablesName);        \
        });                                                                                                            \
    }
    TESTLIB_READ_MANY_BY_PATTERN(readWords, readWord, true)
    TESTLIB_READ_MANY_BY_PATTERN(readTokens, readWord, true)
    TESTLIB_READ_MANY_BY_PATTERN(readStrings, readString, false)
    TESTLIB_READ_MANY_BY_PATTERN(readLines, readString, false)
    TESTLIB_READ_MANY_IN_RANGE(readInts, int, readInt)
    TESTLIB_READ_MANY_IN_RANGE(readIntegers, int, readInt)
    TESTLIB_READ_MANY_IN_RANGE(readLongs, long long, readLong)
    TESTLIB_READ_MANY_IN_RANGE(readUnsignedLongs, unsigned long long, readUnsignedLong)
    TESTLIB_READ_MANY_IN_RANGE(readReals, double, readReal)
    TESTLIB_READ_MANY_IN_RANGE(readDoubles, double, readReal)
    TESTLIB_READ_MANY_STRICT(readStrictReals)
    TESTLIB_READ_MANY_STRICT(readStrictDoubles)
    TESTLIB_LAZY std::vector<unsigned long long> readLongs(int size, unsigned long long minv, unsigned long long maxv,
                                                           const std::string &variablesName = "", int indexBase = 1) {
        return readUnsignedLongs(size, minv, maxv, variablesName, indexBase);
    }

    // End the program. On an input or an answer every result is a FAIL.
    NORETURN void quit(TResult result, const char *msg);
    NORETURN void quits(TResult result, std::string msg) { quit(result, msg.c_str()); }
    TESTLIB_PRINTF(3) NORETURN void quitf(TResult result, const char *msg, ...);
    TESTLIB_PRINTF(4) void quitif(bool condition, TResult result, const char *msg, ...);
    TESTLIB_PRINTF(3) void ensuref(bool cond, const char *format, ...);
    void __testlib_ensure(bool cond, std::string message) {
        if (!cond) quit(_wa, message.c_str());
    }

    // The place of a value for a message: its name, its index, both or neither.
    const char *describe(const char *variableName) const;

private:
    InStream(const InStream &);
    InStream &operator=(const InStream &);

    // The characters of the last token, and NUL.
    char *token = nullptr;
    std::size_t tokenSize = 0;
    std::size_t tokenCapacity = 0;

    const char *takeToken();
    TESTLIB_COLD void growToken() {
        tokenCapacity = 2 * tokenCapacity + 64;
        token = (char *)(std::realloc(token, tokenCapacity));
        if (token == nullptr) std::abort();
    }
    NORETURN void rejectStart(int c);
    NORETURN void rejectLength();

    InputStreamReader &open() {
        if (reader == nullptr) rejectAbsent();
        return *reader;
    }
    bool isAbsent() {
        if (strict) rejectAbsent();
        return true;
    }
    TESTLIB_COLD NORETURN void rejectAbsent() { quitf(_fail, "%s: not open", name.c_str()); }

    void requireMore(const char *expected);
    TESTLIB_LAZY void requireMatch(const char *what, const std::string &text, const pattern &p,
                                   const std::string &variableName);
    NORETURN void rejectRange(const std::string &variableName, const char *value, const char *minv, const char *maxv);
    void noteRange(const std::string &variableName, const char *minv, const char *maxv, bool hitsMin, bool hitsMax);
    void requireRange(const char *form, long long value, long long minv, long long maxv, bool isInside,
                      const std::string &variableName);
    double requireRange(double value, double minv, double maxv, const std::string &variableName);
    void requireSize(int size, const std::string &variablesName);

    template <typename T, typename ReadOne>
    std::vector<T> readMany(int size, const std::string &variablesName, int indexBase, bool isSpaced, ReadOne readOne) {
        requireSize(size, variablesName);
        std::vector<T> result((std::size_t(size)));
        readManyIteration = indexBase;
        for (int i = 0; i < size; i++, readManyIteration++) {
            if (strict && isSpaced && i > 0) readSpace();
            result[i] = readOne();
        }
        readManyIteration = NO_INDEX;
        return result;
    }
};

InStream inf;
InStream ouf;
InStream ans;

#endif
