import type { Solution, TestCase, TestData } from "../problem/index.ts";
import type { AuditContext } from "./contract.ts";
import { pickTests, toCheckerFlags } from "./locate.ts";

/** An output that the checker gives something for. */
export interface RightOutput {
  readonly test: TestCase;
  readonly output: TestData;
}

const baseCapBytes = 1_000_000;
const solutionCount = 3;

/**
 * Outputs that the checker gives something for: the jury's answers, else what the package's solutions print. `attempts`
 * says what got nothing, and `rejected` are the answers among it.
 */
export async function findRightOutputs(
  context: AuditContext,
  count: number,
): Promise<{
  readonly outputs: readonly RightOutput[];
  readonly rejected: readonly RightOutput[];
  readonly attempts: readonly string[];
}> {
  const { problem, judge, signal } = context;
  const tests = pickTests(
    problem.tests.filter((test) => isSmall(test.input) && isSmall(test.answer)),
    count,
  );
  const answered = tests.flatMap((test) => (test.answer === undefined ? [] : [{ test, output: test.answer }]));
  const asked = answered.map(({ test, output }) => ({
    input: test.input,
    output,
    answer: test.answer,
    flags: toCheckerFlags(problem, test),
  }));
  const reports = await judge.checkOutputs(problem.checker, asked, { limits: problem.limits, signal });
  const outputs = answered.filter((_, index) => (reports[index]?.score ?? 0) > 0);
  const rejected = answered.filter((item) => !outputs.includes(item));
  const attempts = answered.flatMap(({ test }, index) => {
    const report = reports[index];
    return (report?.score ?? 0) > 0
      ? []
      : [`answer of test ${test.id}: ${report?.verdict} ${report?.message ?? ""}`.trim()];
  });
  const open = tests.filter((test) => !outputs.some((item) => item.test === test));
  const solutions = problem.solutions.filter(isPromising).toSorted((a, b) => Number(b.isMain) - Number(a.isMain));
  for (const solution of solutions.slice(0, solutionCount)) {
    if (outputs.length > 0) break;
    const found = await runSolution(context, { solution, tests: open.length > 0 ? open : tests });
    outputs.push(...found.outputs);
    attempts.push(...found.attempts);
  }
  return { outputs, rejected, attempts };
}

function isSmall(data: TestData | undefined): boolean {
  return (data?.bytes.length ?? 0) <= baseCapBytes;
}

function isPromising({ expected, program }: Solution): boolean {
  const { permitted } = expected;
  return program.language !== "other" && (permitted.includes("accepted") || permitted.includes("partial"));
}

async function runSolution(
  { problem, judge, signal }: AuditContext,
  { solution, tests }: { readonly solution: Solution; readonly tests: readonly TestCase[] },
): Promise<{ readonly outputs: readonly RightOutput[]; readonly attempts: readonly string[] }> {
  const judged = await judge.judge(solution.program, { problem, tests }, { signal });
  const outputs: RightOutput[] = [];
  const attempts: string[] = [];
  for (const report of judged.tests) {
    const test = tests.find((item) => item.id === report.testId);
    const isRight =
      (report.verdict === "accepted" || report.verdict === "partial") && report.stdoutDigest !== undefined;
    if (test !== undefined && isRight) outputs.push({ test, output: judge.readOutput(report.stdoutDigest ?? "") });
    else
      attempts.push(`solution ${solution.name} on test ${report.testId}: ${report.verdict} ${report.message}`.trim());
  }
  return { outputs, attempts };
}
