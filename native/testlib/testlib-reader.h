// SPDX-License-Identifier: Apache-2.0
// Characters of a file, of standard input or of a string, with a way back.
#ifndef TESTLIB_READER_H
#define TESTLIB_READER_H

class InputStreamReader {
public:
    TESTLIB_COLD explicit InputStreamReader(const std::string &content) : end(content.size()) {
        grow(end + 1);
        std::memcpy(data, content.data(), end);
    }

    // Standard input is read character by character, so that nothing is taken from others that read it.
    TESTLIB_COLD InputStreamReader(std::FILE *file, const char *fileName, bool isStandard)
        : file(file), isShared(isStandard), name(testlib_print("%s", fileName)) {}

    TESTLIB_COLD ~InputStreamReader() {
        close();
        std::free(data);
        std::free(name);
    }

    // EOFC at the end.
    int curChar() { return at >= end ? fill() : isMark(data[at]) ? EOFC : data[at]; }

    int nextChar() {
        if (at >= end && fill() == EOFC && at >= end) return EOFC;
        const char c = data[at++];
        if (c == LF) line++;
        return isMark(c) ? EOFC : c;
    }

    void skipChar() { nextChar(); }

    // The end is not put back: it stays there.
    void unreadChar(int c) {
        if (c == EOFC && (!isShared || isOver)) return;
        if (at == 0) makeRoom();
        data[--at] = char(c);
        if (c == LF) line--;
    }

    bool eof() {
        if (curChar() != EOFC) return false;
        if (at < end) at++;
        return true;
    }

    TESTLIB_COLD void close() {
        if (file != nullptr) std::fclose(file);
        file = nullptr;
    }

    TESTLIB_LAZY std::string getName() { return name == nullptr ? "" : name; }
    int getLine() { return file == nullptr ? -1 : line; }

    void keepReadChars() { keepsAll = true; }

    // What was read of standard input so far, where it is kept, with 256 + k where test case k starts and -1 at the
    // end.
    TESTLIB_LAZY std::vector<int> getReadChars() {
        std::vector<int> read;
        const std::vector<std::size_t> starts = marks == nullptr ? std::vector<std::size_t>() : *marks;
        std::size_t mark = 0;
        for (std::size_t i = 0; keepsAll && i <= at; i++) {
            for (; mark < starts.size() && starts[mark] == i; mark += 2) read.push_back(int(starts[mark + 1]) + 256);
            if (i < at) read.push_back((unsigned char)(data[i]));
        }
        if (keepsAll && isOver) read.push_back(-1);
        return read;
    }

    TESTLIB_LAZY void setTestCase(int testCase) {
        if (testCase < 0 || testCase > __TESTLIB_MAX_TEST_CASE)
            testlib_failf("test case %d: expected 1 to %d", testCase, __TESTLIB_MAX_TEST_CASE);
        if (!keepsAll) return;
        if (marks == nullptr) marks = new std::vector<std::size_t>();
        marks->push_back(at);
        marks->push_back(std::size_t(testCase));
    }

private:
    char *data = nullptr;
    std::size_t at = 0;
    std::size_t end = 0;
    std::size_t capacity = 0;
    std::FILE *file = nullptr;
    bool isShared = false;
    bool keepsAll = false;
    bool isOver = false;
    int line = 1;
    char *name = nullptr;
    // Positions and numbers of test cases in turn.
    std::vector<std::size_t> *marks = nullptr;

    InputStreamReader(const InputStreamReader &);
    InputStreamReader &operator=(const InputStreamReader &);

    TESTLIB_COLD void grow(std::size_t size) {
        data = (char *)(std::realloc(data, size));
        if (data == nullptr) std::abort();
        capacity = size;
    }

    TESTLIB_ONCE int fill() {
        if (file == nullptr || isOver) return EOFC;
        if (isShared) return fillByOne();
        if (capacity == 0) grow(1 << 16);
        at = 0;
        end = std::fread(data, 1, capacity, file);
        if (end == 0 && std::ferror(file)) testlib_failf("cannot read %s", name);
        return end > 0 ? data[0] : EOFC;
    }

    TESTLIB_COLD void makeRoom() {
        const std::size_t room = 1 << 12;
        if (end + room > capacity) grow(end + room);
        std::memmove(data + room, data, end);
        at += room;
        end += room;
    }

    // A byte 255 of standard input is taken for its end, once.
    bool isMark(char c) const { return isShared && c == char(EOFC); }

    int fillByOne() {
        const int c = getc_unlocked(file);
        isOver = c == EOF;
        if (isOver) return EOFC;
        if (!keepsAll && end >= (1 << 12)) at = end = 0;
        if (end == capacity) grow(2 * end + (1 << 12));
        data[end++] = char(c);
        return c;
    }
};

#endif
