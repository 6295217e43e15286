import { checkAnswers, checkCheckerTests } from "../../verify/index.ts";
import type { AuditCheck } from "../contract.ts";
import { locateChecker, locateData } from "../locate.ts";

/** The jury's answers, and the package's own tests of its checker, before that checker. */
export const checkAnswersOfJury: AuditCheck = {
  name: "answers",
  async run(context) {
    const { problem, judge, signal, report } = context;
    const summary = await checkAnswers({ judge, signal }, problem);
    const kinds = Map.groupBy(summary.findings, ({ severity, code }) => `${severity} ${code}`);
    for (const [{ severity, code, subject, message }, count] of toFirsts(kinds)) {
      const test = problem.tests.find((item) => item.id === subject);
      const more = count === 1 ? "" : ` (and so for ${count} of ${summary.answersChecked} answers)`;
      report({
        severity,
        code,
        file: test && (await locateData(context, test, test.answer)),
        message: `test ${subject}: ${message}${more}`,
        files: test?.answer && { input: test.input.bytes, output: test.answer.bytes, answer: test.answer.bytes },
      });
    }
    for (const { severity, code, subject, message } of await checkCheckerTests({ judge, signal }, problem)) {
      report({ severity, code, file: await locateChecker(context), message: `checker test ${subject}: ${message}` });
    }
    const count = summary.answersChecked;
    return { status: count === 0 ? "not-needed" : "done", note: `${count} answers before their checker` };
  },
};

function toFirsts<T>(groups: ReadonlyMap<string, readonly T[]>): readonly (readonly [T, number])[] {
  return [...groups.values()].flatMap((group) => group.slice(0, 1).map((first) => [first, group.length] as const));
}
