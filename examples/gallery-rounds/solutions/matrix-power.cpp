#include <array>
#include <iostream>
#include <string>

constexpr int rooms = 7;
constexpr long long modulus = 1'000'000'007;

using Row = std::array<long long, rooms>;
using Matrix = std::array<Row, rooms>;

int main() {
    // Room by room, where its passages lead.
    const std::array<std::string, rooms> exits = {"BC", "DE", "ABF", "C", "DG", "DE", "F"};
    std::array<Matrix, 30> powers{};
    for (int from = 0; from < rooms; ++from)
        for (const char to : exits[from]) powers[0][from][to - 'A'] = 1;
    for (int bit = 1; bit < 30; ++bit)
        for (int i = 0; i < rooms; ++i)
            for (int j = 0; j < rooms; ++j)
                for (int via = 0; via < rooms; ++via)
                    powers[bit][i][j] =
                        (powers[bit][i][j] + powers[bit - 1][i][via] * powers[bit - 1][via][j]) % modulus;

    int q;
    std::cin >> q;
    while (q-- > 0) {
        char s, t;
        int k;
        std::cin >> s >> t >> k;
        Row ways{};
        ways[s - 'A'] = 1;
        for (int bit = 0; bit < 30; ++bit) {
            if ((k >> bit & 1) == 0) continue;
            Row next{};
            for (int i = 0; i < rooms; ++i)
                for (int j = 0; j < rooms; ++j) next[j] = (next[j] + ways[i] * powers[bit][i][j]) % modulus;
            ways = next;
        }
        std::cout << ways[t - 'A'] << '\n';
    }
}
