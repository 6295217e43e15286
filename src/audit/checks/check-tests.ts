import { parseInput, toViolationText } from "../../forge/index.ts";
import type { TestCase } from "../../problem/index.ts";
import type { AuditCheck, AuditContext } from "../contract.ts";
import { locateData, toText } from "../locate.ts";

/** The tests as they lie there: twice the same, without an answer, with an answer that is no work, ill-formed. */
export const checkTests: AuditCheck = {
  name: "tests",
  async run(context) {
    const { tests, inputSpec } = context.problem;
    if (tests.length === 0) {
      context.report({
        severity: "error",
        code: "tests-missing",
        message: "the package has no tests: any program passes",
      });
    }
    await reportDuplicates(context);
    for (const test of tests) {
      context.signal.throwIfAborted();
      await checkAnswer(context, test);
      await checkForm(context, test);
      if (inputSpec !== undefined) await checkSpec(context, test);
    }
    const spec = inputSpec === undefined ? "no input specification" : "each against the input specification";
    return { status: "done", note: `${tests.length} tests, ${spec}` };
  },
};

async function reportDuplicates(context: AuditContext): Promise<void> {
  const firsts = new Map<string, TestCase>();
  for (const test of context.problem.tests) {
    const extras = (test.files ?? []).map((file) => [file.fileName, file.data.digest]);
    const flags = [test.args ?? [], test.checkerFlags ?? [], extras];
    const key = JSON.stringify([test.input.digest, flags]);
    const first = firsts.get(key);
    firsts.set(key, first ?? test);
    if (first === undefined) continue;
    const isExpected = first.isSample !== test.isSample || first.groupId !== test.groupId;
    context.report({
      severity: isExpected ? "hint" : "warning",
      code: "test-repeated",
      file: await locateData(context, test, test.input),
      message: `test ${test.id} has the same input as ${first.id}`,
    });
    if (first.answer === undefined || test.answer === undefined || first.answer.digest === test.answer.digest) continue;
    context.report({
      severity: context.problem.checker.kind === "program" ? "hint" : "error",
      code: "answers-contradict",
      file: await locateData(context, test, test.answer),
      message: `tests ${first.id} and ${test.id} have the same input and different answers`,
    });
  }
}

async function checkAnswer(context: AuditContext, test: TestCase): Promise<void> {
  const { problem, report } = context;
  const { answer, input, id } = test;
  const isByProgram = problem.checker.kind === "program" || problem.interactor !== undefined;
  if (answer === undefined) {
    if (isByProgram) return;
    const file = await locateData(context, test, input);
    const isMakeable = problem.solutions.some((solution) => solution.isMain);
    const severity = isMakeable ? "warning" : "error";
    const what = isMakeable ? "the main solution has to make it" : "any program that ends well passes it";
    report({ severity, code: "answer-absent", file, message: `test ${id} has no answer: ${what}` });
    return;
  }
  if (isByProgram) return;
  const file = await locateData(context, test, answer);
  if (toText(answer).trim() === "") {
    report({ severity: "warning", code: "answer-empty", file, message: `the answer of test ${id} is empty` });
  } else if (answer.digest === input.digest) {
    const message = `the answer of test ${id} is its input: a program that echoes passes it`;
    report({ severity: "warning", code: "answer-is-input", file, message });
  }
}

async function checkForm(context: AuditContext, test: TestCase): Promise<void> {
  const text = toText(test.input);
  const faults = [
    text.includes("\0") ? "holds a zero byte" : "",
    text.includes("\r\n") ? "has CRLF line ends: readers of lines see a carriage return" : "",
    text !== "" && !text.endsWith("\n") ? "does not end with a line end" : "",
    /[ \t]\r?(?:\n|$)/.test(text) ? "has spaces at the end of a line" : "",
    text.startsWith("\u00EF\u00BB\u00BF") ? "starts with a byte-order mark" : "",
  ].filter((fault) => fault !== "");
  if (faults.length === 0) return;
  context.report({
    severity: /zero byte|byte-order|CRLF/.test(faults.join()) ? "warning" : "hint",
    code: "input-ill-formed",
    file: await locateData(context, test, test.input),
    message: `the input of test ${test.id} ${faults.join(", ")}`,
  });
}

async function checkSpec(context: AuditContext, test: TestCase): Promise<void> {
  const { problem, report } = context;
  if (problem.inputSpec === undefined) return;
  const parsed = parseInput(problem.inputSpec, test.input.bytes);
  if (parsed.kind === "input-parsed") return;
  report({
    severity: "error",
    code: "input-violates-spec",
    file: await locateData(context, test, test.input),
    message: `test ${test.id} is not as input-spec says: ${toViolationText(parsed.violation)}`,
  });
}
