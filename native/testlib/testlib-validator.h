// SPDX-License-Identifier: Apache-2.0
// What a validator notes of the bounds, variables and features of a test; testset and group of validators and checkers.
#ifndef TESTLIB_VALIDATOR_H
#define TESTLIB_VALIDATOR_H

class TestlibGroup {
public:
    TESTLIB_LAZY std::string testset() const { return requireArguments(), _testset; }
    TESTLIB_LAZY std::string group() const { return requireArguments(), _group; }
    void initialize() { isInitialized = true; }
    void setTestset(const char *testset) { _testset = testset; }
    void setGroup(const char *group) { _group = group; }

private:
    bool isInitialized = false;
    const char *_testset = "tests";
    const char *_group = "";

    void requireArguments() const {
        if (!isInitialized) testlib_failf("testset and group: expected a register call with argc and argv");
    }
};

class Checker : public TestlibGroup {};

class Validator : public TestlibGroup {
public:
    // Set where a validator runs. Bounds as text; none for a variable without.
    void (*noteVariable)(const std::string &name, const char *minv, const char *maxv, bool hitsMin,
                         bool hitsMax) = nullptr;

    TESTLIB_LAZY std::string testOverviewLogFileName() const { return overviewFileName; }
    TESTLIB_LAZY std::string testMarkupFileName() const { return markupFileName; }
    int testCase() const { return wantedCase; }
    TESTLIB_LAZY std::string testCaseFileName() const { return caseFileName; }
    void setTestOverviewLogFileName(const char *fileName) { overviewFileName = fileName; }
    void setTestMarkupFileName(const char *fileName) { markupFileName = fileName; }
    void setTestCase(int testCase) { wantedCase = testCase; }
    void setTestCaseFileName(const char *fileName) { caseFileName = fileName; }

    TESTLIB_LAZY void addFeature(const std::string &feature);
    TESTLIB_LAZY void feature(const std::string &feature);
    TESTLIB_LAZY void writeTestOverviewLog();
    TESTLIB_LAZY void writeTestMarkup();
    TESTLIB_LAZY void writeTestCase();

private:
    const char *overviewFileName = "";
    const char *markupFileName = "";
    const char *caseFileName = "stdout";
    int wantedCase = -1;
};

Validator validator;
Checker checker;

struct TestlibBound {
    bool isHit = false;
    bool isBroken = false;
    std::string value;

    void note(const char *text, bool hits) {
        isHit = isHit || hits;
        isBroken = isBroken || std::strlen(text) >= 32 || (!value.empty() && value != text);
        if (!isBroken) value = text;
    }
    const char *describe() const { return isBroken || value.empty() ? "?" : value.c_str(); }
};

struct TestlibVariable {
    bool hasBounds = false;
    TestlibBound lower;
    TestlibBound upper;
};

TESTLIB_LAZY std::map<std::string, TestlibVariable> &testlib_variables() {
    static std::map<std::string, TestlibVariable> *kept = new std::map<std::string, TestlibVariable>();
    return *kept;
}

TESTLIB_LAZY std::map<std::string, bool> &testlib_features() {
    static std::map<std::string, bool> *kept = new std::map<std::string, bool>();
    return *kept;
}

// A tilde before or behind a name takes that bound as hit. Names with digits and more than 255 of them are not kept.
TESTLIB_LAZY void testlib_noteVariable(const std::string &name, const char *minv, const char *maxv, bool hitsMin,
                                       bool hitsMax) {
    std::map<std::string, TestlibVariable> &variables = testlib_variables();
    if (variables.size() >= 255) return;
    for (std::size_t i = 0; i < name.size(); i++)
        if (name[i] < ' ' || (name[i] >= '0' && name[i] <= '9')) return;
    const bool canHaveTilde = name.size() >= 2 && name != "~~";
    const bool ignoresMin = canHaveTilde && name[0] == '~';
    const bool ignoresMax = canHaveTilde && name[name.size() - 1] == '~';
    TestlibVariable &variable = variables[name.substr(ignoresMin, name.size() - ignoresMin - ignoresMax)];
    if (minv == nullptr) return;
    variable.hasBounds = true;
    variable.lower.note(minv, hitsMin || ignoresMin);
    variable.upper.note(maxv, hitsMax || ignoresMax);
}

template <class Lazy> void Validator::addFeature(const std::string &feature) {
    for (std::size_t i = 0; i < feature.size(); i++)
        if (feature[i] < ' ') testlib_failf("feature '%s': expected printable characters", feature.c_str());
    if (!testlib_features().insert(std::make_pair(feature, false)).second)
        testlib_failf("feature '%s': added twice", feature.c_str());
}

template <class Lazy> void Validator::feature(const std::string &feature) {
    const std::map<std::string, bool>::iterator found = testlib_features().find(feature);
    if (found == testlib_features().end()) testlib_failf("feature '%s': expected one that was added", feature.c_str());
    found->second = true;
}

TESTLIB_LAZY void testlib_writeFile(const char *fileName, const std::string &content) {
    std::FILE *standard = !std::strcmp(fileName, "stdout")   ? stdout
                          : !std::strcmp(fileName, "stderr") ? stderr
                                                             : nullptr;
    std::FILE *file = standard != nullptr ? standard : std::fopen(fileName, "wb");
    const bool isWritten = file != nullptr && std::fputs(content.c_str(), file) >= 0 && std::fflush(file) == 0;
    if (!isWritten || (standard == nullptr && std::fclose(file) != 0)) testlib_failf("cannot write %s", fileName);
}

template <class Lazy> void Validator::writeTestOverviewLog() {
    if (*overviewFileName == '\0') return;
    std::string hits, hitFeatures, bounds, names;
    const std::map<std::string, TestlibVariable> &variables = testlib_variables();
    for (std::map<std::string, TestlibVariable>::const_iterator i = variables.begin(); i != variables.end(); ++i) {
        const char *name = i->first.c_str();
        const TestlibBound &lower = i->second.lower;
        const TestlibBound &upper = i->second.upper;
        names += testlib_format_("variable \"%s\"\n", name);
        if (!i->second.hasBounds) continue;
        hits += testlib_format_("\"%s\":%s%s\n", name, lower.isHit ? " min-value-hit" : "",
                                upper.isHit ? " max-value-hit" : "");
        if (*lower.describe() != '?' || *upper.describe() != '?')
            bounds += testlib_format_("constant-bounds \"%s\": %s %s\n", name, lower.describe(), upper.describe());
    }
    const std::map<std::string, bool> &features = testlib_features();
    for (std::map<std::string, bool>::const_iterator i = features.begin(); i != features.end(); ++i)
        hitFeatures += testlib_format_("feature \"%s\":%s\n", i->first.c_str(), i->second ? " hit" : "");
    testlib_writeFile(overviewFileName, hits + hitFeatures + bounds + names);
}

template <class Lazy> void Validator::writeTestMarkup() {
    const std::vector<int> read = *markupFileName == '\0' ? std::vector<int>() : inf.getReadChars();
    if (read.empty()) return;
    std::string markup = "MU\xF3\x01";
    for (std::size_t i = 0; i < read.size(); i++) {
        if (read[i] > 256) {
            markup += testlib_format_("!c%d;", read[i] - 256);
        } else if (read[i] >= 0) {
            if (read[i] == '\\' || read[i] == '!') markup += '\\';
            markup += char(read[i]);
        }
    }
    testlib_writeFile(markupFileName, markup);
}

template <class Lazy> void Validator::writeTestCase() {
    const std::vector<int> read = wantedCase <= 0 ? std::vector<int>() : inf.getReadChars();
    std::string content;
    bool isWanted = false;
    for (std::size_t i = 0; i < read.size(); i++) {
        if (read[i] <= 256) {
            if (isWanted && read[i] >= 0) content += char(read[i]);
        } else {
            isWanted = read[i] - 256 == wantedCase;
            if (isWanted) content.clear();
        }
    }
    if (!content.empty()) testlib_writeFile(*caseFileName == '\0' ? "stdout" : caseFileName, content);
}

TESTLIB_LAZY void testlib_finishValidation() {
    validator.writeTestOverviewLog();
    validator.writeTestMarkup();
    validator.writeTestCase();
}

#endif
