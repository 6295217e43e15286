import { judgeBatch, type BatchQuestion, type Judge } from "../../judge/index.ts";
import { parseCompletion, type LeagueProblem } from "../../league/index.ts";
import type { Tokenizer } from "../../policy/index.ts";
import type { Program } from "../../problem/index.ts";
import { computeReward } from "../../reward/index.ts";
import { invariant } from "../../std/index.ts";
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

/**
 * Judges what an answer's program does on its problem's tests, all answers in one batch. What is cut off or no program
 * earns nothing, without being judged.
 */
export function createLeagueGrader(options: LeagueGraderOptions): CachedGrader {
  const { judge, tokenizer, findProblem, onlySamples = false } = options;

  function toProgram({ tokens, isEnded }: Attempt): Program | undefined {
    const parsed = isEnded ? parseCompletion(tokenizer.decode(tokens)) : undefined;
    return parsed?.kind === "completion-parsed" ? parsed.program : undefined;
  }

  function toQuestion(attempt: Attempt): BatchQuestion | undefined {
    const program = toProgram(attempt);
    if (program === undefined) return undefined;
    const { problem } = findProblem(attempt.task.id);
    const tests = onlySamples ? problem.tests.filter(({ isSample }) => isSample) : problem.tests;
    return { program, problem, tests };
  }

  return withRewardCache(
    {
      name: onlySamples ? "league-judge by samples" : "league-judge",
      async grade(attempts, { signal } = {}) {
        const questions = attempts.map(toQuestion);
        const asked = questions.filter((question) => question !== undefined);
        const reports = (await judgeBatch(judge, asked, { signal, stopsAtFirstFailure: true })).values();
        return questions.map((question, index) => {
          if (question === undefined) return 0;
          const { value: report } = reports.next();
          invariant(report !== undefined, "there is one report for each question");
          const { scoring } = findProblem(attempts[index]?.task.id ?? "").problem;
          const reward = computeReward(report, scoring);
          return reward.kind === "reward-given" ? reward.value : null;
        });
      },
    },
    (attempt) => JSON.stringify(toProgram(attempt) ?? null),
  );
}
