import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import stringWidth from "string-width";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestData } from "../../problem/index.ts";
import type { CandidateReport, SolveResult } from "../../solve/index.ts";
import { createProblem } from "../../testing/index.ts";
import { createPalette } from "../text/palette.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { renderSummary } from "./render-summary.ts";
import { createRunReport, toTestFile, type RunReport } from "./run-report.ts";
import { checkOutputDirectory, writeOutput } from "./write-output.ts";

const encoder = new TextEncoder();
const toData = (text: string) => createTestData(encoder.encode(text));

function createCandidate(overrides: Partial<CandidateReport> & Pick<CandidateReport, "id">): CandidateReport {
  return {
    address: { role: "solver", round: 0, index: 0 },
    origin: { kind: "sampled" },
    program: { language: "cpp20", fileName: "main.cpp", source: "int main() {}\n" },
    programDigest: overrides.id,
    verdictByTest: {},
    outputDigestByTest: {},
    passedCount: 0,
    failedCount: 0,
    judgeFailedCount: 0,
    bruteForceAgreementCount: 0,
    clusterSize: 1,
    maxCpuTimeMs: 3,
    maxMemoryBytes: 700_000,
    toldHypothesisIds: [],
    ...overrides,
  };
}

const evil = "\u001b[2Jgot\u202e ````\n# heading | <b>";

function createResult(overrides: Partial<SolveResult> = {}): SolveResult {
  return {
    status: "solved",
    decision: "submit",
    reasons: ["c2 passes all 3 tests."],
    warnings: [],
    level: {
      value: 1,
      source: "model",
      confidence: 0.31,
      calibratedOn: "some problems",
      reason: evil,
      features: [evil],
    },
    plan: {
      level: 1,
      route: "direct",
      hypothesisCount: 1,
      revisionCount: 2,
      lengthBudget: { baseTokens: 2000, growth: 2 },
      stagnationRounds: 3,
      memory: { thresholdChars: 6000, chunkChars: 4000, summaryWords: 400 },
      candidateCount: 2,
      roundCount: 2,
      testCounts: { tiny: 1, small: 0, edge: 1, large: 0 },
      maxTokensPerSample: 8000,
    },
    chosenId: "c2",
    candidates: [
      createCandidate({
        id: "c1",
        verdictByTest: { "sample/1": "accepted", "tiny/01": "wrong-answer", "edge/01": "wrong-answer" },
        outputDigestByTest: { "tiny/01": "got" },
      }),
      createCandidate({
        id: "c2",
        verdictByTest: { "sample/1": "accepted", "tiny/01": "accepted", "edge/01": "accepted" },
      }),
      createCandidate({ id: "c3", compileMessage: `error: ${evil}` }),
    ],
    tests: [
      {
        id: "sample/1",
        size: "sample",
        input: toData("1 2\n"),
        answer: toData("3\n"),
        answeredBy: "package",
        isSeparating: false,
      },
      {
        id: "tiny/01",
        size: "tiny",
        input: toData("-1 -2\n"),
        answer: toData("-3\n"),
        answeredBy: "brute-force",
        isSeparating: true,
        boundary: "both are negative",
      },
      { id: "edge/01", size: "edge", input: toData("0\n".repeat(1000)), answeredBy: "nobody", isSeparating: true },
    ],
    tools: [{ role: "brute-force", status: "believed", reason: evil, attempts: 1 }],
    rounds: 1,
    searchEnd: "ready",
    confidence: 0.8,
    hypotheses: [
      {
        id: "h1",
        origin: "model",
        kind: "answer",
        claim: evil,
        program: { language: "cpp20", fileName: "main.cpp", source: evil },
        status: "promoted",
        reason: `stood after 1 revision(s) ${evil}`,
        evidence: evil,
        toldIds: ["c2"],
        reward: 1.25,
        checks: [
          {
            claim: evil,
            status: "refuted",
            reason: evil,
            checkedCount: 4,
            agreedCount: 3,
            failures: [{ input: evil, answer: evil, got: evil }],
          },
          { claim: evil, status: "agreed", reason: "", checkedCount: 4, agreedCount: 4, failures: [] },
        ],
      },
    ],
    memory: {
      text: evil,
      folds: [
        {
          about: evil,
          textDigest: "a".repeat(64),
          textChars: 9000,
          states: [evil],
          chunkCount: 2,
          failures: [evil],
          score: { kind: "fold-not-scored", reason: evil },
        },
      ],
    },
    learnings: [
      {
        kind: "round-learned",
        round: 0,
        lambda: 0.5,
        objective: 0.4,
        rolloutCount: 7,
        tokenCount: 1234,
        updateCount: 4,
        gradNorm: 0.0321,
        version: 4,
      },
      { kind: "round-skipped", round: 1, reason: evil },
    ],
    weighings: [
      { round: 0, lambda: 0.5, objective: 0.4, rollouts: [{ id: "c1", reward: null, weight: 1 }], builtOnIds: ["c1"] },
    ],
    submissions: [
      {
        attempt: 1,
        candidateId: "c1",
        destination: evil,
        verdict: "wrong-answer",
        explanation: { testId: "rejection/01", reason: evil },
      },
    ],
    usage: { calls: 5, failedCalls: 0, inputTokens: 100, outputTokens: 200, costUsd: undefined },
    usageByRole: { solver: { calls: 2, inputTokens: 60, outputTokens: 150, costUsd: 0.5 } },
    facts: { tier: "U", memorySource: "rlimit", shortfalls: ["memory of all processes together is not limited"] },
    ...overrides,
  };
}

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "grandsmith-report-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function createReport(result = createResult(), outDirectory = directory): RunReport {
  return createRunReport({
    session: {
      runId: "20261130-0912-sum-3f2a",
      problem: createProblem({ title: `Sum ${evil}` }),
      policyName: "recorded",
      recordingSource: "made with desk",
      config: { seed: "1" },
      outDirectory,
      readCounts: () => ({ performed: 9, replayed: 2, failed: 0, inFlightAtKill: 1 }),
      readArtifact: (digest) => (digest === "got" ? encoder.encode(evil) : undefined),
    },
    result,
    exitCode: 0,
    toolVersion: "0.1.0",
  });
}

describe("the summary", () => {
  it.each([30, 40, 80, 150])("fits %i columns and holds no control characters", (width) => {
    const held = createResult({
      status: "held",
      decision: "hold",
      chosenId: undefined,
      counterexample: { testId: "tiny/01", candidateId: "c1", verdict: "wrong-answer", expected: "-3", got: evil },
    });
    for (const result of [createResult(), held]) {
      const text = renderSummary(createReport(result), { width, palette: createPalette(false) });
      for (const line of text.split("\n")) expect(stringWidth(line)).toBeLessThanOrEqual(width);
      expect(text.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u202e]/);
    }
  });

  it("names the program, the separating test with expected and got, and the exit code", () => {
    const text = renderSummary(createReport(), { width: 100, palette: createPalette(false) });
    expect(text).toContain("solved: submit c2 (cpp20)");
    expect(text).toContain("2 tests told right from wrong");
    expect(text).toMatch(/tiny\/01: both are negative\n +input +-1 -2\n +expected +-3\n +c1 WA +got ````/);
    expect(text).toContain("Exit code 0: solved, with evidence");
    expect(text).toMatch(/0 failed, 1\s+lost to a kill/);
  });

  it("puts in front tests that between them break every broken program", () => {
    const result = createResult();
    const [first, second] = result.candidates;
    const candidates = [first, second, createCandidate({ id: "c4", verdictByTest: { "edge/01": "runtime-error" } })];
    const many = Array.from({ length: 12 }, (_, at) => ({
      id: `tiny/${at + 2}`,
      size: "tiny" as const,
      input: toData(`${at}\n`.repeat(5)),
      answeredBy: "nobody" as const,
      isSeparating: true,
      boundary: "a boundary",
    }));
    const tests = [...result.tests, ...many];
    const report = createReport(createResult({ candidates: candidates.flatMap((item) => item ?? []), tests }));
    expect(report.separatingCount).toBe(14);
    expect(report.separatingTests).toHaveLength(10);
    expect(report.separatingTests.slice(0, 2).map(({ testId }) => testId)).toEqual(["tiny/01", "edge/01"]);
  });
});

describe("report.md", () => {
  it("has every part, and untrusted text neither ends a code block nor makes markup", () => {
    const text = renderMarkdown(createReport());
    const headings = text.split("\n").filter((line) => line.startsWith("## "));
    expect(headings).toEqual([
      "## The program (c2)",
      "## Level and plan",
      "## Claims",
      "## Candidates",
      "## What broke them",
      "## Helper programs",
      "## Separating tests",
      "## Memory of the search",
      "## Learning between the rounds",
      "## Submissions",
      "## Usage",
      "## Sandbox",
      "## This run",
    ]);
    expect(listOutsideFences(text).filter((line) => line.startsWith("# heading"))).toEqual([]);
    expect(text).toContain("`````text\nerror: got ````");
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    expect(text).toContain("no model was asked (made with desk)");
    expect(text).toContain("| 1 | 0.50 | 0.400 | 7 | 1234 | 4 | 0.0321 | 4 |");
    expect(text).toContain("nothing learnt: ");
    expect(text).toContain("memory of all processes together is not limited");
  });

  it("keeps any program and any output inside its code block", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("`", "\n", "#", " ", "a") }), (source) => {
        const chosen = createCandidate({
          id: "c2",
          program: { language: "cpp20", fileName: "a.cpp", source: `${source}\n# X` },
        });
        const text = renderMarkdown(createReport(createResult({ candidates: [chosen] })));
        expect(listOutsideFences(text)).not.toContain("# X");
      }),
    );
  });
});

describe("the output folder", () => {
  it("holds solution, reports and tests, and a second run replaces the first one's", async () => {
    const result = createResult();
    await checkOutputDirectory(directory);
    await writeOutput(createReport(result), result);
    expect(readdirSync(directory).toSorted()).toEqual(["report.json", "report.md", "solution.cpp", "tests"]);
    expect(readdirSync(join(directory, "tests")).toSorted()).toEqual([
      "edge-01.in",
      "sample-1.ans",
      "sample-1.in",
      "tiny-01.ans",
      "tiny-01.in",
    ]);
    expect(readFileSync(join(directory, "tests/tiny-01.ans"), "utf8")).toBe("-3\n");
    expect(readFileSync(join(directory, "solution.cpp"), "utf8")).toBe("int main() {}\n");
    expect(JSON.parse(readFileSync(join(directory, "report.json"), "utf8"))).toEqual(
      JSON.parse(JSON.stringify(createReport(result))),
    );
    const held = createResult({ status: "held", decision: "hold", chosenId: undefined, tests: [] });
    await checkOutputDirectory(directory);
    await writeOutput(createReport(held), held);
    expect(readdirSync(directory).toSorted()).toEqual(["report.json", "report.md"]);
  });

  it("is refused where it holds somebody's files, and nothing is touched", async () => {
    mkdirSync(join(directory, "tests"));
    writeFileSync(join(directory, "tests/mine.in"), "precious");
    await expect(checkOutputDirectory(directory)).rejects.toMatchObject({ code: "OUTPUT_FOLDER_TAKEN" });
    expect(readFileSync(join(directory, "tests/mine.in"), "utf8")).toBe("precious");
    expect(existsSync(join(directory, "report.json"))).toBe(false);
  });

  it("is taken again after a kill while it was being written", async () => {
    const result = createResult();
    const report = createReport(result);
    await writeOutput(report, result);
    const whole = readdirSync(directory).toSorted();
    rmSync(join(directory, "report.json"));
    writeFileSync(join(directory, ".grandsmith-unfinished"), "");
    writeFileSync(join(directory, ".4711.tmp"), "half a fi");
    writeFileSync(join(directory, "tests/tiny-99.in"), "of the killed run");
    await checkOutputDirectory(directory);
    await writeOutput(report, result);
    expect(readdirSync(directory).toSorted()).toEqual(whole);
    expect(existsSync(join(directory, "tests/tiny-99.in"))).toBe(false);
  });

  it("is marked as not complete when writing fails halfway, and can be written then", async () => {
    const result = createResult();
    const report = createReport(result);
    mkdirSync(join(directory, "report.md"));
    await expect(writeOutput(report, result)).rejects.toMatchObject({ code: "OUTPUT_WRITE_FAILED" });
    expect(readdirSync(directory)).toContain("solution.cpp");
    rmSync(join(directory, "report.md"), { recursive: true });
    await checkOutputDirectory(directory);
    await writeOutput(report, result);
    expect(readdirSync(directory).toSorted()).toEqual(["report.json", "report.md", "solution.cpp", "tests"]);
  });

  it("is refused at once where it cannot be made", async () => {
    writeFileSync(join(directory, "file"), "");
    const checked = checkOutputDirectory(join(directory, "file/out"));
    await expect(checked).rejects.toMatchObject({ code: "OUTPUT_WRITE_FAILED" });
    expect(readdirSync(directory)).toEqual(["file"]);
  });

  it("says what failed when it cannot be written", async () => {
    const report = createReport(createResult(), "/dev/null/out");
    await expect(writeOutput(report, createResult())).rejects.toMatchObject({ code: "OUTPUT_WRITE_FAILED" });
  });

  it("names test files plainly whatever the id", () => {
    expect(toTestFile("edge/07", "in")).toBe("tests/edge-07.in");
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (id) => {
        expect(toTestFile(id, "ans")).toMatch(/^tests\/[A-Za-z0-9_][A-Za-z0-9._-]*\.ans$/);
      }),
    );
  });
});

/** The lines that a Markdown reader does not take as code. */
function listOutsideFences(text: string): readonly string[] {
  let fence: string | undefined;
  const outside: string[] = [];
  for (const line of text.split("\n")) {
    const run = /^`{3,}/.exec(line)?.[0];
    if (fence === undefined && run !== undefined) fence = run;
    else if (fence !== undefined && line.trimEnd() === fence) fence = undefined;
    else if (fence === undefined) outside.push(line);
  }
  return outside;
}
