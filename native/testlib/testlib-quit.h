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

TESTLIB_COLD inline std::string testlib_escapeXml(const std::string &message) {
    std::string escaped;
    for (std::size_t i = 0; i < message.size(); i++) {
        const char c = message[i];
        if (c == '&') escaped += "&amp;";
        else if (c == '<') escaped += "&lt;";
        else if (c == '>') escaped += "&gt;";
        else if (c == '"') escaped += "&quot;";
        else escaped += c >= 0 && c < 32 ? '.' : c;
    }
    return escaped;
}

TESTLIB_COLD inline std::string testlib_formatPoints(double points) {
    return removeDoubleTrailingZeroes(testlib_format_("%.10f", points));
}

// The report of appes mode.
TESTLIB_COLD inline std::string testlib_createXml(TResult result, const std::string &message) {
    std::string attributes;
    if (result >= _partially) attributes = testlib_format_(" pctype = \"%d\"", result - _partially);
    if (result == _points) attributes = " points = \"" + testlib_formatPoints(__testlib_points) + "\"";
    return "<?xml version=\"1.0\" encoding=\"" + appesModeEncoding + "\"?><result outcome = \"" +
           testlib_outcome(result) + "\"" + attributes + ">" + testlib_escapeXml(message) + "</result>\n";
}

TESTLIB_COLD inline void testlib_writeReport(TResult result, const std::string &message) {
    if (appesMode && result == _points && __testlib_points == std::numeric_limits<float>::infinity())
        ouf.quit(_fail, "points: expected a number of them");
    const std::string report = appesMode ? testlib_createXml(result, message) : message;
    std::FILE *file = std::fopen(resultName.c_str(), "w");
    const bool isOpen = file != nullptr && std::fputs(report.c_str(), file) >= 0;
    if (isOpen && std::fclose(file) == 0) return;
    const std::string fileName = resultName;
    resultName.clear();
    ouf.quitf(_fail, "cannot write the report %s", fileName.c_str());
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
        default: return result >= _partially ? "partially correct " : nullptr;
    }
}

TESTLIB_COLD inline void InStream::quit(TResult result, const char *msg) {
    if (TestlibFinalizeGuard::alive) testlibFinalizeGuard.quitCount++;
    std::string message = trim(msg);
    std::string notes;
    if (__testlib_hasTestCase) {
        const bool isCount = result == _ok || result == _points;
        const int k = __testlib_testCase;
        notes = testlib_format_(!isCount ? "test case %d" : k == 1 ? "%d test case" : "%d test cases", k);
    }
#ifndef ENABLE_UNEXPECTED_EOF
    if (result == _unexpected_eof) result = _pe;
#endif
    if (testlibMode == _scorer && result != _fail) {
        result = _fail;
        message = "a scorer returns its points and does not quit";
    } else if (mode != _output && result != _fail) {
        result = _fail;
        if (!notes.empty()) notes += ", ";
        notes += name;
        if (mode == _input && testlibMode == _validator && lastLine != -1)
            notes += testlib_format_(", line %d", lastLine);
    }
    if (!notes.empty()) notes = " (" + notes + ")";
    if (message.size() + notes.size() > maxMessageLength) {
        const std::size_t kept = maxMessageLength > notes.size() + 32 ? maxMessageLength - notes.size() - 32 : 0;
        message = "message truncated: " + message.substr(0, kept);
    }
    message += notes;
    const bool isGood = result == _ok || result == _points || result >= _partially;
    if (isGood && testlibMode != _interactor && !ouf.seekEof()) quit(_dirt, "expected the end of the output");
    const char *prefix = testlib_prefix(result);
    if (prefix == nullptr) quit(_fail, "a result that there is not");
    if (result == _dirt) result = _pe;
    if (!resultName.empty()) testlib_writeReport(result, message);
    if (resultName.empty()) {
        const std::string score = result >= _partially ? testlib_format_("(%d) ", result - _partially) : "";
        std::fprintf(stderr, "%s%s%s\n", prefix, score.c_str(), message.c_str());
    } else {
        std::fprintf(stderr, "\nthe report is in a file\n");
    }
    inf.close();
    ouf.close();
    ans.close();
    if (tout.is_open()) tout.close();
    halt(resultExitCode(result));
}

inline void InStream::quitf(TResult result, const char *msg, ...) {
    FMT_TO_RESULT(msg, msg, message);
    quit(result, message.c_str());
}

inline void InStream::quitif(bool condition, TResult result, const char *msg, ...) {
    if (!condition) return;
    FMT_TO_RESULT(msg, msg, message);
    quit(result, message.c_str());
}

inline void InStream::ensuref(bool cond, const char *format, ...) {
    if (cond) return;
    FMT_TO_RESULT(format, format, message);
    quit(_wa, message.c_str());
}

TESTLIB_COLD inline void quit(TResult result, const std::string &message) { ouf.quit(result, message.c_str()); }
TESTLIB_COLD inline void quit(TResult result, const char *message) { ouf.quit(result, message); }

TESTLIB_COLD inline void quitf(TResult result, const char *format, ...) {
    FMT_TO_RESULT(format, format, message);
    quit(result, message.c_str());
}

TESTLIB_PRINTF(3) inline void quitif(bool condition, TResult result, const char *format, ...) {
    if (!condition) return;
    FMT_TO_RESULT(format, format, message);
    quit(result, message.c_str());
}

TESTLIB_COLD inline void __testlib_fail(const std::string &message) { quit(_fail, message.c_str()); }

TESTLIB_COLD inline void testlib_failf(const char *format, ...) {
    FMT_TO_RESULT(format, format, message);
    quit(_fail, message.c_str());
}

TESTLIB_COLD inline double __testlib_preparePoints(double points) {
    if (!(points >= -1E-8 && points <= 1E6 + 1E-8)) testlib_failf("points: expected 0 to 1000000, got %g", points);
    return points <= 0.0 ? 0.0 : points >= 1E6 ? 1E6 : points;
}

TESTLIB_COLD NORETURN inline void testlib_quitPoints(const std::string &points, const std::string &message) {
    quit(_points, (message.empty() ? points : points + " " + message).c_str());
}

NORETURN inline void quitp(double points, const std::string &message = "") {
    __testlib_points = __testlib_preparePoints(points);
    testlib_quitPoints(testlib_formatPoints(__testlib_points), message);
}

NORETURN inline void quitp(float points, const std::string &message = "") { quitp(double(points), message); }
NORETURN inline void quitp(long double points, const std::string &message = "") { quitp(double(points), message); }

NORETURN inline void quitp(int points, const std::string &message = "") {
    __testlib_points = __testlib_preparePoints(points);
    testlib_quitPoints(testlib_format_("%d", points), message);
}

NORETURN inline void quitpi(const std::string &points_info, const std::string &message = "") {
    if (points_info.find(' ') != std::string::npos) testlib_failf("points_info: expected no space");
    testlib_quitPoints("points_info=" + points_info, message);
}

template <typename F>
TESTLIB_PRINTF(2) NORETURN void quitp(F points, const char *format, ...) {
    FMT_TO_RESULT(format, format, message);
    quitp(points, message);
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

TESTLIB_PRINTF(2) inline void ensuref(bool cond, const char *format, ...) {
    if (cond) return;
    FMT_TO_RESULT(format, format, message);
    quit(_fail, message.c_str());
}

TESTLIB_PRINTF(1) inline void setName(const char *format, ...) {
    FMT_TO_RESULT(format, format, result);
    checkerName = result;
}

inline std::string testlib_shown(double value) {
    return removeDoubleTrailingZeroes(testlib_format_("%.12f", value));
}
inline std::string testlib_shown(float value) { return testlib_shown(double(value)); }
inline std::string testlib_shown(long double value) { return testlib_shown(double(value)); }
inline std::string testlib_shown(const std::string &value) { return value; }
inline std::string testlib_shown(const char *value) { return value; }
template <typename T>
std::string testlib_shown(const T &value) { return vtos(value); }

TESTLIB_COLD NORETURN inline void testlib_quitDifferent(TResult result, const std::string &expected,
                                                        const std::string &found, const std::string &place) {
    quitf(result, "%s%sexpected '%s', found '%s'", compress(place).c_str(), place.empty() ? "" : ": ",
          compress(expected).c_str(), compress(found).c_str());
}

template <typename T>
TESTLIB_PRINTF(4) NORETURN void expectedButFound(TResult result, T expected, T found, const char *prependFormat = "", ...) {
    FMT_TO_RESULT(prependFormat, prependFormat, place);
    testlib_quitDifferent(result, testlib_shown(expected), testlib_shown(found), place);
}

#endif
