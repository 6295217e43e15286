import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createMemoryJournal } from "../journal/index.ts";
import { createJudge, type Judge } from "../judge/index.ts";
import { auditPackage } from "./audit-package.ts";
import type { AuditFinding, AuditReport } from "./contract.ts";

/** Files of a package by path; those without a text are left out. */
export type Files = Readonly<Record<string, string | undefined>>;

/** Writes packages into a folder of its own and audits them. */
export interface Auditor extends AsyncDisposable {
  readonly judge: Judge;
  write(files: Files, links?: Readonly<Record<string, string>>): string;
  audit(folder: string, only?: readonly string[]): Promise<AuditReport>;
  find(files: Files, check: string): Promise<readonly AuditFinding[]>;
}

/** An auditor for tests. */
export async function createAuditor(): Promise<Auditor> {
  const root = mkdtempSync(join(tmpdir(), "grandsmith-audit-"));
  const judge = await createJudge({ journal: createMemoryJournal() });
  let count = 0;
  const write: Auditor["write"] = (files, links = {}) => {
    const folder = join(root, `package-${++count}`);
    for (const [path, text] of Object.entries(files)) {
      if (text === undefined) continue;
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    for (const [path, target] of Object.entries(links)) symlinkSync(target, join(folder, path));
    return folder;
  };
  const audit: Auditor["audit"] = async (folder, only) =>
    auditPackage(folder, { judge, only, filesDirectory: "out", budgetMs: 300_000 });
  return {
    judge,
    write,
    audit,
    find: async (files, check) => (await audit(write(files), [check])).findings,
    async [Symbol.asyncDispose]() {
      await judge[Symbol.asyncDispose]();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** A finding in few words. */
export const told = (findings: readonly AuditFinding[]): readonly string[] =>
  findings.map(({ severity, code, file }) => `${severity} ${code} ${file}`);

const numbers = [3, 5, 8, 40, 77];

/** Print a number and its double; several orders are right, so a program checks. */
export const good: Files = {
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

/** The same with another checker: what stands after its registration. */
export const withChecker = (body: string): Files => ({
  ...good,
  "checker/check.cpp": `#include "testlib.h"\nint main(int argc, char** argv) {\n  registerTestlibCmd(argc, argv);\n${body}\n}\n`,
});
