import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMemoryJournal } from "../journal/index.ts";
import { createJudge, type Judge } from "../judge/index.ts";
import { auditPackage } from "./audit-package.ts";
import type { AuditFinding, AuditReport } from "./contract.ts";

type Files = Readonly<Record<string, string | undefined>>;

let root: string;
let judge: Judge;
let count = 0;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "grandsmith-audit-"));
  judge = await createJudge({ journal: createMemoryJournal() });
});
afterAll(async () => {
  await judge[Symbol.asyncDispose]();
  rmSync(root, { recursive: true, force: true });
});

function write(files: Files, links: Readonly<Record<string, string>> = {}): string {
  const folder = join(root, `package-${++count}`);
  for (const [path, text] of Object.entries(files)) {
    if (text === undefined) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(folder, path));
  return folder;
}

async function audit(folder: string, only?: readonly string[]): Promise<AuditReport> {
  return auditPackage(folder, { judge, only, filesDirectory: "out", budgetMs: 300_000 });
}

async function find(files: Files, check: string): Promise<readonly AuditFinding[]> {
  return (await audit(write(files), [check])).findings;
}

const told = (findings: readonly AuditFinding[]): readonly string[] =>
  findings.map(({ severity, code, file }) => `${severity} ${code} ${file}`);

const numbers = [3, 5, 8, 40, 77];

/** Print a number and its double; several orders are right, so a program checks. */
const good: Files = {
  "problem.yaml": [
    "title: Doubles",
    "checker: { file: check.cpp, convention: testlib }",
    "validators: [{ name: range, convention: plain }]",
    "generators: [{ name: gen }]",
    "solutions: [{ name: main, main: true, expected: accepted }]",
    "tests: [{ id: '5', generator: gen 77 }]",
    "",
  ].join("\n"),
  "statement.md": "Print $n$ and $2n$, in any order.\n\nThe first line contains $n$ ($1 \\le n \\le 1000$).\n",
  "samples/1.in": "3\n",
  "samples/1.ans": "3 6\n",
  ...Object.fromEntries(
    numbers.slice(1).flatMap((n, i) => [
      [`tests/${i + 2}.in`, `${n}\n`],
      [`tests/${i + 2}.ans`, `${n} ${2 * n}\n`],
    ]),
  ),
  "checker/check.cpp": `#include "testlib.h"
int main(int argc, char** argv) {
  registerTestlibCmd(argc, argv);
  int n = inf.readInt(), a = ouf.readInt(0, 2000), b = ouf.readInt(0, 2000);
  if (std::min(a, b) != n || std::max(a, b) != 2 * n) quitf(_wa, "expected %d and %d", n, 2 * n);
  quitf(_ok, "fine");
}
`,
  "validators/range.py": `import re, sys
text = sys.stdin.buffer.read()
sys.exit(0 if re.fullmatch(rb"[1-9][0-9]{0,3}\\n", text) and int(text) <= 1000 else 1)
`,
  "generators/gen.py": "import sys\nprint(sys.argv[1])\n",
  "solutions/main.py": "n = int(input())\nprint(n, 2 * n)\n",
};

const withChecker = (body: string): Files => ({
  ...good,
  "checker/check.cpp": `#include "testlib.h"\nint main(int argc, char** argv) {\n  registerTestlibCmd(argc, argv);\n${body}\n}\n`,
});

describe("a good package", () => {
  test("gives no error and no warning, and every check is done", { timeout: 120_000 }, async () => {
    const report = await audit(write(good));
    expect(report.findings.filter(({ severity }) => severity !== "hint")).toEqual([]);
    expect(report.checks.map(({ name, status }) => `${name} ${status}`)).toEqual([
      "links done",
      "includes done",
      "losses done",
      "programs done",
      "generators done",
      "tests done",
      "statement done",
      "validators done",
      "answers done",
      "checker done",
      "trivial done",
      "interactor not-needed",
    ]);
  });

  test("is cut short where time does not suffice, and says so", async () => {
    const report = await auditPackage(write(good), { judge, filesDirectory: "out", budgetMs: 1 });
    expect(report.checks.some(({ status }) => status === "cut-short")).toBe(true);
  });

  test("is audited for what is asked only, and an unknown check is refused", async () => {
    const folder = write(good);
    expect((await audit(folder, ["tests"])).checks.map(({ name }) => name)).toEqual(["tests"]);
    await expect(audit(folder, ["nothing"])).rejects.toMatchObject({ code: "AUDIT_CHECK_UNKNOWN" });
  });
});

describe("files", () => {
  test("a header that is a broken link is an error with its path, though the package may not be readable", async () => {
    const folder = write(good, { "checker/testlib.h": "../../nowhere/testlib.h", "checker/far.h": "/etc/hostname" });
    const found = (await audit(folder)).findings;
    expect(told(found)).toEqual(
      expect.arrayContaining(["error link-broken checker/testlib.h", "warning link-leaves-package checker/far.h"]),
    );
    expect(found.find(({ code }) => code === "link-broken")?.reproduction.command).toBe(
      `readlink -e ${folder}/checker/testlib.h`,
    );
  });

  test("an include that is not there is an error", async () => {
    const files = { ...good, "checker/check.cpp": `#include "bounds.h"\n${good["checker/check.cpp"]}` };
    expect(told(await find(files, "includes"))).toContain("error include-missing checker/check.cpp");
  });

  test("a package that cannot be read gives its faults as findings", async () => {
    const report = await audit(write({ ...good, "problem.yaml": "title: Doubles\nlimitz: { time: 2 s }\n" }));
    expect(report.problem).toBeUndefined();
    expect(told(report.findings)).toContain("error package-unreadable problem.yaml");
  });
});

describe("programs", () => {
  test("a checker that does not compile is an error, a solution in an absent language a warning", async () => {
    const files = {
      ...withChecker("  undeclared();"),
      "problem.yaml": good["problem.yaml"]?.replace(
        "solutions: [",
        "solutions: [{ name: old, language: other, expected: accepted }, ",
      ),
      "solutions/old.pas": "begin end.\n",
    };
    const found = told(await find(files, "programs"));
    expect(found).toContain("error tool-uncompilable checker/check.cpp");
    expect(found).toContain("hint language-absent solutions/old.pas");
  });

  test.each([
    [
      "prints other bytes the second time",
      "import os\nprint(int.from_bytes(os.urandom(4), 'big'))\n",
      "generator-random",
    ],
    ["ends with another code than 0", "import sys\nprint(sys.argv[1])\nsys.exit(3)\n", "generator-failed"],
    ["makes another input than is shipped", "print(78)\n", "input-differs"],
  ])("a generator that %s is an error", async (_what, source, code) => {
    const found = await find({ ...good, "generators/gen.py": source }, "generators");
    expect(told(found)).toEqual([`error ${code} generators/gen.py`]);
  });

  test("a call of a generator that is not there is an error", async () => {
    const files = { ...good, "problem.yaml": good["problem.yaml"]?.replace("gen 77", "other 77") };
    expect((await find(files, "generators")).map(({ code }) => code)).toEqual(["generator-missing"]);
  });
});

describe("tests and statement", () => {
  const compared: Files = {
    ...good,
    "checker/check.cpp": undefined,
    "problem.yaml": good["problem.yaml"]?.replace("checker: { file: check.cpp, convention: testlib }\n", ""),
  };

  test("repeated inputs, empty answers, answers that are the input, missing answers", async () => {
    const files = {
      ...compared,
      "tests/6.in": "40\n",
      "tests/6.ans": "40 81\n",
      "tests/7.in": "9\n",
      "tests/7.ans": "\n",
      "tests/8.in": "11\n",
      "tests/8.ans": "11\n",
      "tests/9.in": "12 \r\n",
    };
    expect(told(await find(files, "tests"))).toEqual([
      "error answers-contradict tests/6.ans",
      "error answer-absent tests/9.in",
      "warning test-repeated tests/6.in",
      "warning answer-empty tests/7.ans",
      "warning answer-is-input tests/8.ans",
      "warning input-ill-formed tests/9.in",
    ]);
  });

  test("tests outside the input specification are errors", async () => {
    const spec = "input:\n  - line: { n: [1, 50] }\n";
    const found = await find({ ...good, "input-spec.yaml": spec }, "tests");
    expect(told(found)).toEqual(["error input-violates-spec tests/5.in"]);
  });

  test("tests beyond the statement's bounds are hints, labelled as a simple reading", async () => {
    const statement = good["statement.md"]?.replace("1000", "50");
    const found = await find({ ...good, "statement.md": statement }, "statement");
    expect(told(found)).toEqual(["hint input-beyond-statement tests/5.in"]);
    expect(found[0]?.message).toContain("simple reading");
  });

  test("samples of the statement that no test has are warnings", async () => {
    const statement = `${good["statement.md"]}\n## Sample input\n\n\`\`\`\n4\n\`\`\`\n\n## Sample output\n\n\`\`\`\n4 8\n\`\`\`\n`;
    expect((await find({ ...good, "statement.md": statement }, "statement")).map(({ code }) => code)).toEqual([
      "sample-not-tested",
    ]);
  });
});

describe("validators", () => {
  test("one that accepts a token too many, words and huge numbers is an error for each, with the input", async () => {
    const lenient = "import sys\nn = sys.stdin.read().split()\nsys.exit(0 if n else 1)\n";
    const found = await find({ ...good, "validators/range.py": lenient }, "validators");
    const broken = found.filter(
      ({ code }) => code === "validator-accepts-broken" || code.startsWith("validator-lenient"),
    );
    const names = broken.flatMap(({ reproduction }) => reproduction.files.map((file) => file.fileName.split("/")[1]));
    expect(names).toEqual(
      expect.arrayContaining(["extra-token.in", "word-for-number.in", "huge-number.in", "crlf.in", "no-final-eoln.in"]),
    );
    expect(broken.every(({ file }) => file === "validators/range.py")).toBe(true);
    expect(broken.find(({ message }) => message.includes("token too many"))?.severity).toBe("error");
  });

  test("one that rejects a test is an error with the test's file", async () => {
    const strict = good["validators/range.py"]?.replace("1000", "50");
    const found = await find({ ...good, "validators/range.py": strict }, "validators");
    expect(told(found)).toContain("error input-invalid tests/5.in");
  });

  test("testlib validators that never ask for the end are warned of", async () => {
    const files = {
      ...good,
      "problem.yaml": good["problem.yaml"]?.replace("convention: plain", "convention: testlib"),
      "validators/range.py": undefined,
      "validators/range.cpp": `#include "testlib.h"
int main(int argc, char** argv) { registerValidation(argc, argv); inf.readInt(1, 1000, "n"); inf.readEoln(); }
`,
    };
    const found = await find(files, "validators");
    expect(told(found)).toContain("warning validator-without-eof validators/range.cpp");
  });
});

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
    const report = await audit(write(withChecker('  quitf(_ok, "fine"); ouf.readAll();')), ["checker", "trivial"]);
    const silent = await audit(write({ ...good, "checker/check.cpp": "int main() { return 0; }\n" }), [
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
    const report = await audit(write(files), ["answers", "checker"]);
    expect(told(report.findings).filter((line) => line.startsWith("error"))).toEqual(
      expect.arrayContaining([
        "error answer-rejected samples/1.ans",
        "error checker-accepts-nothing checker/check.cpp",
      ]),
    );
  });

  test("one that crashes on junk is an error, and is not asked for ever", async () => {
    const report = await audit(write({ ...good, "checker/check.cpp": unsafe }), ["checker"]);
    const found = report.findings.filter(({ code }) => code === "checker-fails");
    expect(found.some(({ severity, message }) => severity === "error" && message.includes("that is empty"))).toBe(true);
    expect(report.checks[0]?.note).toContain("since it keeps failing");
  });

  test("one that draws lots is an error, and its source a hint", async () => {
    const files = withChecker(
      '  int a = ouf.readInt(), b = ouf.readInt();\n  (void)a; (void)b;\n  FILE* f = fopen("/dev/urandom", "rb");\n  int c = f ? fgetc(f) : (int)(std::chrono::steady_clock::now().time_since_epoch().count() / 100);\n  quitf(c % 2 ? _ok : _wa, "chance");',
    );
    const found = told(
      await find({ ...files, "checker/check.cpp": `#include <chrono>\n${files["checker/check.cpp"]}` }, "checker"),
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
    const found = await find({ ...good, "checker/check.cpp": exact }, "checker");
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
    const found = await find(yesNo, "trivial");
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
    const found = await find(files, "trivial");
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
    const found = await find(interactive(body), "interactor");
    expect(told(found)).toContain("error interactor-accepts interactor/interact.py");
    expect(found.some(({ message }) => message.includes("ends without a word"))).toBe(true);
  });

  test("one that is not there is an error", async () => {
    const files = {
      ...interactive(""),
      "problem.yaml": "title: Guess\ninteractor: missing\n",
      "interactor/interact.py": undefined,
    };
    expect((await find(files, "interactor")).map(({ code }) => code)).toEqual(["interactor-absent"]);
  });
});
