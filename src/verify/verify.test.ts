import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TestReport } from "../judge/index.ts";
import {
  defaultLimits,
  parseExpectation,
  type ExpectedVerdicts,
  type Limits,
  type Problem,
  type Verdict,
} from "../problem/index.ts";
import { createProblem, createTestCase } from "../testing/index.ts";
import { checkExpectations, describeExpected, isSettledByIdleness } from "./check-expectations.ts";
import { computeMeasuredLimitMs, computeTimeLimit, findTimeLimitFaults, toSeconds } from "./compute-time-limit.ts";
import { parseGeneratorCall } from "./parse-generator-call.ts";
import { toTimeUse } from "./run-submissions.ts";
import { readValidation } from "./validate-tests.ts";

const execution = { cpuTimeMs: 1, wallTimeMs: 1, peakMemoryBytes: 1, stdoutBytes: 0, stderr: "", message: "" };
const letters: Readonly<Record<string, Verdict>> = {
  A: "accepted",
  W: "wrong-answer",
  T: "time-limit-exceeded",
  R: "runtime-error",
  S: "skipped",
};

function complaintsOf(
  expected: ExpectedVerdicts,
  verdicts: string,
  more: {
    readonly points?: number;
    readonly message?: string;
    readonly byGroup?: Readonly<Record<string, ExpectedVerdicts>>;
  } = {},
): readonly string[] {
  const ids = verdicts.split("").map((_, i) => `${i < 2 ? "a" : "b"}/${i + 1}`);
  const tests = verdicts.split("").map((letter, i): TestReport => ({
    ...execution,
    testId: ids[i] ?? "",
    verdict: letters[letter] ?? "partial",
    message: more.message ?? "",
  }));
  const problem = createProblem({
    tests: ids.map((id) => ({ ...createTestCase({ id, input: "" }), groupId: `group-${id[0] ?? ""}` })),
  });
  const groups = ["group-a", "group-b"].map((groupId, i) => ({
    groupId,
    verdict: "accepted" as const,
    points: 10 * (i + 1),
    isPassed: true,
    isCounted: true,
  }));
  const solution = { expected, ...(more.byGroup === undefined ? {} : { expectedByGroup: more.byGroup }) };
  const report = { verdict: "accepted" as const, tests, groups, points: more.points };
  return checkExpectations(problem, solution, report).map((complaint) => complaint.message);
}

const tooSlow = ["time-limit-exceeded", "idleness-limit-exceeded"] as const;
const named = (name: string): ExpectedVerdicts => parseExpectation(name) as ExpectedVerdicts;

const isSettled = (format: string, expected: ExpectedVerdicts, more: Partial<Problem> = {}) =>
  isSettledByIdleness(createProblem({ provenance: { format, authors: [], tags: [] }, ...more }), { expected });

describe("expectations", () => {
  test("permit and require verdicts", () => {
    expect(complaintsOf(named("accepted"), "AAA")).toEqual([]);
    expect(complaintsOf(named("accepted"), "AWAT")).toEqual(["expected AC, got WA on a/2 and 1 more"]);
    expect(complaintsOf(named("wrong-answer"), "AAWS")).toEqual([]);
    expect(complaintsOf(named("wrong-answer"), "AAA")).toEqual(["no test gives WA"]);
    expect(complaintsOf(named("rejected"), "AAR")).toEqual([]);
    expect(complaintsOf(named("rejected"), "AA")).toEqual(["no test gives any failure"]);
    expect(complaintsOf(named("any"), "WTRA")).toEqual([]);
    const both = { ...named("any"), required: ["wrong-answer"], alsoRequired: [["time-limit-exceeded"]] } as const;
    expect(complaintsOf(both, "AW")).toEqual(["no test gives TLE"]);
    expect(complaintsOf(both, "TW")).toEqual([]);
  });

  test("are settled by idleness where it is enough and all that could follow is permitted", () => {
    const slow = { ...named("any"), permitted: ["accepted", ...tooSlow], required: tooSlow } as const;
    expect(isSettled("kattis-legacy", slow)).toBe(true);
    expect(isSettled("kattis-legacy", named("wrong-answer"))).toBe(false);
    expect(isSettled("kattis-legacy", named("accepted"))).toBe(false);
    expect(isSettled("kattis-2025-09", slow)).toBe(false);
    expect(isSettled("kattis-2025-09", named("any"))).toBe(true);
    expect(isSettled("native", named("rejected"))).toBe(true);
    expect(isSettled("native", { ...named("rejected"), alsoRequired: [["wrong-answer"]] })).toBe(false);
    expect(isSettled("native", { ...named("rejected"), message: "no answer" })).toBe(false);
    expect(isSettled("native", named("any"), { scoring: { kind: "partial", maximum: 100 } })).toBe(false);
    const byGroup = { expected: named("any"), expectedByGroup: { a: named("accepted") } };
    expect(isSettledByIdleness(createProblem({}), byGroup)).toBe(false);
  });

  test("of older Kattis packages end at the first failure", () => {
    const tests = ["accepted", "time-limit-exceeded", "runtime-error"].map((verdict, i): TestReport => ({
      ...execution,
      testId: `${i}`,
      verdict: verdict as Verdict,
    }));
    const report = { verdict: "time-limit-exceeded" as const, tests, groups: [], points: undefined };
    const check = (format: string) =>
      checkExpectations(
        createProblem({ provenance: { format, authors: [], tags: [] } }),
        { expected: named("time-limit-exceeded") },
        report,
      );
    expect(check("kattis-legacy")).toEqual([]);
    expect(check("kattis-2025-09")).toHaveLength(1);
  });

  test("hold of points and messages", () => {
    const expected = { ...named("any"), score: { minimum: 20, maximum: 30 }, message: "too short" };
    expect(complaintsOf(expected, "AW", { points: 30, message: "it is too short" })).toEqual([]);
    expect(complaintsOf(expected, "AW", { points: 31, message: "it is" })).toEqual([
      "expected 20 to 30 points, got 31",
      `no test's message has "too short"`,
    ]);
    expect(complaintsOf({ ...named("any"), score: { minimum: 5, maximum: 5 } }, "A")).toEqual([
      "expected 5 points, got none",
    ]);
  });

  test("hold by group, by its id and by patterns over tests", () => {
    const of = (key: string, expected: ExpectedVerdicts, verdicts: string) =>
      complaintsOf(named("any"), verdicts, { byGroup: { [key]: expected } });
    expect(of("group-a", named("accepted"), "AAW")).toEqual([]);
    expect(of("group-a", named("accepted"), "AWW")).toEqual(["group-a: expected AC, got WA on a/2"]);
    expect(of("b/*", named("accepted"), "AWA")).toEqual([]);
    expect(of("b", { ...named("any"), score: { minimum: 1, maximum: 1 } }, "AAA")).toEqual([
      "b: expected 1 points, got none",
    ]);
    expect(of("group-b", { ...named("any"), score: { minimum: 20, maximum: 20 } }, "AAA")).toEqual([]);
    expect(of("nothing", named("accepted"), "AAA")).toEqual(["nothing: no test or group is meant by it"]);
  });

  test("are told in few words", () => {
    expect(["accepted", "wrong-answer", "rejected", "any"].map((name) => describeExpected(named(name)))).toEqual([
      "AC",
      "WA",
      "any failure",
      "anything",
    ]);
    expect(describeExpected({ permitted: ["accepted", "time-limit-exceeded"], required: [] })).toBe("AC, TLE");
    expect(describeExpected({ ...named("accepted"), score: { minimum: 3, maximum: 4 } })).toBe("AC; 3 to 4 points");
  });

  test("say which side of the time limit a solution bounds", () => {
    expect(toTimeUse({ expected: named("accepted") })).toBe("lower");
    expect(toTimeUse({ expected: named("time-limit-exceeded") })).toBe("upper");
    expect(toTimeUse({ expected: named("wrong-answer") })).toBe("none");
    expect(toTimeUse({ expected: named("any") })).toBe("none");
    expect(toTimeUse({ expected: { ...named("accepted"), timeLimitUse: "none" } })).toBe("none");
  });
});

describe("the time limit", () => {
  const kattis: Limits = { ...defaultLimits, timeLimitFactor: 2, timeLimitMargin: 1.5, timeResolutionMs: 1000 };

  test.each([
    [1, 1000],
    [500, 1000],
    [501, 2000],
    [1000, 2000],
    [5833, 12_000],
    [0, 1000],
  ])("for a slowest time of %i ms is %i ms", (slowestMs, limitMs) => {
    expect(computeMeasuredLimitMs(slowestMs, kattis)).toBe(limitMs);
  });

  test("holds the slowest times the factor, and is the least such multiple", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e6 }),
        fc.integer({ min: 1, max: 5000 }),
        fc.double({ min: 1, max: 10, noNaN: true }),
        (slowestMs, timeResolutionMs, timeLimitFactor) => {
          const limitMs = computeMeasuredLimitMs(slowestMs, { ...kattis, timeResolutionMs, timeLimitFactor });
          expect(limitMs % timeResolutionMs).toBe(0);
          expect(limitMs).toBeGreaterThanOrEqual(slowestMs * timeLimitFactor - 1e-3);
          expect(limitMs - timeResolutionMs < slowestMs * timeLimitFactor || limitMs === timeResolutionMs).toBe(true);
        },
      ),
    );
  });

  const bound = (
    acceptedMs: number,
    tooSlowMs: number,
    limitMs: number,
    source: "package" | "measured" = "measured",
  ) => {
    const times = { accepted: [{ name: "right", timeMs: acceptedMs }], tooSlow: [{ name: "slow", timeMs: tooSlowMs }] };
    return computeTimeLimit({ ...kattis, timeLimitMs: limitMs }, times, source);
  };

  test("is bounded from both sides", () => {
    expect(bound(800, 9000, 2000)).toMatchObject({
      lowestMs: 1600,
      highestMs: 6000,
      slowestAcceptedName: "right",
      margin: 1.5,
    });
    expect(findTimeLimitFaults(bound(800, 9000, 2000))).toEqual([]);
  });

  test("that no number would satisfy is refused, one outside its bounds is warned of", () => {
    expect(findTimeLimitFaults(bound(800, 2000, 2000))).toMatchObject([
      { severity: "error", code: "time-limit-empty" },
    ]);
    expect(findTimeLimitFaults(bound(100, 2500, 2000, "package"))).toMatchObject([
      { severity: "warning", code: "time-limit-unsafe" },
    ]);
    expect(findTimeLimitFaults(bound(1500, 9000, 2000, "package"))).toMatchObject([
      { severity: "warning", code: "time-limit-tight" },
    ]);
  });

  test("and all times are told with three digits at most", () => {
    expect([5833.3, 1000, 0, 12.4].map(toSeconds)).toEqual(["5.833 s", "1 s", "0 s", "0.012 s"]);
  });
});

describe("generator calls", () => {
  test.each([
    ["gen 10 5 1", ["gen", "10", "5", "1"]],
    ['  gen "a b"  \'c "d\' e\\ f ""', ["gen", "a b", 'c "d', "e f", ""]],
    ["gen", ["gen"]],
    ['gen "open', undefined],
    ["", undefined],
    ['""', undefined],
  ])("%j", (text, words) => {
    const call = parseGeneratorCall(text);
    expect(call && [call.name, ...call.args]).toEqual(words);
  });

  test("of plain words are split at white space", () => {
    const word = fc.stringMatching(/^[\w.,:=+-]{1,8}$/);
    fc.assert(
      fc.property(word, fc.array(word), (name, args) => {
        expect(parseGeneratorCall([name, ...args].join("  "))).toEqual({ name, args });
      }),
    );
  });
});

test.each([
  ["testlib", 0, "input-valid"],
  ["testlib", 3, "input-invalid"],
  ["plain", 0, "input-valid"],
  ["plain", 1, "input-invalid"],
  ["kattis", 42, "input-valid"],
  ["kattis", 43, "input-invalid"],
  ["kattis", 0, "input-invalid"],
] as const)("a %s validator's exit code %i is %s", (convention, exitCode, kind) => {
  const verdict = exitCode === 0 ? "accepted" : "runtime-error";
  expect(readValidation(convention, { ...execution, verdict, exitCode }).kind).toBe(kind);
  expect(readValidation(convention, { ...execution, verdict: "runtime-error", signal: 11 }).kind).toBe(
    "validator-failed",
  );
  expect(readValidation(convention, { ...execution, verdict: "time-limit-exceeded" }).kind).toBe("validator-failed");
});
