import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeNativeProblem } from "../src/problem/index.ts";
import {
  bestRunProblem,
  bestRunPrograms as programs,
  createFakeModelServer,
  toAnswerText,
  type FakeModelReply,
  type FakeModelRequest,
} from "../src/testing/index.ts";
import { answerAsHelper, findRole } from "./support/best-run-model.ts";
import { parseResult, runCli } from "./support/cli.ts";

let directory: string;
let runCount = 0;

async function solveWith(
  script: (request: FakeModelRequest, role: string) => FakeModelReply,
  flags: readonly string[] = [],
) {
  await using server = await createFakeModelServer((request) => script(request, findRole(request)));
  const out = join(directory, `out-${runCount++}`);
  const model = ["--model", "openai-compatible/fake", "--base-url", server.baseUrl];
  const args = ["solve", join(directory, "best-run"), ...model, "--json", "--out", out, ...flags];
  const run = await runCli(args, { cwd: directory, env: { GRANDSMITH_HOME: join(directory, "home") } });
  return { run, out, result: () => parseResult(run), requests: server.requests };
}

const text = (answer: string): FakeModelReply => ({ kind: "answer", text: answer, delayMs: 20 });

describe("solve with a hosted model that misbehaves", () => {
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "grandsmith-hosted-"));
    await writeNativeProblem(bestRunProblem, join(directory, "best-run"));
  });

  afterAll(async () => {
    await rm(directory, { recursive: true, force: true });
  });

  it("ends with the right program after slow answers, 500s, cut-off text and wrong programs", async () => {
    let solverCalls = 0;
    const { run, out, result, requests } = await solveWith((request, role) => {
      if (request.index % 5 === 1) return { kind: "error", status: 500, headers: { "retry-after": "0" } };
      if (role === "repairer") return text(toAnswerText(programs.right));
      if (role !== "solver") return text(answerAsHelper(role));
      solverCalls += 1;
      if (solverCalls === 1) return { kind: "answer", text: "```cpp\nint main() {", ending: "length", delayMs: 300 };
      if (solverCalls === 2) return { kind: "answer", text: "" };
      return text(toAnswerText(programs.wrong));
    });
    expect(run.exitCode, run.stderr).toBe(0);
    expect(result()).toMatchObject({ status: "solved", decision: "submit" });
    expect(await readFile(join(out, "solution.cpp"), "utf8")).toBe(programs.right);
    expect(await readFile(join(out, "report.md"), "utf8")).toContain("all numbers are negative");
    expect(requests.length).toBeGreaterThan(8);
  });

  it("holds with the counterexample when there are only wrong programs", async () => {
    const { run, result, out } = await solveWith((_, role) =>
      text(role === "solver" || role === "repairer" ? toAnswerText(programs.wrong) : answerAsHelper(role)),
    );
    expect(run.exitCode).toBe(5);
    expect(result()).toMatchObject({ status: "held", decision: "hold", counterexample: { got: "0\n" } });
    expect(await readFile(join(out, "report.md"), "utf8")).toMatch(/hold/i);
  });

  it("says that the model never answered, and exits with 3", async () => {
    const { run, result } = await solveWith(() => ({ kind: "error", status: 400, message: "no such model" }));
    expect(run.exitCode).toBe(3);
    expect(result().reasons.join(" ")).toContain("no such model");
  });

  it("stops asking when the token budget is used up, and still ends", async () => {
    const { run, result, requests } = await solveWith(
      (_, role) => text(role === "solver" ? toAnswerText(programs.wrong) : answerAsHelper(role)),
      ["--max-tokens", "11000"],
    );
    expect([3, 4, 5]).toContain(run.exitCode);
    expect(result().usage.failedCalls).toBeGreaterThan(0);
    expect(requests.length).toBeLessThan(6);
  });

  it("says how to get a model when none is configured", async () => {
    const run = await runCli(["solve", join(directory, "best-run")], {
      cwd: directory,
      env: { GRANDSMITH_HOME: join(directory, "home") },
    });
    expect(run.exitCode).toBe(3);
    expect(run.stderr).toContain("NO_MODEL");
    expect(run.stderr).toContain("--model");
  });
});
