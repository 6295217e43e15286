import { existsSync, mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CliContext } from "./cli-context.ts";
import { runCommand } from "./main.ts";

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), "grandsmith-cli-audit-"));
  mkdirSync(join(cwd, "twice/samples"), { recursive: true });
  const files = {
    "problem.yaml": "title: Twice\n",
    "statement.md": "Print the number.\n",
    "samples/1.in": "4\n",
    "samples/1.ans": "4\n",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, "twice", name), text);
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

async function run(...argv: readonly string[]) {
  const written = { out: "", err: "" };
  const context: CliContext = {
    stdout: {
      columns: 100,
      write: (text) => void (written.out += text),
      on: () => process.stdout,
      off: () => process.stdout,
    },
    stderr: { write: (text) => void (written.err += text) },
    env: { GRANDSMITH_HOME: join(cwd, "home") },
    cwd,
    onInterrupt: () => () => {},
  };
  return { exitCode: await runCommand(context, argv), ...written };
}

test("prints findings with the command that shows them again, and writes the files for it", async () => {
  const { exitCode, out } = await run("audit", "twice", "--only", "tests,trivial");
  expect(exitCode).toBe(0);
  expect(out).toContain("twice: Twice (native)");
  expect(out).toMatch(/^warning samples\/1\.ans: the answer of test sample\/1 is its input.*/m);
  expect(out).toMatch(/good: 0 errors, \d+ warnings, 0 hints/);
  const command = /\$ grandsmith judge (\S+\/echo\.c) twice/.exec(out.replaceAll(/\s+/g, " "));
  expect(existsSync(join(cwd, command?.[1] ?? "nothing"))).toBe(true);
});

test("gives one JSON object, and exit code 6 where there are errors", async () => {
  rmSync(join(cwd, "twice/samples/1.ans"));
  const { exitCode, out } = await run("audit", "twice", "--json", "--out", "found");
  const report = JSON.parse(out) as { readonly findings: readonly { readonly severity: string }[] };
  expect(exitCode).toBe(6);
  expect(report).toMatchObject({ kind: "audit", exitCode: 6 });
  expect(report.findings[0]).toMatchObject({ severity: "error", command: expect.stringContaining("twice") });
});

test("refuses checks that there are not, and times that are none", async () => {
  expect(await run("audit", "twice", "--only", "nothing")).toMatchObject({ exitCode: 2 });
  const { err } = await run("audit", "twice", "--seconds", "soon");
  expect(err).toContain("--seconds: expected a number from 1 to 86400");
});
