import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createMemoryJournal } from "../journal/index.ts";
import type { Checker, TestGroup } from "../problem/index.ts";
import type { Judge, JudgeTestsOptions } from "./contract.ts";
import { createJudge } from "./create-judge.ts";
import { computeRunOrder } from "./scoring/run-order.ts";
import { cpp, createTest, problem } from "./test-programs.ts";

let cacheDirectory: string;
let judge: Judge;

beforeAll(async () => {
  cacheDirectory = await mkdtemp(path.join(os.tmpdir(), "groups-test-"));
  judge = await createJudge({ journal: createMemoryJournal(), cacheDirectory, slots: 1 });
});
afterAll(async () => {
  await judge[Symbol.asyncDispose]();
  await rm(cacheDirectory, { recursive: true, force: true });
});

const group = (id: string, more: Partial<TestGroup> = {}): TestGroup => ({
  id,
  aggregation: "minimum",
  points: 50,
  dependsOn: [],
  ...more,
});
const inGroup = (id: string, groupId: string, input: string) => ({ ...createTest(id, input, "1"), groupId });
/** Right where the input is 1. */
const echo = cpp('#include <cstdio>\nint main() { int x; scanf("%d", &x); printf("%d\\n", x); }');
const exact: Checker = {
  kind: "program",
  convention: "kattis",
  flags: [],
  program: cpp(`#include <cstdio>
#include <cstring>
int main(int n, char **v) { int x; bool kind = n > 4 && !strcmp(v[4], "kind"); return scanf("%d", &x) == 1 && (kind || x == 1) ? 42 : 43; }`),
};

async function verdictsOf(
  groups: readonly TestGroup[],
  tests: readonly ReturnType<typeof inGroup>[],
  options: JudgeTestsOptions & { readonly checker?: Checker } = {},
): Promise<string> {
  const scoring = { kind: "partial", maximum: 100 } as const;
  const { checker = problem.checker, ...how } = options;
  const report = await judge.judge(echo, { problem: { ...problem, checker, scoring, groups }, tests }, how);
  const letters = { accepted: "A", "wrong-answer": "W", skipped: "-" } as Readonly<Record<string, string>>;
  return `${report.tests.map((t) => letters[t.verdict] ?? t.verdict).join("")} ${report.points}`;
}

const tests = [
  inGroup("a1", "a", "1"),
  inGroup("a2", "a", "2"),
  inGroup("a3", "a", "1"),
  inGroup("b1", "b", "1"),
  inGroup("b2", "b", "3"),
];

describe.each([
  ["compared", problem.checker],
  ["checked by a program", exact],
])("groups whose tests are %s", (_, checker) => {
  test("are run whole unless something ends them", async () => {
    expect(await verdictsOf([group("a"), group("b")], tests, { checker })).toBe("AWAAW 0");
    expect(await verdictsOf([group("a"), group("b", { aggregation: "sum" })], tests, { checker })).toBe("AWAAW 25");
  });

  test("end at their first failure, and with a group that they depend on", async () => {
    expect(await verdictsOf([group("a", { stopsAtFailure: true }), group("b")], tests, { checker })).toBe("AW-AW 0");
    expect(await verdictsOf([group("a"), group("b", { dependsOn: ["a"] })], tests, { checker })).toBe("AWA-- 0");
    expect(
      await verdictsOf([group("a", { dependsOn: ["b"] }), group("b", { stopsAtFailure: true })], tests, { checker }),
    ).toBe("---AW 0");
  });

  test("end where their points are decided, when asked", async () => {
    const decided = { stopsAtDecidedGroups: true, checker };
    expect(await verdictsOf([group("a"), group("b", { aggregation: "sum" })], tests, decided)).toBe("AW-AW 25");
    expect(
      await verdictsOf(
        [group("a", { aggregation: "complete" }), group("b", { aggregation: "maximum" })],
        tests,
        decided,
      ),
    ).toBe("AW-AW 50");
    const nested = [group("root", { points: 90 }), group("a", { parentId: "root" }), group("b", { parentId: "root" })];
    expect(await verdictsOf(nested, tests, decided)).toBe("AW--- 0");
  });
});

test("likely killers run first, and the report stays in order", async () => {
  expect(await verdictsOf([], tests, { stopsAtFirstFailure: true, runFirst: ["b2", "a2"] })).toBe("----W 0");
  expect(await verdictsOf([], tests, { stopsAtFirstFailure: true })).toBe("AW--- 20");
});

test("groups and tests may have flags of their own", async () => {
  const kind = ["kind"];
  expect(await verdictsOf([group("a", { checkerFlags: kind }), group("b")], tests, { checker: exact })).toBe(
    "AAAAW 50",
  );
  const one = tests.map((item) => (item.id === "b2" ? { ...item, checkerFlags: kind } : item));
  expect(await verdictsOf([group("a"), group("b")], one, { checker: exact })).toBe("AWAAA 50");
  const off = tests.map((item) => ({ ...item, checkerFlags: ["float_absolute_tolerance", "1.5"] }));
  expect(await verdictsOf([group("a"), group("b")], off)).toBe("AAAAW 50");
});

test("tests of a group run after those of the groups that it depends on", () => {
  const groups = [
    group("x", { dependsOn: ["y"] }),
    group("y", { dependsOn: ["z"] }),
    group("z"),
    group("z/1", { parentId: "z" }),
  ];
  const ids = [
    inGroup("1", "x", ""),
    inGroup("2", "y", ""),
    inGroup("3", "z/1", ""),
    inGroup("4", "x", ""),
    inGroup("5", "z", ""),
  ];
  expect(computeRunOrder(groups, ids)).toEqual([4, 2, 1, 0, 3]);
  expect(computeRunOrder([], ids, ["4", "2"])).toEqual([3, 1, 0, 2, 4]);
  const ring = [group("x", { dependsOn: ["y"] }), group("y", { dependsOn: ["x"] })];
  expect(computeRunOrder(ring, ids.slice(0, 2)).toSorted((a, b) => a - b)).toEqual([0, 1]);
});
