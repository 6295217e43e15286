// SPDX-License-Identifier: Apache-2.0
// Patterns: how texts are checked and generated.
#ifndef TESTLIB_PATTERN_H
#define TESTLIB_PATTERN_H

class random_t;

// A small regular expression to check and to generate text: characters, [sets], {m}, {m,n}, ?, *, +, and alternatives,
// which may stand in parentheses at the end. A backslash takes the next character as it is; other spaces are ignored.
// Matching is greedy and never goes back.
class pattern {
public:
    TESTLIB_LAZY pattern(std::string s) : source(s) {
        std::string text;
        for (std::size_t i = 0; i < s.size(); i++)
            if (!isCommand(s, i, ' ')) text += s[i];
        parse(text);
    }

    TESTLIB_LAZY std::string next(random_t &rnd) const;
    TESTLIB_LAZY bool matches(const std::string &s) const { return matchesFrom(0, s, 0); }
    std::string src() const { return source; }

private:
    // One character of a set, `from` to `to` times, then one of the next nodes. An alternative has no set.
    struct Node {
        std::string set;
        int from;
        int to;
        std::vector<int> nexts;
    };

    std::string source;
    std::vector<Node> nodes;

    TESTLIB_LAZY int parse(const std::string &s);
    TESTLIB_LAZY void parseSet(const std::string &s, std::size_t &at, std::string &set) const;
    TESTLIB_LAZY void parseCounts(const std::string &s, std::size_t &at, Node &node) const;
    TESTLIB_LAZY bool matchesFrom(int index, const std::string &s, std::size_t at) const;

    NORETURN void reject() const { testlib_failf("pattern \"%s\": cannot be understood", source.c_str()); }

    static bool isCommand(const std::string &s, std::size_t at, char command) {
        if (at >= s.size() || s[at] != command) return false;
        std::size_t before = at;
        while (before > 0 && s[before - 1] == '\\') before--;
        return (at - before) % 2 == 0;
    }

    static char takeChar(const std::string &s, std::size_t &at) {
        at += s[at] == '\\' ? 2 : 1;
        return at <= s.size() ? s[at - 1] : '\0';
    }
};

template <class Lazy> TESTLIB_COLD int pattern::parse(const std::string &s) {
    const int index = int(nodes.size());
    nodes.push_back(Node{std::string(), 0, 0, std::vector<int>()});
    std::vector<std::size_t> bars;
    std::size_t firstClose = std::string::npos;
    int depth = 0;
    for (std::size_t i = 0; i < s.size(); i++) {
        if (isCommand(s, i, '(')) {
            depth++;
        } else if (isCommand(s, i, ')')) {
            if (--depth == 0 && firstClose == std::string::npos) firstClose = i;
        } else if (depth < 0) {
            reject();
        } else if (depth == 0 && isCommand(s, i, '|')) {
            bars.push_back(i);
        }
    }
    if (depth != 0) reject();
    std::vector<int> nexts;
    if (!bars.empty()) {
        bars.push_back(s.size());
        std::size_t start = 0;
        for (std::size_t i = 0; i < bars.size(); i++) {
            nexts.push_back(parse(s.substr(start, bars[i] - start)));
            start = bars[i] + 1;
        }
    } else if (firstClose != std::string::npos && firstClose + 1 == s.size() && isCommand(s, 0, '(')) {
        nexts.push_back(parse(s.substr(1, s.size() - 2)));
    } else {
        Node node = nodes[index];
        std::size_t at = 0;
        parseSet(s, at, node.set);
        parseCounts(s, at, node);
        nodes[index] = node;
        if (at < s.size()) nexts.push_back(parse(s.substr(at)));
    }
    nodes[index].nexts = nexts;
    return index;
}

template <class Lazy>
TESTLIB_COLD void pattern::parseSet(const std::string &s, std::size_t &at, std::string &set) const {
    if (at >= s.size()) reject();
    if (!isCommand(s, at, '[')) {
        set += takeChar(s, at);
        return;
    }
    at++;
    const bool isNegative = isCommand(s, at, '^');
    if (isNegative) at++;
    char last = 0;
    while (at < s.size() && !isCommand(s, at, ']')) {
        if (last == 0 || !isCommand(s, at, '-')) {
            if (last != 0) set += last;
            last = takeChar(s, at);
            continue;
        }
        at++;
        if (at + 1 == s.size() || isCommand(s, at, ']')) {
            set += last;
            last = '-';
            continue;
        }
        const char end = takeChar(s, at);
        if (last > end) reject();
        for (int c = last; c <= end; c++) set += char(c);
        last = 0;
    }
    if (last != 0) set += last;
    if (!isCommand(s, at, ']')) reject();
    at++;
    if (isNegative) {
        std::string others;
        for (int c = 0; c < 255; c++)
            if (set.find(char(c)) == std::string::npos) others += char(c);
        set = others;
    }
    std::sort(set.begin(), set.end());
}

template <class Lazy> TESTLIB_COLD void pattern::parseCounts(const std::string &s, std::size_t &at, Node &node) const {
    node.from = node.to = 1;
    if (isCommand(s, at, '?')) {
        node.from = 0, at++;
    } else if (isCommand(s, at, '*')) {
        node.from = 0, node.to = INT_MAX, at++;
    } else if (isCommand(s, at, '+')) {
        node.to = INT_MAX, at++;
    } else if (isCommand(s, at, '{')) {
        at++;
        std::vector<std::string> parts;
        std::string part;
        while (at < s.size() && !isCommand(s, at, '}')) {
            if (isCommand(s, at, ',')) {
                parts.push_back(part);
                part.clear();
                at++;
            } else {
                part += takeChar(s, at);
            }
        }
        if (!part.empty()) parts.push_back(part);
        if (!isCommand(s, at, '}') || parts.empty() || parts.size() > 2) reject();
        at++;
        if (std::sscanf(parts[0].c_str(), "%d", &node.from) != 1) reject();
        node.to = node.from;
        if (parts.size() == 2 && std::sscanf(parts[1].c_str(), "%d", &node.to) != 1) reject();
        if (node.from > node.to) reject();
    }
}

template <class Lazy> bool pattern::matchesFrom(int index, const std::string &s, std::size_t at) const {
    const Node &node = nodes[index];
    if (node.to > 0) {
        int count = 0;
        while (at < s.size() && count < node.to && node.set.find(s[at]) != std::string::npos) at++, count++;
        if (count < node.from) return false;
    }
    for (std::size_t i = 0; i < node.nexts.size(); i++)
        if (matchesFrom(node.nexts[i], s, at)) return true;
    return node.nexts.empty() && at == s.size();
}

#endif
