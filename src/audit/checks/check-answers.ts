import { checkAnswers, checkCheckerTests } from "../../verify/index.ts";
import type { AuditCheck } from "../contract.ts";
import { locateChecker, locateData } from "../locate.ts";

/** The jury's answers, and the package's own tests of its checker, before that checker. */
export const checkAnswersOfJury: AuditCheck = {
  name: "answers",
  async run(context) {
    const { problem, judge, signal, report } = context;
    const summary = await checkAnswers({ judge, signal }, problem);
    for (const { severity, code, subject, message } of summary.findings) {
      const test = problem.tests.find((item) => item.id === subject);
      report({
        severity,
        code,
        file: test && (await locateData(context, test, test.answer)),
        message: `test ${subject}: ${message}`,
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
