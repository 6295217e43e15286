import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAuditor, good, told, withChecker, type Auditor, type Files } from "./test-packages.ts";

let auditor: Auditor;
beforeAll(async () => {
  auditor = await createAuditor();
});
afterAll(async () => auditor[Symbol.asyncDispose]());

const unsafe = `#include <algorithm>
#include <fstream>
#include <string>
int main(int, char** argv) {
  std::ifstream out(argv[2]), in(argv[1]);
  std::string a, b; int n; in >> n; out >> a >> b;
  int x = std::stoi(a), y = std::stoi(b);
  return std::min(x, y) == n && std::max(x, y) == 2 * n ? 0 : 1;
}
`;

describe("checkers", () => {
  test("one that reads nothing accepts junk, and trivial programs pass", { timeout: 120_000 }, async () => {
    const report = await auditor.audit(auditor.write(withChecker('  quitf(_ok, "fine"); ouf.readAll();')), [
      "checker",
      "trivial",
    ]);
    const silent = await auditor.audit(auditor.write({ ...good, "checker/check.cpp": "int main() { return 0; }\n" }), [
      "checker",
      "trivial",
    ]);
    for (const { findings } of [report, silent])
      expect(findings.some(({ severity }) => severity === "error")).toBe(true);
    const junk = silent.findings.filter(({ code }) => code === "checker-accepts-junk").map(({ message }) => message);
    expect(junk).toEqual(
      expect.arrayContaining([expect.stringContaining("that is empty"), expect.stringContaining("of words")]),
    );
    expect(junk.some((message) => message.includes("10 MB"))).toBe(true);
    const trivial = silent.findings.filter(({ code }) => code === "trivial-program-scores");
    expect(trivial.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/prints nothing is accepted/),
        expect.stringMatching(/prints its input is accepted/),
      ]),
    );
    expect(trivial[0]?.reproduction.command).toMatch(
      /^grandsmith judge out\/\d{3}-trivial-program-scores\/\S+\.c \S+$/,
    );
    expect(trivial[0]?.reproduction.files).toHaveLength(1);
  });

  test("one that rejects the jury's answer and all solutions reads another format", async () => {
    const files = withChecker('  for (int i = 0; i < 3; i++) ouf.readInt();\n  quitf(_ok, "fine");');
    const report = await auditor.audit(auditor.write(files), ["answers", "checker"]);
    expect(told(report.findings).filter((line) => line.startsWith("error"))).toEqual(
      expect.arrayContaining([
        "error answer-rejected samples/1.ans",
        "error checker-accepts-nothing checker/check.cpp",
      ]),
    );
  });

  test("one that crashes on junk is an error, and is not asked for ever", async () => {
    const report = await auditor.audit(auditor.write({ ...good, "checker/check.cpp": unsafe }), ["checker"]);
    const found = report.findings.filter(({ code }) => code === "checker-fails");
    expect(found.some(({ severity, message }) => severity === "error" && message.includes("that is empty"))).toBe(true);
    expect(report.checks[0]?.note).toContain("since it keeps failing");
  });

  test("one that hangs on one kind of junk is an error that says so", { timeout: 240_000 }, async () => {
    const body = '  volatile bool hangs = ouf.readToken() == "Ratio:";\n  while (hangs);\n  quitf(_wa, "no");';
    const report = await auditor.audit(auditor.write(withChecker(body)), ["checker"]);
    const [found, ...others] = report.findings.filter(({ code }) => code === "checker-fails");
    expect(others).toEqual([]);
    expect(found?.severity).toBe("error");
    expect(found?.message).toMatch(/that claims a score .* the checker failed: used more CPU time/);
  });

  test("one that draws lots is an error, and its source a hint", async () => {
    // The clock alone may be coarse, and devices may be out of reach.
    const files = withChecker(
      [
        "  int a = ouf.readInt(), b = ouf.readInt();",
        "  (void)a; (void)b;",
        "  unsigned long lots = std::chrono::steady_clock::now().time_since_epoch().count();",
        "  lots ^= (unsigned long)&lots + getpid() * 7919ul;",
        "  getrandom(&lots, sizeof lots, GRND_NONBLOCK);",
        "  lots = (lots ^ lots >> 31) * 0x9e3779b97f4a7c15ul;",
        '  quitf(lots >> 63 ? _ok : _wa, "chance");',
      ].join("\n"),
    );
    const found = told(
      await auditor.find(
        {
          ...files,
          "checker/check.cpp": `#include <chrono>\n#include <sys/random.h>\n#include <unistd.h>\n${files["checker/check.cpp"]}`,
        },
        "checker",
      ),
    );
    expect(found).toContain("error checker-random checker/check.cpp");
    expect(found).toContain("hint checker-uses-chance checker/check.cpp");
  });

  test("one that minds spaces is warned of", async () => {
    const exact = `#include <fstream>
#include <sstream>
#include <string>
static std::string all(const char* name) { std::ifstream f(name); std::stringstream s; s << f.rdbuf(); return s.str(); }
int main(int, char** argv) { return all(argv[2]) == all(argv[3]) ? 0 : 1; }
`;
    const found = await auditor.find({ ...good, "checker/check.cpp": exact }, "checker");
    expect(found.map(({ code }) => code)).toContain("checker-rejects-spacing");
    expect(found.every(({ severity }) => severity === "warning")).toBe(true);
  });
});

describe("trivial programs", () => {
  const yesNo: Files = {
    "problem.yaml":
      "title: Even\ngroups: [{ id: all, points: 60, aggregation: minimum }, { id: rest, points: 40, aggregation: sum }]\nscoring: { kind: partial, maximum: 100 }\n",
    "statement.md": "Is $n$ even?\n",
    "samples/1.in": "2\n",
    "samples/1.ans": "YES\n",
    ...Object.fromEntries(
      [1, 2, 3, 4].flatMap((i) => [
        [`tests/all/${i}.in`, `${2 * i}\n`],
        [`tests/all/${i}.ans`, "YES\n"],
        [`tests/rest/${i}.in`, `${2 * i + 1}\n`],
        [`tests/rest/${i}.ans`, "NO\n"],
      ]),
    ),
  };

  test("a constant that is right for a whole group gets its points: a finding with the score", async () => {
    const found = await auditor.find(yesNo, "trivial");
    const messages = found.map(({ severity, message }) => `${severity}: ${message}`);
    expect(messages.some((text) => /^error: a program that prints "?YES"? gets 6[01] of 100 points/.test(text))).toBe(
      true,
    );
    expect(messages.some((text) => /^warning: a program that prints "?NO"? gets 40 of 100 points/.test(text))).toBe(
      true,
    );
    expect(messages.some((text) => text.includes("claims a score"))).toBe(false);
  });

  test("a checker of an open-ended problem that gives full marks early is an error", async () => {
    const files: Files = {
      ...withChecker(
        '  int a = ouf.readInt();\n  if (a <= 1) quitf(_ok, "early. Ratio: 1.0");\n  quitp(0.5, "late. Ratio: 0.5");',
      ),
      "problem.yaml": good["problem.yaml"]
        ?.replace("convention: testlib }", "convention: frontier-cs }")
        .concat("scoring: { kind: open-ended, direction: maximize, maximum: 1 }\n"),
    };
    const found = await auditor.find(files, "trivial");
    expect(
      found.some(({ severity, message }) => severity === "error" && /prints 0 gets 1 of 1 points/.test(message)),
    ).toBe(true);
  });
});

const interactive = (body: string): Files => ({
  "problem.yaml": "title: Guess\nlimits: { time: 1 s }\ninteractor: { convention: kattis, language: python3 }\n",
  "statement.md": "Guess.\n",
  "samples/1.in": "7\n",
  "samples/1.ans": "7\n",
  "interactor/interact.py": body,
});

describe("interactors", () => {
  test("one that accepts a contestant that leaves is an error", { timeout: 120_000 }, async () => {
    const body =
      "import sys\nprint('guess', flush=True)\nline = sys.stdin.readline()\nsys.exit(42 if line.strip() in ('', '7') else 43)\n";
    const found = await auditor.find(interactive(body), "interactor");
    expect(told(found)).toContain("error interactor-accepts interactor/interact.py");
    expect(found.some(({ message }) => message.includes("ends without a word"))).toBe(true);
  });

  test("one that is not there is an error", async () => {
    const files = {
      ...interactive(""),
      "problem.yaml": "title: Guess\ninteractor: missing\n",
      "interactor/interact.py": undefined,
    };
    expect((await auditor.find(files, "interactor")).map(({ code }) => code)).toEqual(["interactor-absent"]);
  });
});
