import type { TestReport } from "../../judge/index.ts";
import type { AuditCheck, AuditContext } from "../contract.ts";
import { createHostileContestants } from "../hostile-contestants.ts";
import { pickTests } from "../locate.ts";
import type { TrivialProgram } from "../trivial-programs.ts";

const testCount = 2;

/** Contestants that wait for the interactor are waited for no longer than this needs. */
const shortTimeMs = 1000;

/** The interactor before contestants that leave, are killed, stay silent or flood it. */
export const checkInteractor: AuditCheck = {
  name: "interactor",
  async run(context) {
    const { problem, judge, signal, report } = context;
    const { interactor } = problem;
    if (interactor === undefined) return { status: "not-needed", note: "the problem is not interactive" };
    if (interactor.kind === "missing") {
      const message = "the problem is interactive and came without its interactor: it cannot be judged here";
      report({ severity: "error", code: "interactor-absent", message });
      return { status: "not-needed", note: "no interactor" };
    }
    const compiled = await judge.compile(interactor.program, { signal });
    if (compiled.kind !== "compile-ok") return { status: "not-needed", note: "the interactor cannot be built" };
    const file = (await context.files.findSource(interactor.program)) ?? interactor.program.fileName;
    const tests = pickTests(problem.tests, testCount);
    const timeLimitMs = Math.min(problem.limits.timeLimitMs, shortTimeMs);
    const limits = { ...problem.limits, timeLimitMs };
    const contestants = createHostileContestants();
    for (const contestant of contestants) {
      const job = { problem: { ...problem, limits }, tests };
      const judged = await judge.judge(contestant.program, job, { signal, timeMargin: 1 });
      const bad = judged.tests.find(isBad);
      if (bad !== undefined) reportBad(context, { contestant, file, test: bad });
    }
    return { status: "done", note: `${contestants.length} contestants on ${tests.length} tests` };
  },
};

function isBad({ verdict, score = 0 }: TestReport): boolean {
  return verdict === "judge-failed" || score > 0;
}

function reportBad(
  { report }: AuditContext,
  found: { readonly contestant: TrivialProgram; readonly file: string; readonly test: TestReport },
): void {
  const { contestant, file, test } = found;
  const { name, what, program } = contestant;
  const isFailure = test.verdict === "judge-failed";
  const does = isFailure ? "fails" : test.verdict === "accepted" ? "accepts" : `gives ${test.score} to`;
  const message = isFailure
    ? `the interactor fails when the contestant ${what} (test ${test.testId}): ${test.message}`
    : `the interactor ${does} a contestant that ${what} (test ${test.testId}): ${test.message}`;
  report({
    severity: "error",
    code: isFailure ? "interactor-fails" : "interactor-accepts",
    file,
    message,
    command: `grandsmith judge {files}/${name}.c {package}`,
    files: { [program.fileName]: program.source },
  });
}
