// SPDX-License-Identifier: Apache-2.0
// How a program ends: its report, its exit code.
#ifndef TESTLIB_QUIT_H
#define TESTLIB_QUIT_H

TESTLIB_COLD NORETURN inline void halt(int exitCode) {
#ifdef FOOTER
    std::fprintf(stderr, "Checker: \"%s\"\nExit code: %d\n", checkerName.c_str(), exitCode);
#endif
    __testlib_exitCode = exitCode;
    if (testlibFinalizeGuard.isFinalizing) {
        std::cout.flush();
        std::fflush(nullptr);
        _exit(exitCode);
    }
#ifdef TESTLIB_THROW_EXIT_EXCEPTION_INSTEAD_OF_EXIT
    throw exit_exception(exitCode);
#else
    std::exit(exitCode);
#endif
}

TESTLIB_COLD inline char *testlib_formatPoints(double points) {
    return testlib_dropZeros(testlib_print("%.10f", points));
}

TESTLIB_COLD inline void testlib_writeXml(std::FILE *file, TResult result, const char *message) {
    const char *head = "<?xml version=\"1.0\" encoding=\"%s\"?><result outcome = \"%s\"";
    std::fprintf(file, head, appesModeEncoding.c_str(), testlib_outcome(result));
    if (result >= _partially) std::fprintf(file, " pctype = \"%d\"", result - _partially);
    if (result == _points) std::fprintf(file, " points = \"%s\"", testlib_formatPoints(__testlib_points));
    std::fputc('>', file);
    for (const char *c = message; *c != '\0'; c++) {
        const char *entity = *c == '&' ? "&amp;" : *c == '<' ? "&lt;" : *c == '>' ? "&gt;" : *c == '"' ? "&quot;" : "";
        if (*entity != '\0')
            std::fputs(entity, file);
        else
            std::fputc(*c >= 0 && *c < 32 ? '.' : *c, file);
    }
    std::fputs("</result>\n", file);
}

TESTLIB_COLD inline void testlib_writeReport(TResult result, const char *message) {
    if (appesMode && result == _points && __testlib_points > 1E9) testlib_failf("points: expected a number of them");
    std::FILE *file = std::fopen(resultName.c_str(), "w");
    if (file != nullptr && appesMode) testlib_writeXml(file, result, message);
    if (file != nullptr && !appesMode) std::fputs(message, file);
    if (file != nullptr && std::fclose(file) == 0) return;
    const char *fileName = testlib_print("%s", resultName.c_str());
    resultName.clear();
    testlib_failf("cannot write the report %s", fileName);
}

// What a message begins with; nullptr for a result that there is not.
TESTLIB_COLD inline const char *testlib_prefix(TResult result) {
    switch (int(result)) {
        case _ok: return "ok ";
        case _wa: return "wrong answer ";
        case _pe:
        case _dirt: return "wrong output format ";
        case _fail: return "FAIL ";
        case _points: return "points ";
        case _unexpected_eof: return "unexpected eof ";
        default: return result >= _partially ? testlib_print("partially correct (%d) ", result - _partially) : nullptr;
    }
}

// What stands in parentheses behind a message: test case, stream and line.
TESTLIB_COLD inline const char *testlib_describePlace(TResult result, const InStream &stream, bool isOurs) {
    const char *testCase = "";
    const char *line = "";
    if (__testlib_hasTestCase) {
        const int k = __testlib_testCase;
        const bool isCount = result == _ok || result == _points;
        testCase = testlib_print(isCount ? k == 1 ? "%d test case" : "%d test cases" : "test case %d", k);
    }
    if (isOurs && stream.mode == _input && testlibMode == _validator && stream.lastLine != -1)
        line = testlib_print(", line %d", stream.lastLine);
    if (!isOurs) return *testCase == '\0' ? "" : testlib_print(" (%s)", testCase);
    return testlib_print(" (%s%s%s%s)", testCase, *testCase == '\0' ? "" : ", ", stream.name.c_str(), line);
}

TESTLIB_COLD inline void InStream::quit(TResult result, const char *msg) {
    if (TestlibFinalizeGuard::alive) testlibFinalizeGuard.quitCount++;
#ifndef ENABLE_UNEXPECTED_EOF
    if (result == _unexpected_eof) result = _pe;
#endif
    if (testlibMode == _scorer && result != _fail) {
        result = _fail;
        msg = "a scorer returns its points and does not quit";
    }
    const bool isOurs = mode != _output && result != _fail;
    const char *place = testlib_describePlace(result, *this, isOurs);
    if (isOurs) result = _fail;
    while (isBlanks(*msg)) msg++;
    std::size_t size = std::strlen(msg);
    while (size > 0 && isBlanks(msg[size - 1])) size--;
    const char *cut = size > maxMessageLength ? "message truncated: " : "";
    if (size > maxMessageLength) size = maxMessageLength > 24 ? maxMessageLength - 24 : 0;
    const char *message = testlib_print("%s%.*s%s", cut, int(size), msg, place);
    const bool isGood = result == _ok || result == _points || result >= _partially;
    if (isGood && testlibMode != _interactor && !ouf.seekEof()) quit(_dirt, "expected the end of the output");
    const char *prefix = testlib_prefix(result);
    if (prefix == nullptr) quit(_fail, "a result that there is not");
    if (result == _dirt) result = _pe;
    if (!resultName.empty()) testlib_writeReport(result, message);
    if (resultName.empty())
        std::fprintf(stderr, "%s%s\n", prefix, message);
    else
        std::fputs("\nthe report is in a file\n", stderr);
    inf.close();
    ouf.close();
    ans.close();
    if (tout.is_open()) tout.close();
    halt(resultExitCode(result));
}

TESTLIB_COLD inline void InStream::quitf(TResult result, const char *msg, ...) {
    TESTLIB_PRINT_ARGUMENTS(msg, message);
    quit(result, message);
}

TESTLIB_COLD inline void InStream::quitif(bool condition, TResult result, const char *msg, ...) {
    if (!condition) return;
    TESTLIB_PRINT_ARGUMENTS(msg, message);
    quit(result, message);
}

TESTLIB_COLD inline void InStream::ensuref(bool cond, const char *format, ...) {
    if (cond) return;
    TESTLIB_PRINT_ARGUMENTS(format, message);
    quit(_wa, message);
}

TESTLIB_COLD inline void quit(TResult result, const std::string &message) { ouf.quit(result, message.c_str()); }
TESTLIB_COLD inline void quit(TResult result, const char *message) { ouf.quit(result, message); }

TESTLIB_COLD inline void quitf(TResult result, const char *format, ...) {
    TESTLIB_PRINT_ARGUMENTS(format, message);
    quit(result, message);
}

TESTLIB_PRINTF(3) TESTLIB_COLD inline void quitif(bool condition, TResult result, const char *format, ...) {
    if (!condition) return;
    TESTLIB_PRINT_ARGUMENTS(format, message);
    quit(result, message);
}

TESTLIB_COLD inline void __testlib_fail(const std::string &message) { quit(_fail, message.c_str()); }

TESTLIB_COLD inline void testlib_failf(const char *format, ...) {
    TESTLIB_PRINT_ARGUMENTS(format, message);
    quit(_fail, message);
}

TESTLIB_COLD inline double __testlib_preparePoints(double points) {
    if (!(points >= -1E-8 && points <= 1E6 + 1E-8)) testlib_failf("points: expected 0 to 1000000, got %g", points);
    return points <= 0.0 ? 0.0 : points >= 1E6 ? 1E6 : points;
}

TESTLIB_COLD NORETURN inline void testlib_quitPoints(const char *points, const char *message) {
    quit(_points, testlib_print("%s%s%s", points, *message == '\0' ? "" : " ", message));
}

TESTLIB_COLD NORETURN inline void quitp(double points, const std::string &message = "") {
    __testlib_points = __testlib_preparePoints(points);
    testlib_quitPoints(testlib_formatPoints(__testlib_points), message.c_str());
}

NORETURN inline void quitp(float points, const std::string &message = "") { quitp(double(points), message); }
NORETURN inline void quitp(long double points, const std::string &message = "") { quitp(double(points), message); }

TESTLIB_COLD NORETURN inline void quitp(int points, const std::string &message = "") {
    __testlib_points = __testlib_preparePoints(points);
    testlib_quitPoints(testlib_print("%d", points), message.c_str());
}

TESTLIB_COLD NORETURN inline void quitpi(const std::string &points_info, const std::string &message = "") {
    if (std::strchr(points_info.c_str(), ' ') != nullptr) testlib_failf("points_info: expected no space");
    testlib_quitPoints(testlib_print("points_info=%s", points_info.c_str()), message.c_str());
}

template <typename F> TESTLIB_PRINTF(2) NORETURN void quitp(F points, const char *format, ...) {
    TESTLIB_PRINT_ARGUMENTS(format, message);
    quitp(points, std::string(message));
}

inline void __testlib_ensure(bool cond, const std::string &message) {
    if (!cond) quit(_fail, message.c_str());
}

inline void __testlib_ensure(bool cond, const char *message) {
    if (!cond) quit(_fail, message);
}

#define ensure(cond) __testlib_ensure((cond), "expected " #cond)
#define STRINGIZE_DETAIL(x) (#x)
#define STRINGIZE(x) STRINGIZE_DETAIL((x))
#define ensure_ext(cond) __testlib_ensure((cond), testlib_format_("line %d: expected %s", __LINE__, #cond))

TESTLIB_PRINTF(2) TESTLIB_COLD inline void ensuref(bool cond, const char *format, ...) {
    if (cond) return;
    TESTLIB_PRINT_ARGUMENTS(format, message);
    quit(_fail, message);
}

TESTLIB_LAZY TESTLIB_PRINTF(1) TESTLIB_COLD void setName(const char *format, ...) {
    TESTLIB_PRINT_ARGUMENTS(format, name);
    checkerName = name;
}

TESTLIB_LAZY std::string testlib_showReal(double value) { return testlib_dropZeros(testlib_print("%.12f", value)); }

template <typename T> std::string testlib_show(const T &value) { return vtos(value); }
inline std::string testlib_show(double value) { return testlib_showReal(value); }
inline std::string testlib_show(float value) { return testlib_showReal(value); }
inline std::string testlib_show(long double value) { return testlib_showReal(double(value)); }
inline std::string testlib_show(const std::string &value) { return value; }
inline std::string testlib_show(const char *value) { return value; }

template <typename T> TESTLIB_PRINTF(4)
NORETURN void expectedButFound(TResult result, T expected, T found, const char *prependFormat = "", ...) {
    TESTLIB_PRINT_ARGUMENTS(prependFormat, place);
    quitf(result, "%s%sexpected '%s', found '%s'", compress(place).c_str(), *place == '\0' ? "" : ": ",
          compress(testlib_show(expected)).c_str(), compress(testlib_show(found)).c_str());
}

#endif
