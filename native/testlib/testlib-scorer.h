// SPDX-License-Identifier: Apache-2.0
// Scorers: points of a submission from the results of its tests, one a line on standard input.
#ifndef TESTLIB_SCORER_H
#define TESTLIB_SCORER_H

enum TestResultVerdict {
    SKIPPED,
    OK,
    WRONG_ANSWER,
    RUNTIME_ERROR,
    TIME_LIMIT_EXCEEDED,
    IDLENESS_LIMIT_EXCEEDED,
    MEMORY_LIMIT_EXCEEDED,
    COMPILATION_ERROR,
    CRASHED,
    FAILED
};

struct TestResult {
    int testIndex;
    std::string testset;
    std::string group;
    TestResultVerdict verdict;
    double points;
    long long timeConsumed;
    long long memoryConsumed;
    std::string input;
    std::string output;
    std::string answer;
    int exitCode;
    std::string checkerComment;
};

TESTLIB_LAZY const char *testlib_verdictName(int index) {
    static const char *const names[] = {"SKIPPED",
                                        "OK",
                                        "WRONG_ANSWER",
                                        "RUNTIME_ERROR",
                                        "TIME_LIMIT_EXCEEDED",
                                        "IDLENESS_LIMIT_EXCEEDED",
                                        "MEMORY_LIMIT_EXCEEDED",
                                        "COMPILATION_ERROR",
                                        "CRASHED",
                                        "FAILED"};
    return names[index];
}

TESTLIB_LAZY std::string serializeVerdict(TestResultVerdict verdict) { return testlib_verdictName(int(verdict)); }

TESTLIB_LAZY TestResultVerdict deserializeTestResultVerdict(std::string s) {
    for (int index = SKIPPED; index <= FAILED; index++)
        if (s == testlib_verdictName(index)) return TestResultVerdict(index);
    testlib_failf("scorer: expected a verdict, got '%s'", compress(s).c_str());
}

TESTLIB_LAZY std::string serializePoints(double points) {
    return std::isnan(points) ? std::string() : testlib_format_("%.03f", points);
}

TESTLIB_LAZY double deserializePoints(std::string s) {
    double points = std::numeric_limits<double>::quiet_NaN();
    if (!s.empty() && std::sscanf(s.c_str(), "%lf", &points) != 1) testlib_failf("scorer: expected points");
    return points;
}

TESTLIB_LAZY std::string escapeTestResultString(std::string s) {
    std::string escaped;
    for (std::size_t i = 0; i < s.size(); i++) {
        if (s[i] == '\r') continue;
        if (s[i] == '\\' || s[i] == ';' || s[i] == '\n') escaped += '\\';
        escaped += s[i] == '\n' ? 'n' : s[i];
    }
    return escaped;
}

TESTLIB_LAZY std::string unescapeTestResultString(std::string s) {
    std::string plain;
    for (std::size_t i = 0; i < s.size(); i++) {
        const char next = s[i] == '\\' && i + 1 < s.size() ? s[i + 1] : '\0';
        const bool isEscape = next == 'n' || next == ';' || next == '\\';
        plain += next == 'n' ? '\n' : isEscape ? next : s[i];
        if (isEscape) i++;
    }
    return plain;
}

TESTLIB_LAZY std::string serializeTestResult(TestResult tr) {
    return vtos(tr.testIndex) + ";" + escapeTestResultString(tr.testset) + ";" + escapeTestResultString(tr.group) +
           ";" + serializeVerdict(tr.verdict) + ";" + serializePoints(tr.points) + ";" + vtos(tr.timeConsumed) + ";" +
           vtos(tr.memoryConsumed) + ";" + escapeTestResultString(tr.input) + ";" + escapeTestResultString(tr.output) +
           ";" + escapeTestResultString(tr.answer) + ";" + vtos(tr.exitCode) + ";" +
           escapeTestResultString(tr.checkerComment);
}

TESTLIB_LAZY TestResult deserializeTestResult(std::string s) {
    std::vector<std::string> items(1);
    for (std::size_t i = 0; i < s.size(); i++) {
        if (s[i] == ';') {
            items.push_back("");
            continue;
        }
        items.back() += s[i];
        if (s[i] == '\\' && i + 1 < s.size()) items.back() += s[++i];
    }
    if (items.size() != 12) testlib_failf("scorer: expected 12 items of a result, got %d", int(items.size()));
    TestResult tr;
    tr.testIndex = std::atoi(items[0].c_str());
    tr.testset = unescapeTestResultString(items[1]);
    tr.group = unescapeTestResultString(items[2]);
    tr.verdict = deserializeTestResultVerdict(items[3]);
    tr.points = deserializePoints(items[4]);
    tr.timeConsumed = std::atoll(items[5].c_str());
    tr.memoryConsumed = std::atoll(items[6].c_str());
    tr.input = unescapeTestResultString(items[7]);
    tr.output = unescapeTestResultString(items[8]);
    tr.answer = unescapeTestResultString(items[9]);
    tr.exitCode = std::atoi(items[10].c_str());
    tr.checkerComment = unescapeTestResultString(items[11]);
    return tr;
}

TESTLIB_LAZY std::vector<TestResult> readTestResults(std::string fileName) {
    std::ifstream stream(fileName.c_str());
    if (!stream.is_open()) testlib_failf("scorer: cannot read %s", fileName.c_str());
    std::vector<TestResult> results;
    std::string line;
    while (std::getline(stream, line))
        if (!line.empty()) results.push_back(deserializeTestResult(line));
    return results;
}

template <typename Scorer> struct TestlibScorer {
    static Scorer *&scorer() {
        static Scorer *kept = nullptr;
        return kept;
    }

    static void score() {
        std::vector<TestResult> results;
        while (!inf.eof()) {
            const std::string line = inf.readLine();
            if (!line.empty()) results.push_back(deserializeTestResult(line));
        }
        std::printf("%.3f\n", double((*scorer())(results)));
    }
};

// The scorer is called when main has returned.
template <typename Scorer> void registerScorer(int, char *[], Scorer scorer) {
    TestlibFinalizeGuard::registered = true;
    testlibMode = _scorer;
    inf.init(stdin, _input);
    TestlibScorer<Scorer>::scorer() = new Scorer(scorer);
    testlibFinalizeGuard.score = TestlibScorer<Scorer>::score;
}

#endif
