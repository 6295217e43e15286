import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TestReport } from "../judge/index.ts";
import { verdicts, type Verdict } from "../problem/index.ts";
import { computeReward } from "./compute-reward.ts";

function testReport(verdict: Verdict, score?: number): TestReport {
  return {
    testId: "t",
    verdict,
    score,
    cpuTimeMs: 0,
    wallTimeMs: 0,
    peakMemoryBytes: 0,
    stdoutBytes: 0,
    stderr: "",
    message: "the checker crashed",
  };
}

const given = (value: number): unknown => ({ kind: "reward-given", value });
const binary = { kind: "binary" } as const;
const partial = { kind: "partial", maximum: 100 } as const;

describe("computeReward", () => {
  test("binary is all or nothing", () => {
    const right = testReport("accepted", 1);
    expect(computeReward({ verdict: "accepted", tests: [right, right] }, binary)).toEqual(given(1));
    const wrong = testReport("wrong-answer", 0);
    expect(computeReward({ verdict: "wrong-answer", tests: [right, wrong] }, binary)).toEqual(given(0));
    const part = testReport("partial", 0.5);
    expect(computeReward({ verdict: "partial", tests: [right, part] }, binary)).toEqual(given(0));
  });

  test("partial and open-ended take the mean, skipped tests as none", () => {
    const tests = [
      testReport("accepted", 1),
      testReport("partial", 0.5),
      testReport("skipped"),
      testReport("accepted", 1),
    ];
    expect(computeReward({ verdict: "partial", tests }, partial)).toEqual(given(0.625));
    expect(computeReward({ verdict: "partial", tests }, { kind: "open-ended", direction: "minimize" })).toEqual(
      given(0.625),
    );
  });

  test("points of groups count out of the most that there are, and points without such are withheld", () => {
    const tests = [testReport("accepted", 1), testReport("wrong-answer", 0)];
    const report = { verdict: "partial", tests, points: 30, maximumPoints: 120 } as const;
    expect(computeReward(report, partial)).toEqual(given(0.25));
    expect(computeReward({ ...report, points: 150 }, partial)).toEqual(given(1));
    expect(computeReward(report, binary)).toEqual(given(0));
    const unmeasured = [{ ...testReport("accepted", 1), givenPoints: 40 }];
    expect(computeReward({ verdict: "accepted", tests: unmeasured, points: 40 }, partial).kind).toBe("reward-withheld");
  });

  test("a program that does not compile gets 0", () => {
    expect(computeReward({ verdict: "compile-error", tests: [] }, binary)).toEqual(given(0));
  });

  test("a fault of the judge is withheld, never 0", () => {
    const tests = [testReport("wrong-answer", 0), testReport("judge-failed")];
    expect(computeReward({ verdict: "judge-failed", tests }, binary)).toEqual({
      kind: "reward-withheld",
      reason: "test t: the checker crashed",
    });
    expect(computeReward({ verdict: "judge-failed", tests: [] }, partial).kind).toBe("reward-withheld");
    expect(computeReward({ verdict: "accepted", tests: [] }, binary).kind).toBe("reward-withheld");
  });

  test("whatever the tests, a reward is within 0 and 1, and withheld where a test failed to be judged", () => {
    const scores = fc.option(fc.double(), { nil: undefined });
    const reports = fc
      .record({ verdict: fc.constantFrom(...verdicts), score: scores })
      .map(({ verdict, score }) => testReport(verdict, score));
    fc.assert(
      fc.property(fc.array(reports, { minLength: 1 }), fc.constantFrom(binary, partial), (tests, scoring) => {
        const reward = computeReward({ verdict: "partial", tests }, scoring);
        const mustWithhold = tests.some((t) => t.verdict === "judge-failed");
        expect(reward.kind === "reward-withheld" || !mustWithhold).toBe(true);
        const value = reward.kind === "reward-given" ? reward.value : 0;
        expect(value >= 0 && value <= 1).toBe(true);
      }),
    );
  });
});
