import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { createMemoryJournal } from "../src/journal/index.ts";
import { createJudge } from "../src/judge/index.ts";
import {
  createLeagueProblem,
  leagueLevels,
  parseCompletion,
  parseLeagueId,
  type PromptRequest,
} from "../src/league/index.ts";
import { loadTiny, type SampledTokens } from "../src/policy/index.ts";
import { createLeagueGrader, toLeagueTask, type Task } from "../src/train/index.ts";

const { startTinyWorker } = await loadTiny();
const directory = join(fileURLToPath(new URL("..", import.meta.url)), "weights", "tiny");
const policy = await startTinyWorker({ source: { kind: "checkpoint", directory, withOptimizer: false } });
const judge = await createJudge({ journal: createMemoryJournal(), slots: 1 });
afterAll(async () => {
  await policy[Symbol.asyncDispose]();
  await judge[Symbol.asyncDispose]();
});

const { tokenizer } = policy;
const problems = leagueLevels.flatMap((level) =>
  [0, 1, 2, 3].map((seed) => createLeagueProblem({ level, seed, split: "held-out" })),
);
const grader = createLeagueGrader({ judge, tokenizer, findProblem: (id) => createLeagueProblem(parseLeagueId(id)) });

/** The likeliest answers. */
async function answer(tasks: readonly Task[]): Promise<readonly SampledTokens[]> {
  return policy.sampleTokens(
    tasks.map(({ promptTokens }) => ({ promptTokens, maxTokens: 128, temperature: 0, seed: 1 })),
  );
}

/** How many of the problems of each level have right programs. */
async function countRight(tasks: readonly Task[], answers: readonly SampledTokens[]): Promise<readonly number[]> {
  const rewards = await grader.grade(
    tasks.map((task, i) => ({
      task,
      tokens: answers[i]?.tokens ?? [],
      isEnded: answers[i]?.stopReason === "stop-token",
      address: task.id,
    })),
  );
  return leagueLevels.map((level) => rewards.filter((reward, i) => reward === 1 && tasks[i]?.level === level).length);
}

function toTasks(toRequest: (index: number) => PromptRequest): readonly Task[] {
  return problems.map((problem, index) => toLeagueTask(problem, { tokenizer, request: toRequest(index) }));
}

describe("the bundled policy", () => {
  it("makes claims at every level that are right, and right programs where it is told them", async () => {
    const asked = toTasks(() => ({ kind: "hypothesis" }));
    const claims = await answer(asked);
    expect(Math.min(...(await countRight(asked, claims)))).toBeGreaterThanOrEqual(3);
    const told = toTasks((index) => {
      const parsed = parseCompletion(tokenizer.decode(claims[index]?.tokens ?? []));
      if (parsed.kind !== "completion-parsed") throw new Error(parsed.reason);
      return { kind: "program-from-hypothesis", hypothesis: parsed.program.source };
    });
    expect(Math.min(...(await countRight(told, await answer(told))))).toBeGreaterThanOrEqual(3);
  }, 120_000);
});
