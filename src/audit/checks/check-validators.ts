import { createTestData, type NamedProgram, type TestCase } from "../../problem/index.ts";
import { checkValidatorInputs, runValidator, toValidatorFlags, validateTests } from "../../verify/index.ts";
import type { AuditCheck, AuditContext, AuditSeverity } from "../contract.ts";
import { breakInput, type BrokenInput } from "../broken-inputs.ts";
import { locateData, pickTests, toBytes, toText } from "../locate.ts";
import { findBounds, findFirstLine } from "../statement-bounds.ts";

const testCount = 3;
const baseCapBytes = 256 * 1024;

/** Validators on every test, and on inputs broken in one way each, which they should reject. */
export const checkValidators: AuditCheck = {
  name: "validators",
  async run(context) {
    const { problem, report } = context;
    if (problem.validators.length === 0) {
      const hasSpec = problem.inputSpec !== undefined;
      const message = "the package has no validator: nothing says which inputs are right";
      if (!hasSpec) report({ severity: "hint", code: "validator-absent", message });
      return { status: "not-needed", note: hasSpec ? "the input specification validates" : "no validator" };
    }
    const usable: NamedProgram[] = [];
    for (const validator of problem.validators) {
      const compiled = await context.judge.compile(validator.program, { signal: context.signal });
      if (compiled.kind === "compile-ok") usable.push(validator);
    }
    if (usable.length === 0) return { status: "not-needed", note: "no validator can be run here" };
    await reportRejectedTests(context, usable);
    await reportMissingEof(context, usable);
    const tried = await tryBrokenInputs(context, usable);
    return {
      status: "done",
      note: `${usable.length} validators, ${problem.tests.length} tests, ${tried} broken inputs`,
    };
  },
};

async function reportRejectedTests(context: AuditContext, usable: readonly NamedProgram[]): Promise<void> {
  const { judge, signal, report } = context;
  const problem = { ...context.problem, validators: usable };
  const validated = await validateTests({ judge, signal }, problem);
  for (const { severity, code, subject, message } of validated.findings) {
    const test = problem.tests.find((item) => item.id === subject);
    const file = test && (await locateData(context, test, test.input));
    report({ severity, code, file, message: `test ${subject}: ${message}` });
  }
  for (const { severity, code, subject, message } of await checkValidatorInputs({ judge, signal }, problem)) {
    report({ severity, code, message: `validator test ${subject}: ${message}` });
  }
}

/** testlib's validators must ask for the end of the input themselves. */
async function reportMissingEof({ files, report }: AuditContext, usable: readonly NamedProgram[]): Promise<void> {
  for (const { convention, name, program } of usable) {
    if (convention !== "testlib" || !program.language.startsWith("c")) continue;
    const sources = [
      program.source,
      ...(program.resources ?? []).flatMap(({ fileName, source }) => (fileName === "testlib.h" ? [] : [source])),
    ];
    if (!sources.some((source) => source.includes("registerValidation"))) continue;
    if (sources.some((source) => /\breadEof\b/.test(source))) continue;
    const file = (await files.findSource(program)) ?? program.fileName;
    const message = `validator ${name} never calls readEof: whatever follows the input is not looked at`;
    report({
      severity: "warning",
      code: "validator-without-eof",
      file,
      message,
      command: `grep -n readEof {package}/${file}`,
    });
  }
}

interface Trial {
  readonly test: TestCase;
  readonly broken: BrokenInput;
  readonly outcomes: string[];
}

async function tryBrokenInputs(context: AuditContext, usable: readonly NamedProgram[]): Promise<number> {
  const { problem, judge, signal } = context;
  const bases = pickTests(
    problem.tests.filter((test) => test.input.bytes.length <= baseCapBytes),
    testCount,
  );
  const markdown = problem.statements[0].markdown;
  const bounds = { names: findFirstLine(markdown), list: findBounds(markdown) };
  const known = new Set(problem.tests.map((test) => test.input.digest));
  const trials = bases.flatMap((test) =>
    breakInput(toText(test.input), bounds)
      .filter((broken) => !known.has(createTestData(toBytes(broken.text)).digest))
      .map((broken): Trial => ({ test, broken, outcomes: [] })),
  );
  for (const validator of usable) {
    const items = trials.map(({ test, broken }) => ({
      input: createTestData(toBytes(broken.text)),
      flags: toValidatorFlags(problem, test, validator),
    }));
    const results = await runValidator({ judge, signal }, { problem, validator, items });
    for (const [index, result] of results.entries()) trials[index]?.outcomes.push(result.kind);
  }
  await reportTrials(context, usable, trials);
  return trials.length;
}

/** One finding for each way of breaking, with the first input that shows it. */
async function reportTrials(
  context: AuditContext,
  usable: readonly NamedProgram[],
  trials: readonly Trial[],
): Promise<void> {
  const [first] = usable;
  if (first === undefined) return;
  const file =
    usable.length === 1 ? ((await context.files.findSource(first.program)) ?? first.program.fileName) : "validators";
  for (const name of new Set(trials.map((trial) => trial.broken.name))) {
    const own = trials.filter((trial) => trial.broken.name === name);
    const accepted = own.filter((trial) => trial.outcomes.every((kind) => kind === "input-valid"));
    const [shown] = accepted;
    if (shown === undefined) continue;
    const { broken, test } = shown;
    const isAlways = accepted.length === own.length;
    const who = usable.length === 1 ? "the validator accepts" : "all validators accept";
    const count = own.length === 1 ? "" : `, ${accepted.length} of ${own.length} times`;
    context.report({
      severity: toSeverity(broken, isAlways),
      code: broken.kind === "lenient" ? "validator-lenient-on-space" : "validator-accepts-broken",
      file,
      message: `${who} an input ${broken.what}${count} (made from test ${test.id})`,
      files: { [`${name}.in`]: toBytes(broken.text) },
    });
  }
}

function toSeverity({ kind, name }: BrokenInput, isAlways: boolean): AuditSeverity {
  if (kind === "guess") return "hint";
  if (kind === "lenient") return "warning";
  const mayBeValid = name === "half" || name === "last-token-gone";
  return isAlways || !mayBeValid ? "error" : "hint";
}
