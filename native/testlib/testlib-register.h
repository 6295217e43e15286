// SPDX-License-Identifier: Apache-2.0
// The first call of a program, which says what it is.
#ifndef TESTLIB_REGISTER_H
#define TESTLIB_REGISTER_H

struct TestlibArguments {
    std::string testset;
    std::string group;
};

TestlibArguments testlibArguments;

inline std::string getTestset() { return testlibArguments.testset; }
inline std::string getGroup() { return testlibArguments.group; }

// The value of an option with a value; nullptr where the argument is another.
TESTLIB_COLD inline const char *testlib_takeValue(const char *option, int argc, char *argv[], int &i, bool canBeEmpty) {
    if (std::strcmp(option, argv[i]) != 0) return nullptr;
    if (i + 1 >= argc || (!canBeEmpty && argv[i + 1][0] == '\0'))
        quitf(_fail, "arguments: expected a value behind %s", option);
    return argv[++i];
}

// Takes --testset and --group out of the arguments.
TESTLIB_COLD inline std::vector<char *> testlib_takeGroup(int argc, char *argv[], TestlibGroup &kept) {
    std::vector<char *> rest;
    for (int i = 0; i < argc; i++) {
        if (const char *testset = testlib_takeValue("--testset", argc, argv, i, false)) {
            testlibArguments.testset = testset;
            kept.setTestset(testset);
        } else if (const char *group = testlib_takeValue("--group", argc, argv, i, true)) {
            testlibArguments.group = group;
            kept.setGroup(group);
        } else {
            rest.push_back(argv[i]);
        }
    }
    return rest;
}

TESTLIB_COLD inline void testlib_begin(TTestlibMode mode) {
    static_assert(sizeof(int) == 4 && sizeof(long long) == 8 && sizeof(double) == 8, "testlib: unknown machine");
    TestlibFinalizeGuard::registered = true;
    testlibMode = mode;
}

// The arguments behind the files: a report, and -appes for one in XML.
TESTLIB_COLD inline void testlib_openReport(const std::vector<char *> &args, std::size_t fewest, const char *usage) {
    if (args.size() > 1 && std::strcmp("--help", args[1]) == 0) {
        std::fprintf(stderr, "testlib %s of grandsmith\n%s\narguments: %s\n", VERSION, checkerName.c_str(), usage);
        __testlib_exitCode = FAIL_EXIT_CODE;
        std::exit(FAIL_EXIT_CODE);
    }
    if (args.size() < fewest || args.size() > 6) quitf(_fail, "arguments: expected %s", usage);
#ifndef EJUDGE
    if (args.size() == 6 && std::strcmp("-appes", args[5]) != 0 && std::strcmp("-APPES", args[5]) != 0)
        quitf(_fail, "arguments: expected %s", usage);
    appesMode = args.size() == 6;
    resultName = args.size() >= 5 ? args[4] : "";
#endif
}

TESTLIB_COLD inline void registerTestlibCmd(int argc, char *argv[]) {
    testlib_begin(_checker);
    checker.initialize();
    const std::vector<char *> args = testlib_takeGroup(argc, argv, checker);
    testlib_openReport(args, 4, "[--testset T] [--group G] INPUT OUTPUT ANSWER [REPORT [-appes]]");
    inf.init(args[1], _input);
    ouf.init(args[2], _output);
    ouf.skipBom();
    ans.init(args[3], _answer);
}

// INPUT OUTPUT ANSWER [REPORT [-appes]] one by one.
inline void registerTestlib(int argc, ...) {
    char program[] = "";
    std::vector<char *> argv(1, program);
    va_list arguments;
    va_start(arguments, argc);
    for (int i = 0; i < argc; i++) argv.push_back(va_arg(arguments, char *));
    va_end(arguments);
    registerTestlibCmd(argc + 1, argv.data());
}

TESTLIB_COLD inline void registerInteraction(int argc, char *argv[]) {
    testlib_begin(_interactor);
    checker.initialize();
    const std::vector<char *> all(argv, argv + argc);
    const std::vector<char *> args = testlib_takeGroup(argc, argv, checker);
    testlib_openReport(args, 3, "[--testset T] [--group G] INPUT OUTPUT [ANSWER [REPORT [-appes]]]");
    inf.init(args[1], _input);
    tout.open(args[2], std::ios_base::out);
    if (tout.fail() || !tout.is_open()) quitf(_fail, "cannot write the output %s", args[2]);
    ouf.init(stdin, _output);
    if (args.size() >= 4) ans.init(args[3], _answer);
    else ans.name = "answer";
}

TESTLIB_COLD inline void registerValidation() {
    testlib_begin(_validator);
    inf.init(stdin, _input);
    inf.strict = true;
}

TESTLIB_COLD inline void registerValidation(int argc, char *argv[]) {
    registerValidation();
    validator.initialize();
    std::vector<char *> args = testlib_takeGroup(argc, argv, validator);
    const int count = int(args.size());
    for (int i = 1; i < count; i++) {
        if (const char *overview = testlib_takeValue("--testOverviewLogFileName", count, args.data(), i, true)) {
            validator.setTestOverviewLogFileName(overview);
        } else if (const char *markup = testlib_takeValue("--testMarkupFileName", count, args.data(), i, true)) {
            validator.setTestMarkupFileName(markup);
            inf.reader->keepReadChars();
        } else if (const char *text = testlib_takeValue("--testCase", count, args.data(), i, true)) {
            const long long testCase = stringToLongLong(inf, text);
            if (testCase < 1 || testCase >= __TESTLIB_MAX_TEST_CASE)
                quitf(_fail, "arguments: expected a test case of 1 to %d", __TESTLIB_MAX_TEST_CASE);
            validator.setTestCase(int(testCase));
            inf.reader->keepReadChars();
        } else if (const char *file = testlib_takeValue("--testCaseFileName", count, args.data(), i, true)) {
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

inline void addFeature(const std::string &feature) {
    if (testlibMode != _validator) quit(_fail, "addFeature: expected a validator");
    validator.addFeature(feature);
}

inline void feature(const std::string &feature) {
    if (testlibMode != _validator) quit(_fail, "feature: expected a validator");
    validator.feature(feature);
}

inline void setAppesModeEncoding(std::string encoding) {
    appesModeEncoding = lowerCase(encoding);
    if (encoding.empty() || appesModeEncoding.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != std::string::npos)
        quit(_fail, "setAppesModeEncoding: expected an encoding");
}

// Standard output goes to a file named by the number.
inline void startTest(int test) {
    if (std::freopen(testlib_text((long long)(test)).c_str(), "wt", stdout) == nullptr)
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
        if (testlibOptions.refusesUnused && !testlibOptions.isSuppressed) ensureNoUnusedOpts();
        if (!registered) testlib_failf("main must begin with a register function");
    }
    if (testlibScore != nullptr && __testlib_exitCode == 0) testlibScore();
    if (testlibMode != _validator || __testlib_exitCode != 0) return;
    validator.writeTestOverviewLog();
    validator.writeTestMarkup();
    validator.writeTestCase();
}

TestlibFinalizeGuard testlibFinalizeGuard;

#endif
