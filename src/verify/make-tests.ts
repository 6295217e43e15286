import type { ExecutionReport } from "../judge/index.ts";
import {
  createTestData,
  defaultChecker,
  type PlannedTest,
  type Problem,
  type Program,
  type TestCase,
  type TestData,
} from "../problem/index.ts";
import type { Finding, VerifyContext } from "./contract.ts";
import { toAnswerLimits, toHelperLimits } from "./helper-limits.ts";
import { parseGeneratorCall } from "./parse-generator-call.ts";

export interface MadeTests {
  /** All tests that there are now, those of the package first, in the order in which it names them. */
  readonly problem: Problem;
  /** Inputs that were made because the package does not ship them. */
  readonly made: number;
  /** Inputs that were made again and compared with what is shipped. */
  readonly remade: number;
  readonly findings: readonly Finding[];
}

/**
 * Makes the tests that a package only names by their generator call (answers by its main solution), and makes those
 * again that it ships as well. A call must give the same bytes twice.
 */
export async function makeTests(context: VerifyContext, problem: Problem): Promise<MadeTests> {
  const planned = problem.plannedTests ?? [];
  const shipped = problem.tests.filter((test) => test.generatorCall !== undefined);
  const findings: Finding[] = [];
  const inputs = await runGenerators(context, { problem, tests: [...planned, ...shipped], findings });
  for (const test of shipped) compareWithShipped(test, inputs.get(test.id), findings);
  const fresh = planned.flatMap((test) => {
    const input = inputs.get(test.id);
    return input === undefined ? [] : [{ ...test, input }];
  });
  const all = [...problem.tests, ...fresh];
  const answers = await makeAnswers(context, { problem, tests: all, findings });
  const tests = all.map((test) => (answers.has(test.id) ? { ...test, answer: answers.get(test.id) } : test));
  return {
    problem: { ...problem, tests, plannedTests: [] },
    made: fresh.length,
    remade: shipped.filter((test) => inputs.has(test.id)).length,
    findings,
  };
}

interface Work<T> {
  readonly problem: Problem;
  readonly tests: readonly T[];
  readonly findings: Finding[];
}

async function runGenerators(
  context: VerifyContext,
  { problem, tests, findings }: Work<Pick<PlannedTest, "id"> & { readonly generatorCall?: string | undefined }>,
): Promise<ReadonlyMap<string, TestData>> {
  const byProgram = new Map<
    string,
    { readonly id: string; readonly call: string; readonly args: readonly string[] }[]
  >();
  for (const { id, generatorCall = "" } of tests) {
    const call = parseGeneratorCall(generatorCall);
    if (call === undefined) {
      report(findings, "generator-call-broken", id, `expected a generator and its arguments, got ${generatorCall}`);
      continue;
    }
    const calls = byProgram.get(call.name) ?? [];
    calls.push({ id, call: generatorCall, args: call.args });
    byProgram.set(call.name, calls);
  }
  const inputs = new Map<string, TestData>();
  for (const [name, calls] of byProgram) {
    const generator = problem.generators.find((item) => item.name === name);
    if (generator === undefined) {
      const known = problem.generators.map((item) => item.name).join(", ") || "none";
      for (const { id } of calls) report(findings, "generator-missing", id, `no generator ${name}; there are ${known}`);
      continue;
    }
    const runs = calls.flatMap(({ args }) => [args, args]);
    const reports = await context.judge.execute(
      generator.program,
      {
        inputs: runs.map((args) => ({ args: [...generator.flags, ...args], stdin: createTestData("") })),
        limits: toHelperLimits(problem.limits),
      },
      { signal: context.signal },
    );
    for (const [index, { id, call }] of calls.entries()) {
      const [first, second] = [reports[2 * index], reports[2 * index + 1]];
      const input = toOutput(context, first);
      if (input === undefined) {
        report(findings, "generator-failed", id, `${call} ${describeEnd(first)}`);
      } else if (second?.stdoutDigest !== input.digest) {
        report(findings, "generator-random", id, `${call} gives other bytes when it is called again`);
      } else inputs.set(id, input);
    }
  }
  return inputs;
}

function toOutput({ judge }: VerifyContext, run: ExecutionReport | undefined): TestData | undefined {
  if (run?.verdict !== "accepted" || run.stdoutDigest === undefined) return undefined;
  return judge.readOutput(run.stdoutDigest);
}

/** How a helper's run ended, in words that follow its name. */
export function describeEnd(run: ExecutionReport | undefined): string {
  if (run === undefined) return "was not run";
  const words = run.stderr.trim() === "" ? "" : `: ${run.stderr.trim().slice(0, 300)}`;
  if (run.verdict === "accepted") return "wrote more than can be kept";
  return `ended with ${run.verdict}${run.message === "" ? "" : ` (${run.message.slice(0, 500)})`}${words}`;
}

function compareWithShipped(test: TestCase, made: TestData | undefined, findings: Finding[]): void {
  if (made === undefined || made.digest === test.input.digest) return;
  const isSame = toText(made) === toText(test.input);
  const what = isSame ? "the input differs in line ends" : "the input is not what is shipped";
  const severity = isSame ? "warning" : "error";
  findings.push({ severity, code: "input-differs", subject: test.id, message: `${what}: ${test.generatorCall ?? ""}` });
}

function toText(data: TestData): string {
  return Buffer.from(data.bytes).toString("latin1").replaceAll("\r\n", "\n");
}

/** Answers of made tests, and of shipped ones whose answer is missing; none where nothing could be compared. */
async function makeAnswers(
  context: VerifyContext,
  { problem, tests, findings }: Work<TestCase>,
): Promise<ReadonlyMap<string, TestData>> {
  const answers = new Map<string, TestData>();
  const isDecidedByProgram = problem.interactor !== undefined || problem.isSubmitAnswer === true;
  if (isDecidedByProgram || problem.passLimit !== undefined || problem.scoring.kind === "open-ended") return answers;
  const open = tests.filter((test) => test.answer === undefined);
  if (open.length === 0) return answers;
  const main = findMainSolution(problem);
  if (main === undefined) {
    const message = `nothing answers ${open.length} tests: no solution is the main one, nor is any accepted`;
    findings.push({ severity: "error", code: "answer-missing", subject: "solutions", message });
    return answers;
  }
  const { limits, streams } = problem;
  const judged = await context.judge.judge(
    main,
    {
      problem: { checker: defaultChecker, limits: toAnswerLimits(limits), streams, scoring: { kind: "binary" } },
      tests: open.map((test) => ({ ...test, groupId: undefined })),
    },
    { signal: context.signal },
  );
  for (const test of judged.tests) {
    const answer = toOutput(context, test);
    if (answer !== undefined) answers.set(test.testId, answer);
    else report(findings, "answer-failed", test.testId, `${main.fileName} ${describeEnd(test)}`);
  }
  return answers;
}

function findMainSolution({ solutions }: Problem): Program | undefined {
  const main =
    solutions.find((solution) => solution.isMain) ??
    solutions.find((solution) => solution.expected.permitted.join() === "accepted");
  return main?.program;
}

function report(findings: Finding[], code: string, subject: string, message: string): void {
  findings.push({ severity: "error", code, subject, message });
}
