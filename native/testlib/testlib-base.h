// SPDX-License-Identifier: Apache-2.0
// Exit codes, results, modes and what the other parts share.
#ifndef TESTLIB_BASE_H
#define TESTLIB_BASE_H

#define LF ((char)10)
#define CR ((char)13)
#define TAB ((char)9)
#define SPACE ((char)' ')
#define EOFC (255)
#define I64 "%lld"
#define U64 "%llu"

#ifdef __GNUC__
#define NORETURN __attribute__((noreturn))
#define TESTLIB_PRINTF(formatIndex) __attribute__((format(printf, formatIndex, formatIndex + 1)))
// One copy, however often it is called.
#define TESTLIB_ONCE __attribute__((noinline))
// Not worth the compiler's time.
#ifdef __clang__
#define TESTLIB_COLD __attribute__((cold, noinline))
#else
#define TESTLIB_COLD __attribute__((cold, noinline, optimize("O0")))
#endif
#else
#define NORETURN [[noreturn]]
#define TESTLIB_PRINTF(formatIndex)
#define TESTLIB_ONCE
#define TESTLIB_COLD
#endif

// Function templates without parameters of their own: what a program does not call costs it no compile time.
#define TESTLIB_LAZY template <class = void>

#if defined(FOR_WINDOWS) && defined(FOR_LINUX)
#error "FOR_WINDOWS and FOR_LINUX exclude each other"
#endif

#if defined(EJUDGE)
#define TESTLIB_EXIT_CODE(usual, ejudge, contester) ejudge
#elif defined(CONTESTER)
#define TESTLIB_EXIT_CODE(usual, ejudge, contester) contester
#else
#define TESTLIB_EXIT_CODE(usual, ejudge, contester) usual
#endif

#ifndef OK_EXIT_CODE
#define OK_EXIT_CODE TESTLIB_EXIT_CODE(0, 0, 0xAC)
#endif
#ifndef WA_EXIT_CODE
#define WA_EXIT_CODE TESTLIB_EXIT_CODE(1, 5, 0xAB)
#endif
#ifndef PE_EXIT_CODE
#define PE_EXIT_CODE TESTLIB_EXIT_CODE(2, 4, 0xAA)
#endif
#ifndef FAIL_EXIT_CODE
#define FAIL_EXIT_CODE TESTLIB_EXIT_CODE(3, 6, 0xA3)
#endif
#ifndef DIRT_EXIT_CODE
#define DIRT_EXIT_CODE TESTLIB_EXIT_CODE(4, 6, 4)
#endif
#ifndef POINTS_EXIT_CODE
#define POINTS_EXIT_CODE 7
#endif
#ifndef UNEXPECTED_EOF_EXIT_CODE
#define UNEXPECTED_EOF_EXIT_CODE 8
#endif
#ifndef PC_BASE_EXIT_CODE
#ifdef TESTSYS
#define PC_BASE_EXIT_CODE 50
#else
#define PC_BASE_EXIT_CODE 0
#endif
#endif

enum TMode { _input, _output, _answer };

enum TResult { _ok = 0, _wa = 1, _pe = 2, _fail = 3, _dirt = 4, _points = 5, _unexpected_eof = 8, _partially = 16 };

#define _pc(score) (TResult(_partially + (score)))

enum TTestlibMode { _unknown, _checker, _validator, _generator, _interactor, _scorer };

// The name of a result in a report in XML.
inline const char *testlib_outcome(TResult result) {
    switch (int(result)) {
        case _ok: return "accepted";
        case _wa: return "wrong-answer";
        case _pe: return "presentation-error";
        case _fail:
        case _dirt: return "fail";
#ifdef PCMS2
        case _points: return "relative-scoring";
#else
        case _points: return "points";
#endif
        case _unexpected_eof: return "unexpected-eof";
        default: return result >= _partially ? "partially-correct" : "reserved";
    }
}

inline int resultExitCode(TResult result) {
    switch (int(result)) {
        case _ok: return OK_EXIT_CODE;
        case _wa: return WA_EXIT_CODE;
        case _pe: return PE_EXIT_CODE;
        case _dirt: return DIRT_EXIT_CODE;
        case _points: return POINTS_EXIT_CODE;
#ifdef ENABLE_UNEXPECTED_EOF
        case _unexpected_eof: return UNEXPECTED_EOF_EXIT_CODE;
#else
        case _unexpected_eof: return PE_EXIT_CODE;
#endif
        default: return result >= _partially ? PC_BASE_EXIT_CODE + (result - _partially) : FAIL_EXIT_CODE;
    }
}

TTestlibMode testlibMode = _unknown;
bool appesMode = false;
std::string appesModeEncoding = "windows-1251";
std::string resultName;
std::string checkerName = "untitled checker";
std::fstream tout;

int __testlib_exitCode = 0;
bool __testlib_hasTestCase = false;
int __testlib_testCase = -1;
double __testlib_points = std::numeric_limits<float>::infinity();

const int __TESTLIB_MAX_TEST_CASE = 1073741823;
const long long __TESTLIB_LONGLONG_MAX = 9223372036854775807LL;

// Ends the program with FAIL, from anywhere.
NORETURN void __testlib_fail(const std::string &message);
TESTLIB_PRINTF(1) NORETURN void testlib_failf(const char *format, ...);
NORETURN void quit(TResult result, const std::string &message);
NORETURN void quit(TResult result, const char *message);
TESTLIB_PRINTF(2) NORETURN void quitf(TResult result, const char *format, ...);

#ifdef TESTLIB_THROW_EXIT_EXCEPTION_INSTEAD_OF_EXIT
class exit_exception : public std::exception {
public:
    explicit exit_exception(int exitCode) : exitCode(exitCode) {}
    int getExitCode() { return exitCode; }

private:
    int exitCode;
};
#endif

// Checks made when a program ends without having called quit.
struct TestlibFinalizeGuard {
    static bool alive;
    static bool registered;
    int quitCount = 0;
    int readEofCount = 0;
    bool isFinalizing = false;
    // What validators, programs with options and scorers do at the end.
    void (*finishValidation)() = nullptr;
    void (*checkOptions)() = nullptr;
    void (*score)() = nullptr;

    ~TestlibFinalizeGuard();
};

bool TestlibFinalizeGuard::alive = true;
bool TestlibFinalizeGuard::registered = false;
extern TestlibFinalizeGuard testlibFinalizeGuard;

inline void disableFinalizeGuard() { TestlibFinalizeGuard::alive = false; }

#endif
