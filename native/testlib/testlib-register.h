// SPDX-License-Identifier: Apache-2.0
// The first call of a program, which says what it is.
#ifndef TESTLIB_REGISTER_H
#define TESTLIB_REGISTER_H

struct TestlibArguments {
    const char *testset = "";
    const char *group = "";
    // The arguments without those two, at most seven.
    int count = 0;
    char *rest[8] = {};
};

TestlibArguments testlibArguments;

TESTLIB_LAZY std::string getTestset() { return testlibArguments.testset; }
TESTLIB_LAZY std::string getGroup() { return testlibArguments.group; }

// The value of an option with a value; nullptr where the argument is another.
TESTLIB_COLD inline const char *testlib_takeValue(const char *option, int argc, char *argv[], int &i, bool canBeEmpty) {
    if (std::strcmp(option, argv[i]) != 0) return nullptr;
    if (i + 1 >= argc || (!canBeEmpty && argv[i + 1][0] == '\0'))
        quitf(_fail, "arguments: expected a value behind %s", option);
    return argv[++i];
}

TESTLIB_COLD inline void testlib_takeGroup(int argc, char *argv[], TestlibGroup &kept) {
    for (int i = 0; i < argc; i++) {
        if (const char *testset = testlib_takeValue("--testset", argc, argv, i, false))
            kept.setTestset(testlibArguments.testset = testset);
        else if (const char *group = testlib_takeValue("--group", argc, argv, i, true))
            kept.setGroup(testlibArguments.group = group);
        else if (testlibArguments.count < 7)
            testlibArguments.rest[testlibArguments.count++] = argv[i];
    }
}

TESTLIB_COLD inline void testlib_begin(TTestlibMode mode) {
    static_assert(sizeof(int) == 4 && sizeof(long long) == 8 && sizeof(double) == 8, "testlib: unknown machine");
    TestlibFinalizeGuard::registered = true;
    testlibMode = mode;
}

// The arguments behind the files: a report, and -appes for one in XML.
TESTLIB_COLD inline char **testlib_openReport(int fewest, const char *usage) {
    char **args = testlibArguments.rest;
    const int count = testlibArguments.count;
    if (count > 1 && std::strcmp("--help", args[1]) == 0) {
        std::fprintf(stderr, "testlib %s of grandsmith\n%s\narguments: %s\n", VERSION, checkerName.c_str(), usage);
        testlibFinalizeGuard.alive = false;
        halt(FAIL_EXIT_CODE);
    }
    if (count < fewest || count > 6) quitf(_fail, "arguments: expected %s", usage);
#ifndef EJUDGE
    appesMode = count == 6;
    if (appesMode && std::strcmp("-appes", args[5]) != 0 && std::strcmp("-APPES", args[5]) != 0)
        quitf(_fail, "arguments: expected %s", usage);
    if (count >= 5) {
        // Copied, as elsewhere in what every program compiles: no other function of std::string is built for it.
        const std::string fileName(args[4]);
        resultName = fileName;
    }
#endif
    return args;
}

TESTLIB_COLD inline void registerTestlibCmd(int argc, char *argv[]) {
    testlib_begin(_checker);
    checker.initialize();
    testlib_takeGroup(argc, argv, checker);
    char **args = testlib_openReport(4, "[--testset T] [--group G] INPUT OUTPUT ANSWER [REPORT [-appes]]");
    inf.init(args[1], _input);
    ouf.init(args[2], _output);
    ouf.skipBom();
    ans.init(args[3], _answer);
}

// INPUT OUTPUT ANSWER [REPORT [-appes]] one by one.
inline void registerTestlib(int argc, ...) {
    char program[] = "";
    char *argv[8] = {program};
    va_list arguments;
    va_start(arguments, argc);
    for (int i = 0; i < argc && i < 7; i++) argv[i + 1] = va_arg(arguments, char *);
    va_end(arguments);
    registerTestlibCmd(argc < 7 ? argc + 1 : 8, argv);
}

TESTLIB_COLD inline void registerInteraction(int argc, char *argv[]) {
    testlib_begin(_interactor);
    checker.initialize();
    testlib_takeGroup(argc, argv, checker);
    char **args = testlib_openReport(3, "[--testset T] [--group G] INPUT OUTPUT [ANSWER [REPORT [-appes]]]");
    inf.init(args[1], _input);
    tout.open(args[2], std::ios_base::out);
    if (tout.fail() || !tout.is_open()) quitf(_fail, "cannot write the output %s", args[2]);
    ouf.init(stdin, _output);
    if (testlibArguments.count >= 4)
        ans.init(args[3], _answer);
    else
        ans.name = "answer";
}

TESTLIB_LAZY void registerValidation() {
    testlib_begin(_validator);
    validator.noteVariable = testlib_noteVariable;
    testlibFinalizeGuard.finishValidation = testlib_finishValidation;
    inf.init(stdin, _input);
    inf.strict = true;
}

TESTLIB_LAZY void registerValidation(int argc, char *argv[]) {
    registerValidation();
    validator.initialize();
    for (int i = 1; i < argc; i++) {
        if (const char *testset = testlib_takeValue("--testset", argc, argv, i, false)) {
            validator.setTestset(testlibArguments.testset = testset);
        } else if (const char *group = testlib_takeValue("--group", argc, argv, i, true)) {
            validator.setGroup(testlibArguments.group = group);
        } else if (const char *overview = testlib_takeValue("--testOverviewLogFileName", argc, argv, i, true)) {
            validator.setTestOverviewLogFileName(overview);
        } else if (const char *markup = testlib_takeValue("--testMarkupFileName", argc, argv, i, true)) {
            validator.setTestMarkupFileName(markup);
            inf.reader->keepReadChars();
        } else if (const char *text = testlib_takeValue("--testCase", argc, argv, i, true)) {
            const long long testCase = stringToLongLong(inf, text);
            if (testCase < 1 || testCase >= __TESTLIB_MAX_TEST_CASE)
                quitf(_fail, "arguments: expected a test case of 1 to %d", __TESTLIB_MAX_TEST_CASE);
            validator.setTestCase(int(testCase));
            inf.reader->keepReadChars();
        } else if (const char *file = testlib_takeValue("--testCaseFileName", argc, argv, i, true)) {
            validator.setTestCaseFileName(file);
        }
    }
}

// Version 1 of the random sequence; 0 is what generators before testlib 0.8.7 had.
TESTLIB_COLD inline void registerGen(int argc, char *argv[], int randomGeneratorVersion) {
    if (randomGeneratorVersion < 0 || randomGeneratorVersion > 1)
        quitf(_fail, "registerGen: expected version 0 or 1 of the random sequence");
    testlib_begin(_generator);
    random_t::version = randomGeneratorVersion;
    rnd.setSeed(argc, argv);
    prepareOpts(argc, argv);
}

#if defined(__GNUC__) && !defined(USE_RND_AS_BEFORE_087)
__attribute__((deprecated("say which random sequence: registerGen(argc, argv, 1), or 0 for an old generator")))
#endif
inline void registerGen(int argc, char *argv[]) {
    registerGen(argc, argv, 0);
}

TESTLIB_LAZY void addFeature(const std::string &feature) {
    if (testlibMode != _validator) quit(_fail, "addFeature: expected a validator");
    validator.addFeature(feature);
}

TESTLIB_LAZY void feature(const std::string &feature) {
    if (testlibMode != _validator) quit(_fail, "feature: expected a validator");
    validator.feature(feature);
}

TESTLIB_LAZY void setAppesModeEncoding(std::string encoding) {
    const char *allowed = "abcdefghijklmnopqrstuvwxyz0123456789-";
    appesModeEncoding = lowerCase(encoding);
    if (encoding.empty() || appesModeEncoding.find_first_not_of(allowed) != std::string::npos)
        quit(_fail, "setAppesModeEncoding: expected an encoding");
}

// Standard output goes to a file named by the number.
TESTLIB_COLD inline void startTest(int test) {
    if (std::freopen(testlib_print("%d", test), "wt", stdout) == nullptr)
        testlib_failf("cannot write the file %d", test);
}

TESTLIB_COLD inline TestlibFinalizeGuard::~TestlibFinalizeGuard() {
    isFinalizing = true;
    const bool wasAlive = alive;
    alive = false;
    if (wasAlive) {
        if (testlibMode == _checker && quitCount == 0) testlib_failf("a checker must end by a quit function");
        if (testlibMode == _validator && readEofCount == 0 && quitCount == 0)
            testlib_failf("a validator must read the end of the file");
        if (checkOptions != nullptr) checkOptions();
        if (!registered) testlib_failf("main must begin with a register function");
    }
    if (score != nullptr && __testlib_exitCode == 0) score();
    if (finishValidation != nullptr && __testlib_exitCode == 0) finishValidation();
}

TestlibFinalizeGuard testlibFinalizeGuard;

#endif
