import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMemoryJournal } from "../journal/index.ts";
import { createJudge, type Judge } from "../judge/index.ts";
import { createTestData, defaultChecker, type Program } from "../problem/index.ts";
import { computeLayeredReward, measureEfficiency } from "./index.ts";

const problem = {
  checker: defaultChecker,
  limits: { timeLimitMs: 600, memoryLimitBytes: 256 * 1024 ** 2 },
  streams: { input: { kind: "stdin" }, output: { kind: "stdout" } },
  scoring: { kind: "binary" },
} as const;

/** Pairs i < j < n, of which the last run is one by one. */
const count = (body: string): Program => ({
  language: "c",
  fileName: "main.c",
  source: `#include <stdio.h>\nint main(void) { long long n, c = 0; scanf("%lld", &n); ${body} printf("%lld\\n", c); return 0; }\n`,
});
const bruteForce = count("for (long long i = 0; i < n; i++) for (volatile long long j = i + 1; j < n; j++) c++;");
const formula = count("c = n * (n - 1) / 2;");
const wrong = count("c = n * n / 2;");
const sleepless = count("for (volatile long long i = 0; i < n * n * 1000; i++); c = n * (n - 1) / 2;");

/** Nothing, a tenth of the limit or less, so that slow machines keep to it too, and far more than the limit. */
const inputs = [10, 10_000, 200_000].map((n) => createTestData(`${n}\n`));

let directory: string;
let judge: Judge;
const journal = createMemoryJournal();

beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), "measure-efficiency-"));
  judge = await createJudge({ journal, slots: 1, cacheDirectory: directory });
}, 60_000);

afterAll(async () => {
  await judge[Symbol.asyncDispose]();
  await rm(directory, { recursive: true, force: true });
});

const right = { correctness: { verdict: "accepted", tests: [] }, oracle: "brute-force" } as const;

test("programs are timed beside the brute force, whose outputs are the answers", { timeout: 180_000 }, async () => {
  const question = { problem, bruteForce, inputs };
  const quick = await measureEfficiency(judge, { ...question, candidate: formula });
  expect(quick.bruteForce.map(({ verdict }) => verdict)).toEqual(["accepted", "accepted", "time-limit-exceeded"]);
  const reward = computeLayeredReward({ ...right, efficiency: quick });
  expect(reward).toMatchObject({ kind: "reward-given", layer: "efficiency" });
  expect(reward.kind === "reward-given" && reward.value).toBeGreaterThan(8);
  expect(reward.kind === "reward-given" && reward.speedUps[0]).toMatchObject({ reason: "brute-force-too-fast" });

  const mistaken = await measureEfficiency(judge, { ...question, candidate: wrong });
  expect(computeLayeredReward({ ...right, efficiency: mistaken })).toMatchObject({ value: 0, layer: "correctness" });

  const slow = await measureEfficiency(judge, { ...question, candidate: sleepless });
  expect(slow.candidate.tests.slice(1).map(({ verdict }) => verdict)).toEqual([
    "time-limit-exceeded",
    "time-limit-exceeded",
  ]);
  expect(computeLayeredReward({ ...right, efficiency: slow })).toMatchObject({ value: 0.1 });
});

test("asked again, the journal gives the same times: the same reward", { timeout: 180_000 }, async () => {
  const question = { problem, bruteForce, inputs, candidate: formula };
  const first = await measureEfficiency(judge, question);
  expect(await measureEfficiency(judge, question)).toEqual(first);
});
