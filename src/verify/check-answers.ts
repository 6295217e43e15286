import type { Problem, TestCase, ValidatorTest } from "../problem/index.ts";
import type { Finding, VerifyContext } from "./contract.ts";

export interface AnswerSummary {
  readonly answersChecked: number;
  readonly findings: readonly Finding[];
}

/** Gives each jury answer to the checker as if it were an output: it should be accepted. */
export async function checkAnswers(context: VerifyContext, problem: Problem): Promise<AnswerSummary> {
  const isByPrograms = problem.interactor !== undefined || problem.passLimit !== undefined;
  if (isByPrograms || problem.isSubmitAnswer === true) return { answersChecked: 0, findings: [] };
  const tests = problem.tests.filter((test) => test.answer !== undefined);
  const outputs = tests.flatMap((test) =>
    test.answer === undefined
      ? []
      : [{ input: test.input, output: test.answer, answer: test.answer, flags: flagsOf(problem, test) }],
  );
  const { limits } = problem;
  const reports = await context.judge.checkOutputs(problem.checker, outputs, { limits, signal: context.signal });
  const findings: Finding[] = [];
  for (const [index, report] of reports.entries()) {
    const subject = tests[index]?.id ?? "";
    if (report.verdict === "accepted") continue;
    const isFault = report.verdict === "judge-failed";
    const message = `the checker ${isFault ? "fails on" : "rejects"} the jury's answer: ${report.message}`;
    const severity = mayBeNoOutput(problem, isFault) || report.verdict === "partial" ? "warning" : "error";
    findings.push({ severity, code: isFault ? "checker-failed" : "answer-rejected", subject, message });
  }
  return { answersChecked: outputs.length, findings };
}

/** Answers of open-ended problems and of Kattis' own validators may be notes for the checker instead of outputs. */
function mayBeNoOutput({ checker, scoring }: Problem, isFault: boolean): boolean {
  if (checker.kind !== "program") return false;
  return (
    checker.convention === "kattis" ||
    checker.convention === "frontier-cs" ||
    (isFault && scoring.kind === "open-ended")
  );
}

function flagsOf(problem: Problem, test: TestCase): readonly string[] | undefined {
  if (test.checkerFlags !== undefined) return test.checkerFlags;
  const groups = new Map(problem.groups.map((group) => [group.id, group]));
  for (let id = test.groupId, depth = 0; id !== undefined && depth <= groups.size; depth++) {
    const group = groups.get(id);
    if (group?.checkerFlags !== undefined) return group.checkerFlags;
    id = group?.parentId;
  }
  return undefined;
}

/** Runs the package's tests of its checker: wrong outputs are rejected, right ones accepted. */
export async function checkCheckerTests(context: VerifyContext, problem: Problem): Promise<readonly Finding[]> {
  const tests = (problem.validatorTests ?? []).filter((test) => test.kind.endsWith("-output"));
  if (tests.length === 0) return [];
  if (problem.interactor !== undefined || problem.passLimit !== undefined) {
    const message = `${tests.length} outputs test a validator that talks to programs: they are not run`;
    return [{ severity: "warning", code: "output-unchecked", subject: "checker", message }];
  }
  const outputs = tests.flatMap((test) =>
    test.output === undefined
      ? []
      : [{ input: test.input, output: test.output, answer: test.answer, flags: test.checkerFlags }],
  );
  const asked = tests.filter((test) => test.output !== undefined);
  const { limits } = problem;
  const reports = await context.judge.checkOutputs(problem.checker, outputs, { limits, signal: context.signal });
  return asked.flatMap((test, index) => {
    const report = reports[index];
    return report === undefined ? [] : judgeCheckerTest(test, report);
  });
}

function judgeCheckerTest(
  test: ValidatorTest,
  { verdict, message }: { readonly verdict: string; readonly message: string },
): readonly Finding[] {
  const subject = `${test.kind}/${test.id}`;
  const fail = (code: string, text: string): readonly Finding[] => [
    { severity: "error", code, subject, message: `${text}: ${message}` },
  ];
  const wanted = test.kind === "valid-output" ? "accepted" : test.verdict;
  if (wanted !== undefined && verdict === wanted) return [];
  if (verdict === "judge-failed") return fail("checker-failed", "the checker fails");
  if (test.kind === "valid-output") return fail("checker-strict", `a right output gets ${verdict}`);
  if (wanted !== undefined) return fail("checker-lenient", `expected ${wanted}, got ${verdict}`);
  return verdict === "accepted" ? fail("checker-lenient", "a wrong output is accepted") : [];
}
