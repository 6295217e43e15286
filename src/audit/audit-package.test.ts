import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditPackage } from "./audit-package.ts";
import { createAuditor, good, told, withChecker, type Auditor, type Files } from "./test-packages.ts";

let auditor: Auditor;
beforeAll(async () => {
  auditor = await createAuditor();
});
afterAll(async () => auditor[Symbol.asyncDispose]());

describe("a good package", () => {
  test("gives no error and no warning, and every check is done", { timeout: 120_000 }, async () => {
    const report = await auditor.audit(auditor.write(good));
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
    const report = await auditPackage(auditor.write(good), {
      judge: auditor.judge,
      filesDirectory: "out",
      budgetMs: 1,
    });
    expect(report.checks.some(({ status }) => status === "cut-short")).toBe(true);
  });

  test("is audited for what is asked only, and an unknown check is refused", async () => {
    const folder = auditor.write(good);
    expect((await auditor.audit(folder, ["tests"])).checks.map(({ name }) => name)).toEqual(["tests"]);
    await expect(auditor.audit(folder, ["nothing"])).rejects.toMatchObject({ code: "AUDIT_CHECK_UNKNOWN" });
  });
});

describe("files", () => {
  test("a header that is a broken link is an error with its path, though the package may not be readable", async () => {
    const folder = auditor.write(good, {
      "checker/testlib.h": "../../nowhere/testlib.h",
      "checker/far.h": "/etc/hostname",
    });
    const found = (await auditor.audit(folder)).findings;
    expect(told(found)).toEqual(
      expect.arrayContaining(["error link-broken checker/testlib.h", "warning link-leaves-package checker/far.h"]),
    );
    expect(found.find(({ code }) => code === "link-broken")?.reproduction.command).toBe(
      `readlink -e ${folder}/checker/testlib.h`,
    );
  });

  test("an include that is not there is an error", async () => {
    const files = { ...good, "checker/check.cpp": `#include "bounds.h"\n${good["checker/check.cpp"]}` };
    expect(told(await auditor.find(files, "includes"))).toContain("error include-missing checker/check.cpp");
  });

  test("a package that cannot be read gives its faults as findings", async () => {
    const report = await auditor.audit(
      auditor.write({ ...good, "problem.yaml": "title: Doubles\nlimitz: { time: 2 s }\n" }),
    );
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
    const found = told(await auditor.find(files, "programs"));
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
    const found = await auditor.find({ ...good, "generators/gen.py": source }, "generators");
    expect(told(found)).toEqual([`error ${code} generators/gen.py`]);
  });

  test("a call of a generator that is not there is an error", async () => {
    const files = { ...good, "problem.yaml": good["problem.yaml"]?.replace("gen 77", "other 77") };
    expect((await auditor.find(files, "generators")).map(({ code }) => code)).toEqual(["generator-missing"]);
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
    expect(told(await auditor.find(files, "tests"))).toEqual([
      "error answers-contradict tests/6.ans",
      "warning test-repeated tests/6.in",
      "warning answer-empty tests/7.ans",
      "warning answer-is-input tests/8.ans",
      "warning answer-absent tests/9.in",
      "warning input-ill-formed tests/9.in",
    ]);
  });

  test("tests outside the input specification are errors", async () => {
    const spec = "input:\n  - line: { n: [1, 50] }\n";
    const found = await auditor.find({ ...good, "input-spec.yaml": spec }, "tests");
    expect(told(found)).toEqual(["error input-violates-spec tests/5.in"]);
  });

  test("tests beyond the statement's bounds are hints, labelled as a simple reading", async () => {
    const statement = good["statement.md"]?.replace("1000", "50");
    const found = await auditor.find({ ...good, "statement.md": statement }, "statement");
    expect(told(found)).toEqual(["hint input-beyond-statement tests/5.in"]);
    expect(found[0]?.message).toContain("simple reading");
  });

  test("samples of the statement that no test has are warnings", async () => {
    const statement = `${good["statement.md"]}\n## Sample input\n\n\`\`\`\n4\n\`\`\`\n\n## Sample output\n\n\`\`\`\n4 8\n\`\`\`\n`;
    expect((await auditor.find({ ...good, "statement.md": statement }, "statement")).map(({ code }) => code)).toEqual([
      "sample-not-tested",
    ]);
  });
});

describe("validators", () => {
  test("one that accepts a token too many, words and huge numbers is an error for each, with the input", async () => {
    const lenient = "import sys\nn = sys.stdin.read().split()\nsys.exit(0 if n else 1)\n";
    const found = await auditor.find({ ...good, "validators/range.py": lenient }, "validators");
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
    const found = await auditor.find({ ...good, "validators/range.py": strict }, "validators");
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
    const found = await auditor.find(files, "validators");
    expect(told(found)).toContain("warning validator-without-eof validators/range.cpp");
  });
});
