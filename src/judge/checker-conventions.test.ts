import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCheckerVerdict, type CheckerConvention } from "./checker-conventions.ts";

function read(convention: CheckerConvention, exitCode: number, stderr = "", maximum = 1): string {
  const outcome = readCheckerVerdict(convention, { exitCode, stderr }, maximum);
  if (outcome.kind === "output-rejected") return outcome.verdict;
  return outcome.kind === "output-partial" ? `score ${outcome.score}` : outcome.kind;
}

const unboundedOf = (stderr: string, exitCode = 7) => {
  const outcome = readCheckerVerdict("frontier-cs", { exitCode, stderr }, 1);
  return "unboundedScore" in outcome ? outcome.unboundedScore : undefined;
};

describe("readCheckerVerdict", () => {
  test.each([
    [0, "ok", "output-accepted"],
    [1, "wrong answer", "wrong-answer"],
    [2, "wrong output format", "presentation-error"],
    [3, "FAIL", "check-failed"],
    [7, "points 0.42 so so", "score 0.42"],
    [7, "points 1 all", "output-accepted"],
    [7, "points 0 none", "wrong-answer"],
    [7, "points nan", "check-failed"],
    [7, "points", "check-failed"],
    [7, "so points 1", "check-failed"],
    [7, "points points_info=0.25 so", "score 0.25"],
    [7, "points points_info=pa=1,ja=2 d=1", "check-failed"],
    [13, "partially correct (13) so", "score 0.13"],
    [63, "partially correct (13) so", "score 0.13"],
    [0, "partially correct (0) none", "wrong-answer"],
    [100, "partially correct (100) all", "output-accepted"],
    [120, "partially correct (120)", "check-failed"],
    [14, "partially correct (13)", "check-failed"],
    [13, "", "check-failed"],
    [4, "wrong output format", "presentation-error"],
    [8, "unexpected eof", "presentation-error"],
    [139, "ok", "check-failed"],
    [127, "", "check-failed"],
  ])("testlib: exit code %j with %j is %s", (exitCode, stderr, expected) => {
    expect(read("testlib", exitCode, stderr)).toBe(expected);
  });

  test("points are measured against what full marks are", () => {
    expect(read("testlib", 7, "points 5", 20)).toBe("score 0.25");
    expect(read("testlib", 7, "points 25", 20)).toBe("output-accepted");
  });

  test.each([
    [7, "points 0.31 Ratio: 0.310000000 of the best", "score 0.31"],
    [7, "points 0.5 Value: 12. Ratio: 0.5000, RatioUnbounded: 1.7", "score 0.5"],
    [0, "ok Ratio: 0.25", "score 0.25"],
    [7, "points 1e-07 Ratio: 1e-07", "score 1e-7"],
    [7, "points 3 Ratio: 3.5", "output-accepted"],
    [7, "points -1 Ratio: -1.0", "wrong-answer"],
    [7, "points 1 Ratio: nan", "check-failed"],
    [7, "points 0.5 no word of it", "score 0.5"],
    [1, "wrong answer Ratio: 1.0", "wrong-answer"],
    [3, "FAIL Ratio: 1.0", "check-failed"],
    [139, "Ratio: 1.0", "check-failed"],
  ])("frontier-cs: exit code %j with %j is %s", (exitCode, stderr, expected) => {
    expect(read("frontier-cs", exitCode, stderr)).toBe(expected);
  });

  test.each([
    [42, undefined, "output-accepted"],
    [42, "0.5\n", "output-partial"],
    [42, "many", "check-failed"],
    [43, "1", "output-rejected"],
    [0, undefined, "check-failed"],
    [1, undefined, "check-failed"],
  ])("kattis: exit code %j with score %j is %s", (exitCode, score, expected) => {
    const outcome = readCheckerVerdict("kattis", { exitCode, stderr: "", judgeMessage: "why", score }, 1);
    expect(outcome.kind).toBe(expected);
  });

  test.each([
    [undefined, "0.25", 20, 0.25],
    [undefined, "1", 20, "output-accepted"],
    [undefined, "1.5", 20, "check-failed"],
    ["5\n", undefined, 20, 0.25],
    ["0", undefined, 20, 0],
    ["21", undefined, 20, "check-failed"],
    ["-1", undefined, 20, "check-failed"],
    ["21", undefined, "unbounded", "points 21"],
    [undefined, "0.5", "unbounded", "check-failed"],
    ["0.5", "0.5", 1, "check-failed"],
    ["many", undefined, "ignored", "output-accepted"],
  ] as const)(
    "kattis: score.txt %j, score_multiplier.txt %j out of %j is %s",
    (score, scoreMultiplier, scale, expected) => {
      const outcome = readCheckerVerdict("kattis", { exitCode: 42, stderr: "", score, scoreMultiplier }, scale);
      const points =
        "givenPoints" in outcome && outcome.givenPoints !== undefined ? `points ${outcome.givenPoints}` : outcome.kind;
      expect(outcome.kind === "output-partial" ? outcome.score : points).toBe(expected);
    },
  );

  test("frontier-cs: the unbounded ratio is kept beside the bounded one, which it is where it is missing", () => {
    expect(unboundedOf("points 1 Value: 12. Ratio: 1.0000, RatioUnbounded: 1.5e+00")).toBe(1.5);
    expect(unboundedOf("points 0.5 Ratio: 0.5")).toBe(0.5);
    expect(unboundedOf("wrong answer Ratio: 0.5, RatioUnbounded: 2", 1)).toBeUndefined();
  });

  test("whatever a checker says, a score is strictly between 0 and 1 and the message is short", () => {
    fc.assert(
      fc.property(
        fc.constantFrom<CheckerConvention>("testlib", "kattis", "frontier-cs"),
        fc.constantFrom(0, 1, 2, 3, 7, 42, 43),
        fc.oneof(fc.string(), fc.double().map(String)),
        fc.double({ min: 0, max: 100 }),
        (convention, exitCode, word, maximum) => {
          const stderr = `points ${word} Ratio: ${word}`;
          const outcome = readCheckerVerdict(convention, { exitCode, stderr, score: word }, maximum);
          const score = outcome.kind === "output-partial" ? outcome.score : 0.5;
          expect((convention === "kattis" ? score >= 0 : score > 0) && score < 1).toBe(true);
          expect(outcome.message.length).toBeLessThan(700);
        },
      ),
    );
  });
});
