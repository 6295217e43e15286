import os from "node:os";
import type { Program, Problem, Solution } from "../problem/index.ts";
import { checkAnswers, checkCheckerTests } from "./check-answers.ts";
import type { Finding, VerifiedPackage, VerifyContext, VerifyReport } from "./contract.ts";
import { makeTests } from "./make-tests.ts";
import { mapConcurrently } from "./map-concurrently.ts";
import { runSubmissions, type SubmissionsOptions } from "./run-submissions.ts";
import { checkValidatorInputs, validateTests } from "./validate-tests.ts";

export interface VerifyOptions {
  /** What an accepted solution may take while the time limit is measured; 60 s by default. */
  readonly longestTimeMs?: number | undefined;
  /** Undefined: one a core. */
  readonly jobs?: number | undefined;
  /** Judges only the solutions that it accepts. */
  readonly isWanted?: ((solution: Solution) => boolean) | undefined;
}

/**
 * Verifies a package: builds everything, makes and validates every input, checks every answer, judges every solution
 * and compares with what the package declares.
 */
export async function verifyProblem(
  context: VerifyContext,
  { problem, losses }: VerifiedPackage,
  options: VerifyOptions = {},
): Promise<VerifyReport> {
  const jobs = options.jobs ?? os.availableParallelism();
  const begin = (step: string): void => context.onProgress?.({ kind: "step-started", step });
  begin("building programs");
  const findings: Finding[] = [...(await buildHelpers(context, problem, jobs)), ...findUnjudgeable(problem)];
  begin("making tests");
  const made = await makeTests(context, problem);
  begin("validating inputs");
  const validated = await validateTests(context, made.problem);
  findings.push(...made.findings, ...validated.findings, ...(await checkValidatorInputs(context, made.problem)));
  begin("checking answers");
  const answers = await checkAnswers(context, made.problem);
  findings.push(...answers.findings, ...(await checkCheckerTests(context, made.problem)));
  begin("judging solutions");
  const settings: SubmissionsOptions = {
    jobs,
    longestTimeMs: options.longestTimeMs ?? 60_000,
    isWanted: (solution) => findUnjudgeable(problem).length === 0 && (options.isWanted?.(solution) ?? true),
  };
  const judged = await runSubmissions(context, made.problem, settings);
  findings.push(...judged.findings);
  const isExpected = judged.submissions.every(
    (row) => row.status === "as-expected" || row.status === "close" || row.language === "other",
  );
  return {
    problemId: problem.id,
    title: problem.title,
    format: problem.provenance.format,
    facts: context.judge.facts,
    limits: judged.limits,
    timeLimit: judged.timeLimit,
    programs: {
      validators: problem.validators.length,
      generators: problem.generators.length,
      submissions: problem.solutions.length,
    },
    inputs: {
      tests: made.problem.tests.length,
      made: made.made,
      remade: made.remade,
      validations: validated.validations,
      answersChecked: answers.answersChecked,
      validatorTests: problem.validatorTests?.length ?? 0,
    },
    findings,
    submissions: judged.submissions,
    losses,
    isGood: isExpected && findings.every((finding) => finding.severity !== "error"),
  };
}

async function buildHelpers(context: VerifyContext, problem: Problem, jobs: number): Promise<readonly Finding[]> {
  const { checker, interactor } = problem;
  const programs: (readonly [string, Program])[] = [
    ...(checker.kind === "program" ? [["checker", checker.program] as const] : []),
    ...(interactor?.kind === "program" ? [["interactor", interactor.program] as const] : []),
    ...problem.validators.map(({ name, program }) => [`validator ${name}`, program] as const),
    ...problem.generators.map(({ name, program }) => [`generator ${name}`, program] as const),
  ];
  const findings: Finding[] = [];
  await mapConcurrently(programs, jobs, async ([subject, program]) => {
    if (program.language === "other") {
      const message = `${program.fileName} is in a language that is not run here`;
      findings.push({ severity: "warning", code: "program-not-run", subject, message });
      return;
    }
    const outcome = await context.judge.compile(program, { signal: context.signal });
    if (outcome.kind === "compile-ok") return;
    const code = outcome.kind === "compile-error" ? "program-broken" : "program-not-built";
    findings.push({ severity: "error", code, subject, message: outcome.message });
  });
  return findings;
}

/** Why no solution of the problem can be judged. */
function findUnjudgeable(problem: Problem): readonly Finding[] {
  const toFinding = (message: string): readonly Finding[] => [
    { severity: "error", code: "problem-unjudgeable", subject: problem.id, message },
  ];
  if (problem.interactor?.kind === "missing") return toFinding("it is interactive and came without its interactor");
  if (problem.isSubmitAnswer === true) return toFinding("its solutions are answers, not programs (submit-answer)");
  if (problem.staticValidator !== undefined) return toFinding("it judges source texts by a static validator");
  return [];
}
