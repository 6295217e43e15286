import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMemoryJournal, type Journal } from "../src/journal/index.ts";
import { createJudge } from "../src/judge/index.ts";
import { readLeagueProblem, renderPrompt } from "../src/league/index.ts";
import { createBudget, loadTiny, withBudget, withJournal, type TrainablePolicy } from "../src/policy/index.ts";
import { solve, type SolveResult } from "../src/solve/index.ts";
import { computeDigest } from "../src/std/index.ts";
import { createLeagueLearner, createLeaguePolicy } from "../src/train/index.ts";
import { parseResult, runCli } from "./support/cli.ts";

/** Programs are compiled and run for real, perhaps on a busy machine. */
const hookTimeoutMs = 180_000;

const repository = fileURLToPath(new URL("..", import.meta.url));
const bundled = join(repository, "weights", "tiny");
const { createTinyEngine } = await loadTiny();
const { problem: whole } = readLeagueProblem("league:4/1");
/** Without its hidden tests: there is nothing to learn from but the samples and what the run makes itself. */
const problem = { ...whole, tests: whole.tests.filter(({ isSample }) => isSample), solutions: [] };
const statement = problem.statements[0].markdown;
const bruteForce = whole.solutions.find(({ name }) => name === "brute-force")?.program;

/** One wrong program fails the samples, the other passes them and most other tests. */
const [worse, better] = ["wrong-other-core", "wrong-misses-last"].map(
  (name) => whole.solutions.find((solution) => solution.name === name)?.program.source ?? "",
) as [string, string];

let folder = "";
let start = "";

/** A policy that was led astray: it has learnt the two wrong programs by heart, and hardly knows the right one. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "grandsmith-learn-test-"));
  start = join(folder, "astray");
  await using policy = await createTinyEngine({
    source: { kind: "checkpoint", directory: bundled, withOptimizer: false },
  });
  const prompt = policy.tokenizer.encode(renderPrompt(statement, { kind: "program" }));
  const data = [worse, better].map((source) => {
    const tokens = [...policy.tokenizer.encode(source), policy.tokenizer.endToken];
    const all = [...prompt, ...tokens];
    const masked = prompt.slice(1).map(() => 0);
    return {
      inputTokens: all.slice(0, -1),
      targetTokens: all.slice(1),
      weights_T: [...masked, ...tokens.map(() => 1 / tokens.length)],
    };
  });
  for (let step = 0; step < 8; step += 1) {
    await policy.forwardBackward({ data, loss: { kind: "cross-entropy" } });
    await policy.optimStep({ learningRate: 3e-3, gradClipNorm: 1 });
  }
  await policy.save({ directory: start, withOptimizer: false });
}, hookTimeoutMs);

afterAll(async () => rm(folder, { recursive: true, force: true }));

async function openTrainer(): Promise<TrainablePolicy> {
  return createTinyEngine({
    source: { kind: "checkpoint", directory: start, withOptimizer: false },
    lora: { rank: 8, seed: "learn", trainUnembed: true },
  });
}

/** How likely the better one of the two wrong programs is, of both. */
async function measureShare(trainer: TrainablePolicy): Promise<number> {
  const { tokenizer } = trainer;
  const promptTokens = tokenizer.encode(renderPrompt(statement, { kind: "program" }));
  const scored = await trainer.score(
    [worse, better].map((source) => ({ promptTokens, targetTokens: tokenizer.encode(source) })),
  );
  const [bad = 0, good = 0] = scored.map(({ logprobs_T }) => logprobs_T.reduce((sum, value) => sum + value, 0));
  return 1 / (1 + Math.exp(bad - good));
}

async function solveLearning(trainer: TrainablePolicy, journal: Journal) {
  const versions = new Set<string>();
  const budget = createBudget();
  const league = await createLeaguePolicy(trainer, { statement });
  const policy = withJournal(
    withBudget(
      {
        info: league.info,
        async sample(request, call) {
          const outcome = await league.sample(request, call);
          if (outcome.kind === "completion") versions.add(`round ${request.address.round}: ${outcome.policyVersion}`);
          return outcome;
        },
      },
      budget,
    ),
    { journal, budget },
  );
  await using judge = await createJudge({ journal });
  await using learner = createLeagueLearner({ trainer, journal, budget, statement });
  const result = await solve(
    problem,
    { policy, judge, journal, learner },
    {
      // One program of its first round is the best alone: where the best are equal, nothing is to be learnt.
      seed: "2",
      languages: ["c"],
      plan: { candidateCount: 8, roundCount: 2, testCounts: { tiny: 12, small: 6, edge: 0, large: 0 } },
      without: ["attack", "summary", "hypothesis"],
      given: { bruteForce, usesInputSpec: true },
    },
  );
  return { result, versions: [...versions], spentTokens: budget.state.spentTokens };
}

describe("learning on the problem itself", () => {
  const journal = createMemoryJournal();
  let before = 0;
  let after = 0;
  let files: readonly string[] = [];
  let run: Awaited<ReturnType<typeof solveLearning>>;

  beforeAll(async () => {
    files = await digestFiles();
    await using trainer = await openTrainer();
    before = await measureShare(trainer);
    run = await solveLearning(trainer, journal);
    after = await measureShare(trainer);
  }, hookTimeoutMs);

  it("moves the weights between the rounds, by rewards on tests that the run made itself", () => {
    expect(problem.tests.every(({ isSample }) => isSample)).toBe(true);
    expect(run.result.learnings).toMatchObject([{ kind: "round-learned", round: 0, updateCount: 4 }]);
    expect(run.versions).toHaveLength(2);
    const [first, second] = run.versions.map((version) => Number(version.split("@")[1]));
    expect(second).toBe((first ?? 0) + 4);
    expect(new Set(rewardsOf(run.result, 0)).size).toBeGreaterThan(1);
  });

  it("makes likelier what did better, in the policy and in the next round's programs", () => {
    expect(before).toBeLessThan(0.7);
    expect(after).toBeGreaterThan(before + 0.15);
    expect(mean(rewardsOf(run.result, 1))).toBeGreaterThan(mean(rewardsOf(run.result, 0)));
  });

  it("leaves the weights on disk as they are", async () => expect(await digestFiles()).toEqual(files));

  it(
    "is not done again when the run is resumed: the same programs, weights and spending",
    async () => {
      await using trainer = await openTrainer();
      const again = await solveLearning(onlyLoading(trainer), journal);
      expect(again.result.learnings).toEqual(run.result.learnings);
      expect(again.result.candidates.map(({ program }) => program)).toEqual(
        run.result.candidates.map(({ program }) => program),
      );
      expect(again.versions).toEqual([]);
      expect(again.spentTokens).toBe(run.spentTokens);
      expect(await measureShare(trainer)).toBe(after);
    },
    hookTimeoutMs,
  );
});

describe("--learn", () => {
  it("is refused by name for a policy that cannot be trained, and without rounds of search", async () => {
    for (const args of [
      ["examples/two-couriers", "--learn"],
      ["league:1/3", "--learn", "--without", "search"],
    ]) {
      const run = await runSolve("refused", args);
      expect(run.exitCode).toBe(2);
      expect(run.lines.join("\n")).toContain("LEARNER_UNSUITED");
    }
  }, 60_000);

  it("solves with the bundled policy, whose weights stay as they are", async () => {
    const weights = join(bundled, "weights.safetensors");
    const digest = computeDigest(await readFile(weights));
    const run = await runSolve("learning", ["league:1/3", "--learn", "--candidates", "4"]);
    expect(run.exitCode).toBe(0);
    expect(parseResult(run)).toMatchObject({ status: "solved", learnings: [] });
    expect(computeDigest(await readFile(weights))).toBe(digest);
  }, 60_000);
});

async function runSolve(name: string, args: readonly string[]) {
  const env = { GRANDSMITH_HOME: join(folder, "home") };
  return runCli(["solve", ...args, "--json", "--out", join(folder, name)], { cwd: repository, env });
}

/** The shares of the run's tests that a round's programs pass. */
function rewardsOf({ candidates, tests }: SolveResult, round: number): readonly number[] {
  return candidates.flatMap(({ address, passedCount }) =>
    address.round === round ? [passedCount / tests.length] : [],
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

async function digestFiles(): Promise<readonly string[]> {
  return Promise.all(
    ["manifest.json", "tokenizer.json", "weights.safetensors"].flatMap((name) =>
      [start, bundled].map(async (directory) => computeDigest(await readFile(join(directory, name)))),
    ),
  );
}

/** The same policy, which fails as soon as it is trained or asked. */
function onlyLoading(trainer: TrainablePolicy): TrainablePolicy {
  return new Proxy(trainer, {
    get(target, name) {
      if (name === "forwardBackward" || name === "optimStep" || name === "sampleTokens") {
        throw new Error(`${name} was called`);
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
