import os from "node:os";
import pLimit from "p-limit";
import type { Program, TestCase } from "../problem/index.ts";
import type { Judge, JudgedProblem, JudgeReport, JudgeTestsOptions } from "./contract.ts";
import { computeProgramDigest } from "./program-digest.ts";

/** A program and what it is judged on. Programs for one problem share `problem` and `tests` as the same objects. */
export interface BatchQuestion {
  readonly program: Program;
  readonly problem: JudgedProblem;
  readonly tests: readonly TestCase[];
}

export interface JudgeBatchOptions extends JudgeTestsOptions {
  /** Programs that are run at the same time, beside those that wait for a slot. Undefined: two a core. */
  readonly concurrency?: number | undefined;
  /** Called when a report is there, in whatever order. */
  readonly onReport?: (index: number, report: JudgeReport) => void;
}

/**
 * Judges many programs of many problems at once: the answer has a report for each question, the same as `judge.judge`
 * gives. What is compiled together costs a fraction of compiling each by itself, C programs of all problems included;
 * equal programs of one problem are judged once. Meant for the rollouts of a training step.
 *
 * @throws the signal's reason when aborted.
 */
export async function judgeBatch(
  judge: Judge,
  questions: readonly BatchQuestion[],
  options: JudgeBatchOptions = {},
): Promise<readonly JudgeReport[]> {
  const { concurrency = 2 * os.availableParallelism(), onReport, ...how } = options;
  const firsts = findFirsts(questions);
  const limit = pLimit(concurrency);
  const reports: JudgeReport[] = [];
  const ask = async ({ program, problem, tests }: BatchQuestion): Promise<JudgeReport> =>
    judge.judge(program, { problem, tests }, how);
  const keep = (index: number, report: JudgeReport): void => {
    reports[index] = report;
    onReport?.(index, report);
  };
  for (let start = 0; start < questions.length; start += portion) {
    const part = [...questions.entries()].slice(start, start + portion);
    const own = part.filter(([index]) => firsts[index] === index);
    await Promise.all(own.map(async ([, { program }]) => judge.compile(program, { signal: how.signal })));
    await Promise.all(own.map(async ([index, question]) => limit(async () => keep(index, await ask(question)))));
    for (const [index, question] of part) {
      const first = reports[firsts[index] as number] as JudgeReport;
      if (firsts[index] === index) continue;
      keep(index, first.verdict === "compile-error" ? await ask(question) : first);
    }
  }
  return reports;
}

/** Built programs are held until they have run. */
const portion = 128;

/** For each question the first one that is the same but for the program's layout. */
function findFirsts(questions: readonly BatchQuestion[]): readonly number[] {
  const known = new Map<object, Map<object, Map<string, number>>>();
  return questions.map(({ program, problem, tests }, index) => {
    const ofProblem = known.get(problem) ?? new Map<object, Map<string, number>>();
    known.set(problem, ofProblem);
    const ofTests = ofProblem.get(tests) ?? new Map<string, number>();
    ofProblem.set(tests, ofTests);
    const digest = computeProgramDigest(program);
    const first = ofTests.get(digest) ?? index;
    ofTests.set(digest, first);
    return first;
  });
}
