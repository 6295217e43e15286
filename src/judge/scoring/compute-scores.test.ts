import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Scoring, TestGroup, Verdict } from "../../problem/index.ts";
import { computeScores, type ScoredTest, type Scores } from "./compute-scores.ts";

const partial: Scoring = { kind: "partial", maximum: 100 };
const group = (id: string, more: Partial<TestGroup> = {}): TestGroup => ({
  id,
  aggregation: "sum",
  dependsOn: [],
  ...more,
});

/** One letter a test: A accepted, W wrong, T too slow, S skipped, J judge fault; a digit is a score in tenths. */
function tests(results: Readonly<Record<string, string>>, more: Partial<ScoredTest> = {}): readonly ScoredTest[] {
  const verdicts: Readonly<Record<string, Verdict>> = {
    A: "accepted",
    W: "wrong-answer",
    T: "time-limit-exceeded",
    S: "skipped",
    J: "judge-failed",
  };
  return Object.entries(results).flatMap(([groupId, letters]) =>
    letters.split("").map((letter, i): ScoredTest => {
      const verdict = verdicts[letter] ?? "partial";
      const score = verdict === "accepted" ? 1 : verdict === "partial" ? Number(letter) / 10 : 0;
      return { id: `${groupId}/${i}`, ...(groupId === "-" ? {} : { groupId }), report: { verdict, score }, ...more };
    }),
  );
}

function compute(
  groups: readonly TestGroup[],
  list: readonly ScoredTest[],
  scoring: Scoring = partial,
  partialPasses = false,
): Scores {
  return computeScores({ groups, scoring }, list, { partialPasses });
}

const told = (scores: Scores) => [scores.verdict, scores.points, scores.maximum];
const byGroup = (scores: Scores) =>
  Object.fromEntries(scores.groups.map((g) => [g.groupId, [g.verdict, g.points, g.maximum]]));

describe("without groups", () => {
  test("tests share the maximum, and shares add up to it", () => {
    expect(told(compute([], tests({ "-": "AAA" })))).toEqual(["accepted", 100, 100]);
    expect(told(compute([], tests({ "-": "AWA5" })))).toEqual(["partial", 62.5, 100]);
    expect(told(compute([], tests({ "-": "WTA" }), { kind: "binary" }))).toEqual(["wrong-answer", 0, undefined]);
    expect(told(compute([], tests({ "-": "TW" })))).toEqual(["time-limit-exceeded", 0, 100]);
    expect(compute([], tests({ "-": "AAJ" })).verdict).toBe("judge-failed");
  });

  test("tests with points of their own give those, and the others then nothing", () => {
    const own = [
      ...tests({ "-": "A" }, { points: 30 }),
      ...tests({ "-": "W" }, { id: "w", points: 60 }),
      ...tests({ "-": "A" }, { id: "a" }),
    ];
    expect(told(compute([], own))).toEqual(["partial", 30, 90]);
    const beside = [...tests({ "-": "A" }), ...tests({ a: "A" }), ...tests({ b: "W" }, { points: 40 })];
    expect(told(compute([group("a", { points: 60 }), group("b")], beside))).toEqual(["partial", 60, 100]);
    const besideGroup = [...tests({ s: "A" }), ...tests({ a: "A" })];
    expect(told(compute([group("s"), group("a", { points: 60 })], besideGroup))).toEqual(["accepted", 60, 60]);
  });

  test("an open-ended problem takes the mean, or the sum, and unbounded scores beside it", () => {
    const open: Scoring = { kind: "open-ended", direction: "maximize", maximum: 1 };
    const list = tests({ "-": "5A" }).map((item) => ({
      ...item,
      report: { ...item.report, unboundedScore: 3 * (item.report.score ?? 0) },
    }));
    expect(compute([], list, open)).toMatchObject({
      points: 0.75,
      unboundedPoints: 2.25,
      maximum: 1,
      verdict: "partial",
    });
    const sum: Scoring = { kind: "open-ended", direction: "minimize", aggregation: "sum" };
    const given = tests({ "-": "AA" }).map((item) => ({ ...item, report: { ...item.report, givenPoints: 40 } }));
    expect(compute([], given, sum)).toMatchObject({ points: 80, verdict: "accepted" });
  });
});

const pointsOf = (aggregation: TestGroup["aggregation"], letters: string) =>
  compute([group("g", { points: 40, aggregation })], tests({ g: letters })).points;

const legacy = (more: Partial<TestGroup>) => group("secret", { acceptScore: 10, ...more });

const pointed = (first: string, second: string) => [
  ...tests({ 1: first }, { points: 10 }),
  ...tests({ 2: second }, { points: 20 }),
];

describe("groups", () => {
  test("aggregate by minimum, sum, all or nothing, maximum and average", () => {
    expect(pointsOf("minimum", "A5A")).toBe(20);
    expect(pointsOf("minimum", "AAW")).toBe(0);
    expect(pointsOf("sum", "AWAA")).toBe(30);
    expect(pointsOf("complete", "AWAA")).toBe(0);
    expect(pointsOf("complete", "AAA")).toBe(40);
    expect(pointsOf("maximum", "W5W")).toBe(20);
    expect(pointsOf("average", "A5WW")).toBe(15);
  });

  test("count only when those that they depend on pass", () => {
    const groups = [
      group("easy", { points: 30, aggregation: "minimum" }),
      group("hard", { points: 70, aggregation: "minimum", dependsOn: ["easy"] }),
    ];
    expect(told(compute(groups, tests({ easy: "AA", hard: "AA" })))).toEqual(["accepted", 100, 100]);
    const failed = compute(groups, tests({ easy: "AW", hard: "AA" }));
    expect(told(failed)).toEqual(["wrong-answer", 0, 100]);
    expect(byGroup(failed)).toEqual({ easy: ["wrong-answer", 0, 30], hard: ["skipped", 0, 70] });
    const ring = [group("a", { points: 1, dependsOn: ["b"] }), group("b", { points: 1, dependsOn: ["a"] })];
    expect(compute(ring, tests({ a: "A", b: "A" })).points).toBe(2);
  });

  test("Polygon: points on tests, complete groups take all of them or none", () => {
    const groups = [group("1", { aggregation: "complete" }), group("2", { aggregation: "sum" })];
    expect(told(compute(groups, pointed("AA", "AW")))).toEqual(["partial", 40, 60]);
    expect(told(compute(groups, pointed("AW", "AA")))).toEqual(["partial", 40, 60]);
    expect(told(compute(groups, pointed("AA", "AA")))).toEqual(["accepted", 60, 60]);
  });

  test("nest: parts make a group, uncounted ones do not", () => {
    const groups = [
      group("sample", { aggregation: "complete", isCounted: false }),
      group("secret", { points: 100 }),
      group("secret/1", { points: 30, aggregation: "complete", parentId: "secret" }),
      group("secret/2", { points: 70, aggregation: "minimum", parentId: "secret", dependsOn: ["sample", "secret/1"] }),
    ];
    const good = compute(groups, tests({ sample: "A", "secret/1": "AA", "secret/2": "A3" }), partial, true);
    expect(byGroup(good)).toEqual({
      sample: ["accepted", 1, undefined],
      secret: ["partial", 51, 100],
      "secret/1": ["accepted", 30, 30],
      "secret/2": ["partial", 21, 70],
    });
    expect(told(good)).toEqual(["partial", 51, 100]);
    const unlucky = compute(groups, tests({ sample: "W", "secret/1": "AA", "secret/2": "AA" }), partial, true);
    expect(told(unlucky)).toEqual(["partial", 30, 100]);
    expect(
      told(compute([group("sample", { isCounted: false })], tests({ sample: "W", "-": "A" }), { kind: "binary" })),
    ).toEqual(["accepted", 0, undefined]);
  });

  test("what was skipped because of an uncounted test has its verdict", () => {
    const groups = [group("sample", { isCounted: false }), group("secret", { points: 100 })];
    expect(told(compute(groups, tests({ sample: "W", secret: "SS" })))).toEqual(["wrong-answer", 0, 100]);
    expect(told(compute(groups, tests({ sample: "A", secret: "SS" })))).toEqual(["skipped", 0, 100]);
  });

  test("a static score takes its part of the sum", () => {
    const list = tests({ g: "AA" });
    expect(compute([group("g", { points: 100, staticScore: 20 })], list).points).toBe(80);
  });

  test("Kattis legacy: accept_score, reject_score, grading when any or all is well, ranges", () => {
    expect(compute([legacy({})], tests({ secret: "AAA" })).points).toBe(30);
    expect(told(compute([legacy({ rejectScore: 1 })], tests({ secret: "AWA" })))).toEqual(["wrong-answer", 0, 30]);
    expect(told(compute([legacy({ rejectScore: 1, passesWhen: "always" })], tests({ secret: "AWA" })))).toEqual([
      "partial",
      21,
      30,
    ]);
    expect(told(compute([legacy({ passesWhen: "any" })], tests({ secret: "WWA" })))).toEqual(["partial", 10, 30]);
    expect(told(compute([legacy({ passesWhen: "any" })], tests({ secret: "WWW" })))).toEqual(["wrong-answer", 0, 30]);
    const given = tests({ secret: "AA" }).map((item) => ({ ...item, report: { ...item.report, givenPoints: 60 } }));
    expect(compute([legacy({ scoreRange: { minimum: 0, maximum: 100 } })], given)).toMatchObject({
      verdict: "judge-failed",
      fault: expect.stringContaining("120") as string,
    });
    expect(compute([legacy({ scoreRange: { minimum: 0, maximum: 120 } })], given)).toMatchObject({
      verdict: "accepted",
      points: 120,
    });
  });

  test("whatever the results, points are between nothing and the maximum, and all accepted is the maximum", () => {
    const aggregations = ["minimum", "sum", "complete", "maximum", "average"] as const;
    const letters = fc
      .array(fc.constantFrom("A", "W", "5", "S", "T"), { minLength: 1, maxLength: 5 })
      .map((list) => list.join(""));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...aggregations), letters, fc.integer({ min: 0, max: 3 })), {
          minLength: 1,
          maxLength: 4,
        }),
        (list) => {
          const groups = list.map(([aggregation, , need], i) =>
            group(`g${i}`, { points: 10 * (i + 1), aggregation, dependsOn: need < i ? [`g${need}`] : [] }),
          );
          const results = Object.fromEntries(list.map(([, text], i) => [`g${i}`, text]));
          const scores = compute(groups, tests(results));
          const maximum = groups.reduce((sum, item) => sum + (item.points ?? 0), 0);
          expect(scores.maximum).toBe(maximum);
          expect(scores.points).toBeGreaterThanOrEqual(0);
          expect(scores.points).toBeLessThanOrEqual(maximum);
          const best = compute(
            groups,
            tests(Object.fromEntries(Object.entries(results).map(([id, text]) => [id, "A".repeat(text.length)]))),
          );
          expect(told(best)).toEqual(["accepted", maximum, maximum]);
        },
      ),
    );
  });
});
