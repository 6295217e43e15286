import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { verdicts, type Verdict } from "../../problem/index.ts";
import { createPalette } from "../text/palette.ts";
import { renderMatrix } from "./matrix.ts";
import { renderFrame, type SpendingView } from "./render-frame.ts";
import { toPlainLine } from "./to-plain-line.ts";
import type { ViewEvent } from "./view-event.ts";
import { applyEvent, createViewState } from "./view-state.ts";

const plain = createPalette(false);
const spending: SpendingView = { spentTokens: 12_345, spentCostUsd: 0.25, maxTokens: 50_000, maxCostUsd: 1 };

function toVerdicts(count: number, wrong: readonly number[]): { testId: string; verdict: Verdict }[] {
  return Array.from({ length: count }, (_, at) => ({
    testId: at < 2 ? `sample/${at + 1}` : at < count / 2 ? `tiny/${at}` : `edge/${at}`,
    verdict: wrong.includes(at) ? "wrong-answer" : "accepted",
  }));
}

const measured = { maxCpuTimeMs: 12, maxMemoryBytes: 3_000_000 };
const events: readonly ViewEvent[] = [
  {
    kind: "run-started",
    data: {
      runId: "20261130-0912-couriers-3f2a",
      problemId: "couriers",
      title: "Two Couriers \u001b[31m漢字",
      policy: "openai/some-model",
      seed: "1",
      tier: "U",
      shortfalls: ["memory is limited by rlimit"],
      session: 1,
      outDirectory: "/tmp/out",
    },
  },
  { kind: "stage-started", data: { stage: "sample", round: 0 } },
  {
    kind: "level-classified",
    data: { level: 2, source: "model", confidence: 0.31, reason: "greedy\nlooks right", features: ["greedy"] },
  },
  { kind: "plan-made", data: { route: "direct", candidateCount: 4, roundCount: 3 } },
  { kind: "sample-requested", data: { role: "solver", round: 0, index: 0 } },
  { kind: "sample-requested", data: { role: "solver", round: 0, index: 1 } },
  { kind: "sample-requested", data: { role: "brute-force", round: 0, index: 0 } },
  {
    kind: "sample-received",
    data: { role: "solver", round: 0, index: 0, ending: "end", isFailure: false, inputTokens: 10, outputTokens: 20 },
  },
  {
    kind: "model-retried",
    data: { role: "solver", attempt: 1, maxAttempts: 5, delayMs: 1500, message: "HTTP 500 \u001b]0;x\u0007" },
  },
  { kind: "candidate-added", data: { id: "c1", round: 0, origin: "sampled", language: "cpp20" } },
  { kind: "candidate-added", data: { id: "c2", round: 0, origin: "sampled", language: "cpp20" } },
  { kind: "candidate-added", data: { id: "c3", round: 0, origin: "sampled", language: "cpp20", sameAsId: "c1" } },
  { kind: "candidate-discarded", data: { role: "solver", round: 0, index: 3, reason: "no program in the answer" } },
  { kind: "tool-checked", data: { role: "brute-force", status: "believed", reason: "right on 3 samples" } },
  { kind: "tests-made", data: { size: "tiny", made: 60, valid: 58, kept: 58 } },
  { kind: "candidate-judged", data: { id: "c1", verdicts: toVerdicts(40, [3, 4, 30]), ...measured } },
  { kind: "candidate-judged", data: { id: "c2", verdicts: toVerdicts(40, []), ...measured } },
  {
    kind: "test-separates",
    data: { testId: "tiny/3", summary: "1 of 2 programs were wrong", answeredBy: "brute-force" },
  },
  { kind: "boundary-named", data: { testId: "tiny/3", boundary: "all \u202enegative" } },
  { kind: "warning-raised", data: { message: "the model cannot see images" } },
  { kind: "recording-stale", data: { role: "solver", round: 0, index: 1 } },
  { kind: "desk-opened", data: { directory: "/tmp/desk" } },
  { kind: "run-resumed", data: { knownOutcomes: 12, inFlightAtKill: 1 } },
  { kind: "hypotheses-skipped", data: { reason: "no brute force \u001b[2J" } },
  {
    kind: "hypothesis-checked",
    data: {
      id: "h1",
      version: 0,
      claim: "the answer is n\u202e squared",
      status: "refuted",
      reason: "it fails on 2 of 16",
      checkedCount: 16,
      agreedCount: 14,
    },
  },
  {
    kind: "hypothesis-settled",
    data: { id: "h1", status: "promoted", claim: "n squared", reason: "stood after 1 revision(s)" },
  },
  {
    kind: "summary-folded",
    data: { about: "round 1", textDigest: "ab", textChars: 9000, chunkCount: 3, stateChars: 700, failedCount: 1 },
  },
  { kind: "memory-updated", data: { round: 0, attemptCount: 3, isFolded: true, chars: 700 } },
  {
    kind: "rollouts-weighed",
    data: {
      round: 0,
      lambda: 0.5,
      objective: 0.3,
      builtOnIds: ["c2"],
      rollouts: [{ id: "c2", reward: 0.3, weight: 1 }],
    },
  },
  { kind: "search-ended", data: { round: 1, reason: "ready" } },
  {
    kind: "submission-judged",
    data: { attempt: 1, candidateId: "c2", destination: "there\u001b[2J", verdict: "wrong-answer" },
  },
  {
    kind: "verdict-explained",
    data: { candidateId: "c2", verdict: "wrong-answer", testId: "rejection/01", reason: "a made test shows it" },
  },
  {
    kind: "decision-made",
    data: { status: "solved", decision: "submit", chosenId: "c2", reasons: ["c2 passes all tests"] },
  },
];

function play(count = events.length) {
  const state = createViewState(0);
  for (const [at, event] of events.slice(0, count).entries()) applyEvent(state, event, at * 1000);
  return state;
}

describe("the plain view", () => {
  it("says each event in one line without control codes", () => {
    for (const event of events) {
      const line = toPlainLine(event);
      expect(line, event.kind).toMatch(/\S/);
      expect(line, event.kind).not.toMatch(/[\u0000-\u001f\u202e]/);
    }
  });

  it("says in the first line that recorded answers are replayed, and how they were made", () => {
    const [started] = events;
    if (started?.kind !== "run-started") throw new Error("expected the start");
    const data = { ...started.data, policy: "recorded", recordingSource: "made with desk: by hand" };
    expect(toPlainLine({ kind: "run-started", data })).toMatch(
      /^Recorded answers are replayed, no model is asked \(made with desk: by hand\)\. Compiling, test making, judging/,
    );
  });

  it("counts verdicts by their short names", () => {
    expect(
      toPlainLine({ kind: "candidate-judged", data: { id: "c1", verdicts: toVerdicts(4, [1]), ...measured } }),
    ).toBe("judged c1: 3 AC, 1 WA; 12 ms, 2.9 MiB at most");
  });
});

describe("the live view", () => {
  it.each([20, 40, 79, 200])("fits %i columns at every moment", (width) => {
    for (let count = 0; count <= events.length; count++) {
      for (const height of [4, 10, 40]) {
        const lines = renderFrame(play(count), { width, height, nowMs: 65_000, palette: plain, spending });
        expect(lines.length).toBeLessThanOrEqual(height);
        for (const line of lines) {
          expect(stringWidth(line)).toBeLessThanOrEqual(width);
          expect(line).not.toMatch(/[\u0000-\u001f\u202e]/);
        }
      }
    }
  });

  it("shows stage, open calls with their seconds, table, helpers, budget and the last event", () => {
    const frame = renderFrame(play(17), { width: 100, height: 40, nowMs: 66_000, palette: plain, spending });
    expect(frame.map((line) => line.trimEnd())).toEqual([
      "Two Couriers 漢字 (openai/some-model)",
      "sample, round 1/3, level 2, 1 min 06 s",
      "waiting for solver: 61 s",
      "waiting for brute-force: 60 s",
      "         sample  tiny     edge",
      "c1       AC 2    WA 2/18  WA 1/20",
      "c2       AC 2    AC 18    AC 20",
      "c3 = c1  AC 2    WA 2/18  WA 1/20",
      "brute-force believed",
      "1 answer, 12.3k of 50.0k tokens, $0.2500 of $1.00",
      "judged c2: 40 AC; 12 ms, 2.9 MiB at most",
    ]);
  });
});

describe("the matrix", () => {
  const rows = [
    { id: "c1", note: "chosen", verdictByTest: { "sample/1": "accepted", "tiny/1": "accepted" } },
    { id: "c2", note: "", verdictByTest: { "sample/1": "accepted", "tiny/1": "time-limit-exceeded" } },
    { id: "c3", note: "", verdictByTest: { "sample/1": "wrong-answer" } },
  ] as const;

  it("has a column a test while they are few", () => {
    const lines = renderMatrix({ rows, testIds: ["sample/1", "tiny/1"], width: 60, palette: plain });
    expect(lines.map((line) => line.trimEnd())).toEqual([
      "           sa1  ti1",
      "c1 chosen  AC   AC",
      "c2         AC   TLE",
      "c3         WA   --",
    ]);
  });

  it("folds to one column when the terminal is narrow", () => {
    const lines = renderMatrix({ rows, testIds: ["sample/1", "tiny/1"], width: 17, palette: plain });
    expect(lines.map((line) => line.trimEnd())).toEqual([
      "           tests",
      "c1 chosen  AC 2",
      "c2         TLE 1…",
      "c3         WA 1/1",
    ]);
  });

  it("colours verdicts only when asked to", () => {
    const options = { rows, testIds: ["sample/1"], width: 60 };
    expect(renderMatrix({ ...options, palette: plain }).join("")).not.toContain("\u001b");
    expect(renderMatrix({ ...options, palette: createPalette(true) }).join("")).toContain("\u001b[31mWA");
  });

  it("fits any width for any verdicts", () => {
    const verdict = fc.constantFrom(...verdicts);
    const ids = fc.uniqueArray(fc.stringMatching(/^(tiny|small|edge)\/\d{1,3}$/), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(ids, fc.infiniteStream(verdict), fc.integer({ min: 8, max: 100 }), (testIds, stream, width) => {
        const verdictByTest = Object.fromEntries(testIds.map((id) => [id, stream.next().value as Verdict]));
        const lines = renderMatrix({
          rows: [{ id: "c1", note: "= c0", verdictByTest }],
          testIds,
          width,
          palette: plain,
        });
        for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(width);
      }),
      { numRuns: 50 },
    );
  });
});
