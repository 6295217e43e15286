import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CliContext } from "../cli-context.ts";
import { exitCodes } from "../exit-codes.ts";
import { runCommand } from "../main.ts";

const examples = join(import.meta.dirname, "../../../examples");
const nightBus = join(examples, "night-bus");
const right = join(nightBus, "solutions/simulate.cpp");
const wrong = join(nightBus, "solutions/negative-load.cpp");

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), "grandsmith-judging-"));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

async function run(...argv: readonly string[]) {
  const written = { out: "", err: "" };
  const context: CliContext = {
    stdout: {
      columns: 80,
      write: (text) => void (written.out += text),
      on: () => process.stdout,
      off: () => process.stdout,
    },
    stderr: { write: (text) => void (written.err += text) },
    env: {},
    cwd,
    onInterrupt: () => () => {},
  };
  return { exitCode: await runCommand(context, argv), ...written };
}

describe("grandsmith verify", () => {
  test("says only that a good package is good, and all of it when asked", async () => {
    const short = await run("verify", nightBus, "--jobs", "1");
    expect(short).toMatchObject({ exitCode: exitCodes.solved });
    expect(short.out).toContain("night-bus: Night Bus (native)");
    expect(short.out).toContain("time limit 1 s CPU");
    expect(short.out).toContain("good: 2 of 2 solutions as expected");
    expect(short.out).not.toContain("simulate.cpp");
    expect(short.err).toContain("judging solutions\n");
    const long = await run("verify", nightBus, "-v");
    expect(long.out).toMatch(/ok {2}negative-load +AC 3, WA 1/);
    expect(long.out).toContain("token 1: expected 1, got 0");
  });

  test("fails with its own exit code where an expectation does not hold, and says which", async () => {
    const folder = join(cwd, "sum");
    for (const name of ["samples", "solutions"]) mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, "problem.yaml"), "title: Sum\nsolutions: [{ name: off, expected: accepted }]\n");
    writeFileSync(join(folder, "statement.md"), "Add.\n");
    writeFileSync(join(folder, "samples/1.in"), "1 2\n");
    writeFileSync(join(folder, "samples/1.ans"), "3\n");
    writeFileSync(join(folder, "solutions/off.cpp"), '#include <cstdio>\nint main() { puts("4"); }\n');
    const text = await run("verify", folder);
    expect(text.exitCode).toBe(exitCodes.unexpected);
    expect(text.out).toMatch(/BAD off +WA 1/);
    expect(text.out).toContain("expected AC, got WA on sample/1");
    const json = await run("verify", folder, "--json");
    const report = JSON.parse(json.out) as {
      kind: string;
      exitCode: number;
      isGood: boolean;
      submissions: { status: string }[];
    };
    expect(json.err).toBe("");
    expect(report).toMatchObject({ kind: "verification", exitCode: exitCodes.unexpected, isGood: false });
    expect(report.submissions.map((row) => row.status)).toEqual(["unexpected"]);
    const none = await run("verify", folder, "--submission", "on*");
    expect(none).toMatchObject({ exitCode: exitCodes.solved });
  });

  test.each([
    [["verify", "nothing-here"], "PROBLEM_NOT_FOUND"],
    [["verify", nightBus, "--jobs", "many"], "USAGE_INVALID"],
    [["verify", nightBus, "--sandbox", "Z"], "USAGE_INVALID"],
    [["verify", nightBus, "--max-time", "0"], "USAGE_INVALID"],
    [["verify", nightBus, "--submission", "{a"], "USAGE_INVALID"],
    [["judge", join(nightBus, "statement.md"), nightBus], "LANGUAGE_UNKNOWN"],
    [["judge", right, nightBus, "--language", "cpp2"], "LANGUAGE_UNKNOWN"],
    [["judge", "nothing.cpp", nightBus], "SOLUTION_UNREADABLE"],
  ])("refuses %j by name", async (argv, code) => {
    const result = await run(...argv);
    expect(result).toMatchObject({ exitCode: exitCodes.badInput, out: "" });
    expect(result.err).toContain(`[${code}]`);
  });
});

describe("grandsmith judge", () => {
  test("prints the verdict, time, memory and the first fault", async () => {
    const good = await run("judge", right, nightBus);
    expect(good).toMatchObject({ exitCode: exitCodes.solved, err: "" });
    expect(good.out).toMatch(/^AC accepted: AC 4\n[\d.]+ s of 1 s, .* of 256 MiB, sandbox tier \w\n$/);
    const bad = await run("judge", wrong, nightBus, "-v");
    expect(bad.exitCode).toBe(exitCodes.rejected);
    expect(bad.out).toMatch(/^AC {2}sample\/1 /m);
    expect(bad.out).toContain("WA wrong-answer: AC 3, WA 1");
    expect(bad.out).toContain("1: token 1: expected 1, got 0");
  });

  test("tells what the compiler says, and gives all of it as JSON", async () => {
    const file = join(cwd, "broken.cpp");
    writeFileSync(file, "int main() { return x; }\n");
    const broken = await run("judge", file, nightBus);
    expect(broken.exitCode).toBe(exitCodes.rejected);
    expect(broken.out).toContain("CE compile-error");
    expect(broken.out).toContain("1:21: error: 'x' was not declared in this scope");
    const json = await run("judge", wrong, nightBus, "--json", "--stop");
    expect(JSON.parse(json.out)).toMatchObject({
      kind: "judgement",
      verdict: "wrong-answer",
      exitCode: exitCodes.rejected,
    });
  });
});
