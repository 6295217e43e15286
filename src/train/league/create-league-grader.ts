import pLimit from "p-limit";
import type { Judge } from "../../judge/index.ts";
import { parseCompletion, type LeagueProblem } from "../../league/index.ts";
import type { CallOptions, Tokenizer } from "../../policy/index.ts";
import { computeReward } from "../../reward/index.ts";
import type { Attempt } from "../contract.ts";
import { withRewardCache, type CachedGrader } from "../grade/with-reward-cache.ts";

export interface LeagueGraderOptions {
  readonly judge: Judge;
  readonly tokenizer: Pick<Tokenizer, "decode">;
  /** The problem behind a task. */
  readonly findProblem: (taskId: string) => LeagueProblem;
  /** Default false; true: only by the tests that the statement shows. */
  readonly onlySamples?: boolean;
}

/** Programs handed to the judge at the same time: enough for it to compile many in one go. */
const programsAtOnce = 64;

/** Judges what an answer's program does on its problem's tests. What is cut off or no program earns nothing. */
export function createLeagueGrader(options: LeagueGraderOptions): CachedGrader {
  const { judge, tokenizer, findProblem, onlySamples = false } = options;
  const limit = pLimit(programsAtOnce);
  const judged = withRewardCache(
    {
      name: onlySamples ? "league-judge by samples" : "league-judge",
      grade: async (attempts, call = {}) =>
        Promise.all(attempts.map(async (attempt) => limit(async () => gradeProgram(attempt, call)))),
    },
    (attempt) => toProgramText(attempt) ?? "",
  );

  async function gradeProgram(attempt: Attempt, { signal }: CallOptions): Promise<number | null> {
    const text = tokenizer.decode(attempt.tokens);
    const parsed = attempt.isEnded ? parseCompletion(text) : undefined;
    if (parsed?.kind !== "completion-parsed") return 0;
    const { problem } = findProblem(attempt.task.id);
    const report = await judge.judge(
      parsed.program,
      { problem, tests: problem.tests.filter(({ isSample }) => isSample || !onlySamples) },
      { signal, stopsAtFirstFailure: true },
    );
    const reward = computeReward(report, problem.scoring);
    return reward.kind === "reward-given" ? reward.value : null;
  }

  function toProgramText({ tokens, isEnded }: Attempt): string | undefined {
    const parsed = isEnded ? parseCompletion(tokenizer.decode(tokens)) : undefined;
    return parsed?.kind === "completion-parsed" ? JSON.stringify(parsed.program) : undefined;
  }

  return judged;
}
