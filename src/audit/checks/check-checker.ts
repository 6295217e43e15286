import type { CheckReport } from "../../judge/index.ts";
import { createTestData, type TestCase, type TestData } from "../../problem/index.ts";
import type { AuditCheck, AuditContext, AuditSeverity, FindingDraft } from "../contract.ts";
import { findRightOutputs, type RightOutput } from "../find-right-outputs.ts";
import { createLongProbes, createProbes, type ProbeOutput } from "../junk-outputs.ts";
import { locateChecker, toCheckerFlags, toText } from "../locate.ts";

const testCount = 3;

/** The checker on right outputs spelled otherwise, on junk, and twice on the same. */
export const checkChecker: AuditCheck = {
  name: "checker",
  async run(context) {
    const { problem, judge, signal } = context;
    const { checker } = problem;
    if (checker.kind !== "program") return { status: "not-needed", note: "grandsmith compares outputs itself" };
    const isTalking = problem.interactor !== undefined || problem.passLimit !== undefined;
    if (isTalking || problem.isSubmitAnswer === true) {
      return { status: "not-needed", note: "outputs alone cannot be checked" };
    }
    const compiled = await judge.compile(checker.program, { signal });
    if (compiled.kind !== "compile-ok") return { status: "not-needed", note: "the checker cannot be built" };
    const file = await locateChecker(context);
    reportHiddenInputs(context, checker.program.source, file);
    const right = await findRightOutputs(context, testCount);
    if (right.outputs.length === 0) reportNothingRight(context, { file, attempts: right.attempts });
    return { status: "done", note: await probe(context, { ...right, file }) };
  },
};

function reportHiddenInputs({ report }: AuditContext, source: string, file: string): void {
  const pattern =
    /\b(?:time\s*\(\s*(?:0|NULL|nullptr)?\s*\)|s?rand\s*\(|random_device|chrono::\w*clock|getpid|time\.time|random\.\w+\()/;
  const found = pattern.exec(source.replaceAll(/\/\/[^\n]*/g, ""))?.[0];
  if (found === undefined) return;
  const message = `uses ${found}: what a checker says should follow from its files alone`;
  report({
    severity: "hint",
    code: "checker-uses-chance",
    file,
    message,
    command: `grep -nE 'time|rand|clock|getpid' {package}/${file}`,
  });
}

function reportNothingRight(
  context: AuditContext,
  found: { readonly file: string; readonly attempts: readonly string[] },
): void {
  const { attempts, file } = found;
  const isSure =
    attempts.some((attempt) => attempt.startsWith("solution")) || context.problem.scoring.kind === "binary";
  context.report({
    severity: isSure ? "error" : "warning",
    code: "checker-accepts-nothing",
    file,
    message: `nothing is known that the checker gives points for; it may read another format than the statement says. Tried: ${attempts.slice(0, 6).join("; ")}`,
    command: "grandsmith audit {package} --only answers,checker",
  });
}

interface Question {
  readonly test: TestCase;
  readonly probe: ProbeOutput;
  readonly output: TestData;
}

async function probe(
  context: AuditContext,
  found: {
    readonly outputs: readonly RightOutput[];
    readonly rejected: readonly RightOutput[];
    readonly file: string;
  },
): Promise<string> {
  const { outputs: right, rejected, file } = found;
  const seen = new Set<string>();
  const failed = new Map<string, { readonly question: Question; readonly draft: ProbeDraft }>();
  const reportOnce: ReportOnce = (question, draft) => {
    const { name } = question.probe;
    if (draft.code === "checker-fails") {
      if (!failed.has(name)) failed.set(name, { question, draft });
      return;
    }
    const key = `${draft.code} ${name}`;
    if (!seen.has(key)) context.report({ ...draft, file, files: toFiles(question) });
    seen.add(key);
  };
  const questions = createQuestions(context, right, rejected);
  let asked = 0;
  while (asked < questions.length && failed.size < failureCap) {
    const chunk = questions.slice(asked, asked + chunkLength);
    asked += chunk.length;
    const open = chunk.filter((question) => !failed.has(question.probe.name));
    await askChunk(context, open, reportOnce);
  }
  for (const group of Map.groupBy(failed.values(), ({ draft }) => draft.severity).values()) {
    const [first, ...others] = group;
    if (first === undefined) continue;
    const names = others.map(({ question }) => question.probe.what).join(", ");
    const message = others.length === 0 ? first.draft.message : `${first.draft.message}; so it does on one ${names}`;
    context.report({ ...first.draft, message, file, files: toFiles(first.question) });
  }
  const rest = asked < questions.length ? `; ${questions.length - asked} more not asked, since it keeps failing` : "";
  return `${asked} outputs, made from ${right.length} right ones${rest}`;
}

/** A checker that fails is slow, and further failures say nothing new. */
const failureCap = 5;
const chunkLength = 8;

type ProbeDraft = Omit<FindingDraft, "file" | "files">;
type ReportOnce = (question: Question, draft: ProbeDraft) => void;

function createQuestions(
  { problem }: AuditContext,
  right: readonly RightOutput[],
  rejected: readonly RightOutput[],
): readonly Question[] {
  const [firstTest] = problem.tests;
  const longTest = right[0]?.test ?? firstTest;
  return [
    // One that draws lots may have rejected every answer.
    ...(right.length === 0 ? rejected.map(toItself) : []),
    ...right.flatMap(({ test, output }) => [
      toItself({ test, output }),
      ...createProbes(toText(output)).map((item) => toQuestion(test, item)),
    ]),
    ...(right.length === 0 && firstTest !== undefined
      ? createProbes("1\n")
          .filter((item) => item.kind === "junk")
          .map((item) => toQuestion(firstTest, item))
      : []),
    ...(longTest === undefined ? [] : createLongProbes().map((item) => toQuestion(longTest, item))),
  ];
}

/** How often a right output is asked about again: one that draws lots evenly goes unseen once in 2^6. */
const rightRepeats = 6;

/** Asks about some outputs, and about small ones again. */
async function askChunk(context: AuditContext, chunk: readonly Question[], reportOnce: ReportOnce): Promise<void> {
  const { problem, judge, signal } = context;
  const ask = async (asked: readonly Question[]): Promise<readonly CheckReport[]> => {
    const items = asked.map(({ test, output }) => ({
      input: test.input,
      output,
      answer: test.answer,
      flags: toCheckerFlags(problem, test),
    }));
    return judge.checkOutputs(problem.checker, items, { limits: problem.limits, signal });
  };
  const firsts = await ask(chunk);
  for (const [index, question] of chunk.entries()) {
    const report = firsts[index];
    if (report !== undefined) judgeProbe(context, question, { report, reportOnce });
  }
  const isSound = (question: Question, index: number): boolean =>
    question.output.bytes.length < 1_000_000 && firsts[index]?.verdict !== "judge-failed";
  const repeated = chunk.filter(isSound);
  const again = repeated.flatMap((question) =>
    Array.from({ length: question.probe.name === "itself" ? rightRepeats : 2 }, () => question),
  );
  const reports = await ask(again);
  for (const question of repeated) {
    const first = firsts[chunk.indexOf(question)];
    const other = reports.find(
      (report, index) =>
        again[index] === question && (report.verdict !== first?.verdict || report.score !== first.score),
    );
    if (other === undefined) continue;
    const message = `the same output for test ${question.test.id} gets ${toWords(first)}, then ${toWords(other)}`;
    reportOnce(question, { severity: "error", code: "checker-random", message });
  }
}

function toItself({ test, output }: RightOutput): Question {
  return toQuestion(test, { kind: "same", name: "itself", what: "that is right", bytes: output.bytes });
}

function toQuestion(test: TestCase, item: ProbeOutput): Question {
  return { test, probe: item, output: createTestData(item.bytes) };
}

function judgeProbe(
  { problem }: AuditContext,
  question: Question,
  {
    report,
    reportOnce,
  }: {
    readonly report: CheckReport;
    readonly reportOnce: ReportOnce;
  },
): void {
  const {
    probe: { kind, what, name },
    test,
  } = question;
  const place = `an output ${what} (test ${test.id})`;
  const words = report.message === "" ? "" : `: ${report.message.slice(0, 200)}`;
  if (report.verdict === "judge-failed") {
    const severity: AuditSeverity = kind === "junk" || kind === "same" ? "error" : "warning";
    const message = `the checker fails on ${place} instead of judging it${words}`;
    return reportOnce(question, { severity, code: "checker-fails", message });
  }
  const score = report.score ?? 0;
  if (kind === "same") {
    if (score > 0 || name === "itself" || isSensitive(problem, test)) return;
    const message = `the checker rejects a right output ${what} (test ${test.id})${words}`;
    return reportOnce(question, { severity: "warning", code: "checker-rejects-spacing", message });
  }
  if (score <= 0 || kind === "crash-only") return;
  const isFull = report.verdict === "accepted";
  const gives = isFull ? "accepts" : `gives ${score} for`;
  const severity: AuditSeverity =
    kind === "doubtful" ? toDoubtful(name, problem.scoring.kind) : toJunk(isFull, problem.scoring.kind);
  reportOnce(question, { severity, code: "checker-accepts-junk", message: `the checker ${gives} ${place}${words}` });
}

/** A token too many is junk where outputs are right or wrong; other damage may leave an output right. */
function toDoubtful(name: string, scoring: AuditContext["problem"]["scoring"]["kind"]): AuditSeverity {
  const isExtra = name === "extra-token" || name === "twice";
  if (!isExtra) return "hint";
  return scoring === "open-ended" ? "warning" : "error";
}

/** Doing nothing is an answer to some open-ended problems, at a low score. */
function toJunk(isFull: boolean, scoring: AuditContext["problem"]["scoring"]["kind"]): AuditSeverity {
  return isFull || scoring !== "open-ended" ? "error" : "warning";
}

function isSensitive(problem: AuditContext["problem"], test: TestCase): boolean {
  const { checker } = problem;
  const flags = toCheckerFlags(problem, test) ?? (checker.kind === "program" ? checker.flags : []);
  return flags.includes("space_change_sensitive");
}

function toWords(report: CheckReport | undefined): string {
  return report === undefined ? "nothing" : `${report.verdict} (${report.score ?? "no score"})`;
}

const fileCapBytes = 1_000_000;

function toFiles({ test, output }: Question): Readonly<Record<string, Uint8Array>> {
  const all = { input: test.input, output, ...(test.answer === undefined ? {} : { answer: test.answer }) };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, { bytes }]) => (bytes.length > fileCapBytes ? [] : [[name, bytes]])),
  );
}
