// SPDX-License-Identifier: Apache-2.0
// Characters of a file, of standard input or of a string, with a way back.
#ifndef TESTLIB_READER_H
#define TESTLIB_READER_H

class InputStreamReader {
public:
    TESTLIB_COLD explicit InputStreamReader(const std::string &content) : data(content), end(content.size()) {}

    // Standard input is read character by character, so that nothing is taken from others that read it.
    TESTLIB_COLD InputStreamReader(std::FILE *file, const std::string &name, bool isStandard)
        : file(file), isShared(isStandard), name(name) {}

    TESTLIB_COLD ~InputStreamReader() { close(); }

    // EOFC at the end. Characters of files are signed, those of standard input are not.
    int curChar() { return at < end ? data[at] : fill(); }

    int nextChar() {
        const int c = at < end || fill() != EOFC ? take() : EOFC;
        return c;
    }

    void skipChar() { nextChar(); }

    // The end of a file is not put back: it stays there.
    TESTLIB_COLD void unreadChar(int c) {
        if (c == EOFC && !isShared) return;
        if (at == 0) {
            const std::size_t room = 1 << 12;
            data.insert(std::size_t(0), room, '\0');
            at += room;
            end += room;
        }
        data[--at] = char(c);
        if (c == LF) line--;
    }

    bool eof() { return curChar() == EOFC; }

    TESTLIB_COLD void close() {
        if (file != nullptr) std::fclose(file);
        file = nullptr;
    }

    std::string getName() { return name; }
    int getLine() { return file == nullptr ? -1 : line; }

private:
    std::string data;
    std::size_t at = 0;
    std::size_t end = 0;
    std::FILE *file = nullptr;
    bool isShared = false;
    int line = 1;
    std::string name;
};

#endif
