import { z } from "zod";
import { createMemoryJournal } from "../../src/journal/index.ts";
import { createJudge, type Judge } from "../../src/judge/index.ts";
import { withJournal } from "../../src/policy/index.ts";
import { computeReward } from "../../src/reward/index.ts";
import { solve, type OptionalStage, type SolvePlan, type SolveResult } from "../../src/solve/index.ts";
import { holdBeyond, openLargerRange, type LargerRange } from "./hold-beyond.ts";
import { requireAnswers } from "./require-answers.ts";
import type { OpenSubject, Subject } from "./subject.ts";

export const attemptCount = 5;

const claimSchema = z.object({
  origin: z.string(),
  status: z.enum(["promoted", "refuted", "withdrawn"]),
  kind: z.enum(["answer", "property"]).optional(),
  /** What checking gave, a version each. */
  versions: z.array(z.string()),
  /** What a larger range says of it, where it was promoted. */
  beyond: z.enum(["stands", "refuted"]).optional(),
});

const attemptSchema = z.object({
  claims: z.array(claimSchema),
  /** Whether the program was written from a claim that stood. */
  isTold: z.boolean(),
  /** Whether the program passes the whole suite. */
  isRight: z.object({ without: z.boolean(), with: z.boolean() }),
});

export const rowSchema = z.object({
  group: z.string(),
  /** One an attempt. */
  attempts: z.array(attemptSchema),
  beyond: z.object({ instances: z.int(), longestBytes: z.int() }),
});
export type Row = z.infer<typeof rowSchema>;
export type Claim = z.infer<typeof claimSchema>;
type Attempt = z.infer<typeof attemptSchema>;

/** One claim with two revisions, then one program: no tests are made, since a program's own suite judges it. */
const plan: Partial<SolvePlan> = {
  route: "search",
  candidateCount: 1,
  roundCount: 1,
  hypothesisCount: 1,
  revisionCount: 2,
  testCounts: { tiny: 0, small: 0, edge: 0, large: 0 },
  maxTokensPerSample: 8000,
};

const others: readonly OptionalStage[] = ["summary", "attack", "search"];

/**
 * Five independent attempts, each once without claims and once with. Both start from the same seed: where no claim
 * stands, the second is asked what the first was, and gets the same answer.
 */
export async function measureSubject({ subject, toPolicy }: OpenSubject, { seed }: { seed: string }): Promise<Row> {
  const journal = createMemoryJournal();
  await using judge = await createJudge({ journal });
  const range = await openLargerRange({ judge, problem: subject.problem }, subject, seed);

  async function attempt(number: number): Promise<Attempt> {
    const policy = withJournal(requireAnswers(await toPolicy(number)), { journal });
    const run = async (without: readonly OptionalStage[]): Promise<SolveResult> =>
      solve(subject.problem, { policy, judge, journal }, { ...toOptions(subject), seed: `${seed}/${number}`, without });
    const without = await run(["hypothesis", ...others]);
    const helped = await run(others);
    return {
      claims: await toClaims(judge, { subject, result: helped, range }),
      isTold: helped.candidates.some(({ toldHypothesisIds }) => toldHypothesisIds.length > 0),
      isRight: { without: await isRight(judge, subject, without), with: await isRight(judge, subject, helped) },
    };
  }

  const attempts = await Promise.all(Array.from({ length: attemptCount }, async (_, number) => attempt(number)));
  const { instances, longestBytes } = range;
  return { group: subject.group, attempts, beyond: { instances: instances.length, longestBytes } };
}

function toOptions({ languages, bruteForce }: Subject) {
  return { languages, plan, given: { bruteForce, usesInputSpec: true } };
}

async function toClaims(
  judge: Judge,
  parts: { readonly subject: Subject; readonly result: SolveResult; readonly range: LargerRange },
): Promise<Claim[]> {
  const { subject, result, range } = parts;
  return Promise.all(
    result.hypotheses.map(async (report) => ({
      origin: report.origin,
      status: report.status,
      kind: report.kind,
      versions: report.checks.map(({ status }) => status),
      beyond:
        report.status === "promoted" ? await holdBeyond({ judge, problem: subject.problem }, report, range) : undefined,
    })),
  );
}

/** Whether the attempt's program is right: an answer without one is wrong. */
async function isRight(judge: Judge, { problem, suite }: Subject, result: SolveResult): Promise<boolean> {
  const [candidate] = result.candidates;
  if (candidate === undefined) return false;
  const report = await judge.judge(candidate.program, { problem, tests: suite });
  const reward = computeReward(report, problem.scoring);
  if (reward.kind === "reward-withheld") throw new Error(`the judge failed: ${reward.reason}`);
  return reward.value === 1;
}

/** For progress. */
export function toLine(name: string, { attempts }: Row): string {
  const count = (pick: (attempt: Attempt) => boolean): number => attempts.filter(pick).length;
  const claims = attempts.flatMap((attempt) => attempt.claims);
  const promoted = claims.filter(({ status }) => status === "promoted");
  const fallen = promoted.filter(({ beyond }) => beyond === "refuted").length;
  return (
    `${name.padEnd(24)} right ${count(({ isRight: { without } }) => without)} without, ` +
    `${count(({ isRight: { with: helped } }) => helped)} with; ${claims.length} claims, ${promoted.length} promoted` +
    (fallen === 0 ? "" : `, ${fallen} of them fall beyond`)
  );
}
