import { findToolchain, type JudgeReport } from "../../judge/index.ts";
import type { Problem, TestCase } from "../../problem/index.ts";
import type { AuditCheck, AuditContext, AuditSeverity } from "../contract.ts";
import { toText } from "../locate.ts";
import { createTrivialPrograms, type TrivialProgram } from "../trivial-programs.ts";

/** Programs that cannot have solved anything must pass no group and get no points. */
export const checkTrivial: AuditCheck = {
  name: "trivial",
  async run(context) {
    const { problem, judge, signal } = context;
    const reason = findReason(problem);
    if (reason !== undefined) return { status: "not-needed", note: reason };
    const toolchain = await findToolchain("c");
    if (toolchain.kind !== "toolchain-found") return { status: "not-needed", note: toolchain.message };
    const programs = createTrivialPrograms(problem.streams, findCommonAnswers(problem.tests));
    const isSimple = problem.scoring.kind === "binary" && problem.groups.length === 0;
    const failures: Failure[] = [];
    for (const trivial of programs) {
      const report = await judge.judge(
        trivial.program,
        { problem, tests: problem.tests },
        { signal, stopsAtFirstFailure: isSimple, stopsAtDecidedGroups: !isSimple, timeMargin: 1 },
      );
      if (report.verdict === "judge-failed") failures.push({ trivial, judged: report });
      else reportScore(context, trivial, report);
    }
    reportFailures(context, failures);
    return { status: "done", note: `${programs.length} programs on ${problem.tests.length} tests` };
  },
};

function findReason({ interactor, isSubmitAnswer, functionCall, staticValidator, tests }: Problem): string | undefined {
  if (tests.length === 0) return "there are no tests";
  if (interactor !== undefined) return "the problem is interactive";
  if (isSubmitAnswer === true) return "solutions are answers, not programs";
  if (functionCall !== undefined) return "solutions are functions, not programs";
  return staticValidator === undefined ? undefined : "source texts are judged";
}

const constantCount = 3;
const constantCapBytes = 1000;

/** Whole answers that at least two tests share, the most frequent first. */
function findCommonAnswers(tests: readonly TestCase[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { answer } of tests) {
    if (answer === undefined || answer.bytes.length > constantCapBytes) continue;
    const text = toText(answer);
    if (text.trim() !== "") counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const common = [...counts].filter(([, count]) => count >= 2).toSorted((a, b) => b[1] - a[1]);
  return common.slice(0, constantCount).map(([text]) => text);
}

interface Failure {
  readonly trivial: TrivialProgram;
  readonly judged: JudgeReport;
}

/** Programs on which judging itself fails, together: they mostly fail alike. */
function reportFailures({ report }: AuditContext, [first, ...others]: readonly Failure[]): void {
  if (first === undefined) return;
  const { name, what, program } = first.trivial;
  const failed = first.judged.tests.find((test) => test.verdict === "judge-failed");
  const place = failed === undefined ? "" : ` on test ${failed.testId}`;
  const more = others.map(({ trivial }) => trivial.what).join(", ");
  const suffix = others.length === 0 ? "" : `; nor can one that ${more}`;
  report({
    severity: "error",
    code: "judging-fails",
    message: `a program that ${what} cannot be judged${place}: ${failed?.message ?? first.judged.message ?? ""}${suffix}`,
    command: toCommand(name),
    files: { [program.fileName]: program.source },
  });
}

function reportScore(context: AuditContext, trivial: TrivialProgram, judged: JudgeReport): void {
  const { problem } = context;
  const finding =
    problem.scoring.kind === "binary" ? findPassed(problem, trivial, judged) : findPoints(problem, judged);
  if (finding === undefined) return;
  const { name, what, program } = trivial;
  context.report({
    severity: finding.severity,
    code: "trivial-program-scores",
    message: `a program that ${what} ${finding.words}`,
    command: toCommand(name),
    files: { [program.fileName]: program.source },
  });
}

interface Score {
  readonly severity: AuditSeverity;
  readonly words: string;
}

/** Groups that a program passes; with few tests an answer of the package may pass by being that answer. */
function findPassed(problem: Problem, trivial: TrivialProgram, judged: JudgeReport): Score | undefined {
  const severityOf = (tests: readonly TestCase[]): AuditSeverity =>
    tests.length < 3 || (trivial.isInformed && tests.every((test) => test.isSample)) ? "warning" : "error";
  if (judged.verdict === "accepted") {
    const count = judged.tests.length;
    return {
      severity: severityOf(problem.tests),
      words: `is accepted: it passes ${count === 1 ? "the only test" : `all ${count} tests`}`,
    };
  }
  const passed = judged.groups.filter((group) => group.isPassed && group.isCounted).map((group) => group.groupId);
  const tested = passed.map((id) => ({ id, tests: testsOf(problem, id).filter((test) => !test.isSample) }));
  const found = tested.filter(({ tests }) => tests.length > 0);
  if (found.length === 0) return undefined;
  const severity = found.some(({ tests }) => severityOf(tests) === "error") ? "error" : "warning";
  const names = found.map(({ id, tests }) => `${id} (${tests.length} tests)`).join(", ");
  return { severity, words: `passes ${names}` };
}

function testsOf(problem: Problem, groupId: string): readonly TestCase[] {
  const ids = new Set([groupId]);
  for (let before = -1; before !== ids.size;) {
    before = ids.size;
    for (const group of problem.groups) if (group.parentId !== undefined && ids.has(group.parentId)) ids.add(group.id);
  }
  return problem.tests.filter((test) => test.groupId !== undefined && ids.has(test.groupId));
}

/** The share of the points that a program gets for nothing. */
function findPoints({ scoring }: Problem, judged: JudgeReport): Score | undefined {
  const points = judged.points ?? 0;
  if (points <= 0) return undefined;
  const maximum = judged.maximumPoints ?? (scoring.kind === "binary" ? undefined : scoring.maximum);
  const share = maximum === undefined || maximum <= 0 ? undefined : points / maximum;
  const shown = Number(points.toPrecision(4));
  const full = judged.tests.filter((test) => test.verdict === "accepted").map((test) => test.testId);
  const onFull = full.length === 0 ? "" : `; full marks on ${full.length} of ${judged.tests.length} tests`;
  return {
    severity: share !== undefined && share >= 0.5 ? "error" : "warning",
    words: `gets ${shown}${maximum === undefined ? "" : ` of ${maximum}`} points${onFull}`,
  };
}

function toCommand(name: string): string {
  return `grandsmith judge {files}/${name}.c {package}`;
}
