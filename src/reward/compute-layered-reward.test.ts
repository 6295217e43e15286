import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TestReport } from "../judge/index.ts";
import { verdicts, type Verdict } from "../problem/index.ts";
import { computeLayeredReward, type LayeredRewardInput } from "./compute-layered-reward.ts";
import { computeSpeedUp, defaultSpeedUpRules } from "./compute-speed-up.ts";

const startUpMs = { candidate: 0, bruteForce: 0 };

function testReport(verdict: Verdict, cpuTimeMs = 1): TestReport {
  return {
    testId: "t",
    verdict,
    score: verdict === "accepted" ? 1 : 0,
    cpuTimeMs,
    wallTimeMs: cpuTimeMs,
    peakMemoryBytes: 0,
    stdoutBytes: 0,
    stderr: "",
    message: "the checker crashed",
  };
}

const toReport = (tests: readonly TestReport[]) => ({
  verdict: tests.find(({ verdict }) => verdict !== "accepted")?.verdict ?? "accepted",
  tests,
});

/** Times of candidate and brute force by efficiency test. */
function createInput(
  correctness: readonly Verdict[],
  efficiency: readonly (readonly [candidate: TestReport, bruteForce: TestReport])[],
): LayeredRewardInput {
  return {
    correctness: toReport(correctness.map((verdict) => testReport(verdict))),
    oracle: "gold-answers",
    efficiency: {
      candidate: toReport(efficiency.map(([candidate]) => candidate)),
      bruteForce: efficiency.map(([, bruteForce]) => bruteForce),
      startUpMs,
    },
  };
}

const measured = (score: number): unknown => ({ kind: "speed-up-measured", score });
const fast = testReport("accepted", 10);
const slow = testReport("accepted", 400);
const late = testReport("time-limit-exceeded", 1500);

describe("a program that fails gets 0, and the layer is named", () => {
  test.each([
    ["runtime-error", "executability"],
    ["time-limit-exceeded", "executability"],
    ["memory-limit-exceeded", "executability"],
    ["wrong-answer", "correctness"],
    ["presentation-error", "correctness"],
  ] as const)("%s on a correctness test: %s", (verdict, layer) => {
    const reward = computeLayeredReward(createInput(["accepted", verdict, "skipped"], [[fast, slow]]));
    expect(reward).toEqual({ kind: "reward-given", value: 0, layer, oracle: "gold-answers", speedUps: [] });
  });

  test("one that does not compile", () => {
    const tests: TestReport[] = [];
    const report = { verdict: "compile-error", tests } as const;
    const efficiency = { candidate: report, bruteForce: [slow], startUpMs };
    const reward = computeLayeredReward({ correctness: report, oracle: "brute-force", efficiency });
    expect(reward).toMatchObject({ value: 0, layer: "executability", oracle: "brute-force" });
  });

  test("one that is wrong or crashes on an efficiency test only", () => {
    const wrong = createInput(["accepted"], [[testReport("wrong-answer"), slow]]);
    expect(computeLayeredReward(wrong)).toMatchObject({ value: 0, layer: "correctness" });
    const crashing = createInput(["accepted"], [[testReport("runtime-error"), slow]]);
    expect(computeLayeredReward(crashing)).toMatchObject({ value: 0, layer: "executability" });
  });
});

describe("a program that is right gets its mean speed-up", () => {
  test("with 0.1 for a test on which it times out", () => {
    const reward = computeLayeredReward(
      createInput(
        ["accepted"],
        [
          [fast, slow],
          [late, slow],
        ],
      ),
    );
    expect(reward).toMatchObject({ value: (32 + 0.1) / 2, layer: "efficiency" });
  });

  test("leaving out tests on which the brute force is too fast or crashes", () => {
    const reward = computeLayeredReward(
      createInput(
        ["accepted"],
        [
          [fast, slow],
          [fast, testReport("accepted", 49)],
          [fast, testReport("memory-limit-exceeded", 900)],
        ],
      ),
    );
    expect(reward).toMatchObject({ value: 32 });
    const reasons = reward.kind === "reward-given" ? reward.speedUps.map((one) => "reason" in one && one.reason) : [];
    expect(reasons).toEqual([false, "brute-force-too-fast", "brute-force-failed"]);
  });

  test("of 1 where no test measures anything", () => {
    expect(computeLayeredReward(createInput(["accepted"], []))).toMatchObject({ value: 1, layer: "efficiency" });
  });
});

const measure = (candidateMs: number, bruteForceMs: number, startUp = startUpMs): unknown =>
  computeSpeedUp({
    candidate: testReport("accepted", candidateMs),
    bruteForce: testReport("accepted", bruteForceMs),
    startUpMs: startUp,
  });

describe("a speed-up", () => {
  test("is net of start-up", () => {
    expect(measure(120, 500, { candidate: 20, bruteForce: 100 })).toEqual(measured(4));
    expect(measure(120, 149, { candidate: 20, bruteForce: 100 })).toMatchObject({ reason: "brute-force-too-fast" });
  });

  test("is rounded down to a power of 2, capped, and no less than that of a time-out", () => {
    expect([100, 51, 50, 26].map((ms) => measure(ms, 100))).toEqual([1, 1, 2, 2].map(measured));
    expect(measure(0, 100_000)).toEqual(measured(64));
    expect(measure(150, 100)).toEqual(measured(0.5));
    expect(measure(100_000, 100)).toEqual(measured(0.1));
  });

  test("is a lower bound where the brute force timed out", () => {
    const speedUp = computeSpeedUp({ candidate: fast, bruteForce: testReport("time-limit-exceeded", 160), startUpMs });
    expect(speedUp).toEqual(measured(16));
  });

  test("never falls when the candidate gets faster", () => {
    const time = fc.double({ min: 0, max: 10_000, noNaN: true });
    fc.assert(
      fc.property(time, time, fc.double({ min: 50, max: 10_000, noNaN: true }), (a, b, bruteForceMs) => {
        const [quick, slower] = [Math.min(a, b), Math.max(a, b)].map((ms) => measure(ms, bruteForceMs)) as {
          score: number;
        }[];
        expect((quick?.score ?? 0) >= (slower?.score ?? 0)).toBe(true);
        expect(quick?.score).toBeLessThanOrEqual(defaultSpeedUpRules.maxSpeedUp);
      }),
    );
  });
});

describe("a fault of the judge", () => {
  test("withholds the reward, wherever it is", () => {
    const failed = testReport("judge-failed");
    const right = createInput(["accepted"], [[fast, slow]]);
    for (const input of [
      createInput(["accepted", "judge-failed"], [[fast, slow]]),
      createInput(["accepted"], [[failed, slow]]),
      createInput(["accepted"], [[fast, failed]]),
      { ...right, efficiency: { ...right.efficiency, bruteForce: [] } },
    ]) {
      expect(computeLayeredReward(input).kind).toBe("reward-withheld");
    }
  });

  test("is the only thing that does, and no failure earns more than 0", () => {
    const verdict = fc.constantFrom(...verdicts.filter((one) => one !== "compile-error"));
    fc.assert(
      fc.property(fc.array(verdict, { minLength: 1 }), verdict, verdict, (correctness, candidate, bruteForce) => {
        const pair = [testReport(candidate, 10), testReport(bruteForce, 400)] as const;
        const reward = computeLayeredReward(createInput(correctness, [pair]));
        const isFaulty = [...correctness, candidate, bruteForce].includes("judge-failed");
        expect(reward.kind === "reward-withheld").toBe(isFaulty);
        const isWrong = correctness.some((one) => one !== "accepted" && one !== "skipped");
        const value = reward.kind === "reward-given" ? reward.value : 0;
        expect(value === 0 || !isWrong).toBe(true);
      }),
    );
  });
});
