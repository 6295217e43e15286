import type { ExecutionReport } from "../judge/index.ts";
import type { NamedProgram, Problem, TestCase, TestData, ValidatorFlags, ValidatorTest } from "../problem/index.ts";
import type { Finding, VerifyContext } from "./contract.ts";
import { toHelperLimits } from "./helper-limits.ts";
import { describeEnd } from "./make-tests.ts";

/** What a validator says of an input. */
export type Validation =
  | { readonly kind: "input-valid" }
  | { readonly kind: "input-invalid"; readonly message: string }
  /** It crashed or ran out of its limits: says nothing about the input. */
  | { readonly kind: "validator-failed"; readonly message: string };

export interface ValidationSummary {
  readonly validations: number;
  readonly findings: readonly Finding[];
}

/** Runs every validator on every input: all must be valid. */
export async function validateTests(context: VerifyContext, problem: Problem): Promise<ValidationSummary> {
  const findings: Finding[] = [];
  let validations = 0;
  for (const validator of problem.validators) {
    if (validator.program.language === "other") continue;
    const items = problem.tests.map((test) => ({
      input: test.input,
      flags: toValidatorFlags(problem, test, validator),
      files: test.files,
    }));
    const results = await runValidator(context, { problem, validator, items });
    validations += results.length;
    for (const [index, result] of results.entries()) {
      if (result.kind === "input-valid") continue;
      const subject = problem.tests[index]?.id ?? "";
      const note = result.kind === "input-invalid" ? describeBytes(problem.tests[index]?.input.bytes) : "";
      const message = `validator ${validator.name}: ${result.message}${note}`;
      findings.push({ severity: "error", code: result.kind, subject, message });
    }
  }
  return { validations, findings };
}

/** What an editor adds without a word, and most validators refuse. */
function describeBytes(bytes: Uint8Array | undefined): string {
  if (bytes?.[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return " (the input starts with a byte-order mark)";
  return bytes?.includes(13) === true ? " (the input has CR in it, as CRLF line ends do)" : "";
}

/** Runs the package's tests of its own validators: what must be invalid is, and what must be valid is. */
export async function checkValidatorInputs(context: VerifyContext, problem: Problem): Promise<readonly Finding[]> {
  const tests = (problem.validatorTests ?? []).filter((test) => test.kind.endsWith("-input"));
  if (tests.length === 0) return [];
  const runnable = problem.validators.filter(({ program }) => program.language !== "other");
  if (runnable.length === 0) {
    const message = `${tests.length} inputs test validators, and there is none that can be run`;
    return [{ severity: "warning", code: "validator-missing", subject: "validators", message }];
  }
  const results = new Map<ValidatorTest, Validation[]>();
  for (const validator of runnable) {
    const meant = tests.filter((test) => test.validatorName === undefined || test.validatorName === validator.name);
    const items = meant.map((test) => ({
      input: test.input,
      flags: selectFlags(test.validatorFlags, validator) ?? validator.flags,
    }));
    const found = await runValidator(context, { problem, validator, items });
    for (const [index, test] of meant.entries()) {
      const result = found[index];
      if (result !== undefined) results.set(test, [...(results.get(test) ?? []), result]);
    }
  }
  return tests.flatMap((test) => judgeValidatorTest(test, results.get(test) ?? []));
}

function judgeValidatorTest(test: ValidatorTest, results: readonly Validation[]): readonly Finding[] {
  const subject = `${test.kind}/${test.id}`;
  const failure = results.find((result) => result.kind === "validator-failed");
  const refusal = results.find((result) => result.kind === "input-invalid");
  if (failure !== undefined && !(test.kind === "invalid-input" && refusal !== undefined)) {
    return [{ severity: "error", code: failure.kind, subject, message: failure.message }];
  }
  if (test.kind === "invalid-input" && refusal === undefined) {
    const message = "no validator rejects this input, and one should";
    return [{ severity: "error", code: "validator-lenient", subject, message }];
  }
  if (test.kind === "valid-input" && refusal !== undefined) {
    return [
      {
        severity: "error",
        code: "validator-strict",
        subject,
        message: `a valid input is rejected: ${refusal.message}`,
      },
    ];
  }
  return [];
}

/** Runs one validator on inputs, in order. */
export async function runValidator(
  context: VerifyContext,
  job: {
    readonly problem: Problem;
    readonly validator: NamedProgram;
    readonly items: readonly {
      readonly input: TestData;
      readonly flags: readonly string[];
      readonly files?: TestCase["files"];
    }[];
  },
): Promise<readonly Validation[]> {
  const { problem, validator, items } = job;
  if (items.length === 0) return [];
  const reports = await context.judge.execute(
    validator.program,
    {
      inputs: items.map(({ input, flags, files }) => ({ args: flags, stdin: input, files })),
      limits: toHelperLimits(problem.limits),
    },
    { signal: context.signal },
  );
  return reports.map((report) => readValidation(validator.convention, report));
}

/** What a validator's ending means: exit code 42 is valid for Kattis, 0 for all others, and any other code invalid. */
export function readValidation(convention: NamedProgram["convention"], report: ExecutionReport): Validation {
  const hasExited = report.verdict === "accepted" || report.verdict === "runtime-error";
  if (!hasExited || report.exitCode === undefined) {
    return { kind: "validator-failed", message: `the validator ${describeEnd(report)}` };
  }
  if (report.exitCode === (convention === "kattis" ? 42 : 0)) return { kind: "input-valid" };
  const words = report.stderr.trim().slice(0, 300);
  return { kind: "input-invalid", message: words === "" ? `exit code ${report.exitCode}` : words };
}

/** The flags of the test, else of the nearest group that has some, else the validator's own. */
export function toValidatorFlags(problem: Problem, test: TestCase, validator: NamedProgram): readonly string[] {
  const groups = new Map(problem.groups.map((group) => [group.id, group]));
  if (test.validatorFlags !== undefined) return selectFlags(test.validatorFlags, validator) ?? [];
  for (let id = test.groupId, depth = 0; id !== undefined && depth <= groups.size; depth++) {
    const group = groups.get(id);
    const flags = selectFlags(group?.validatorFlags, validator);
    if (flags !== undefined) return flags;
    id = group?.parentId;
  }
  return validator.flags;
}

function selectFlags(flags: ValidatorFlags | undefined, { name }: NamedProgram): readonly string[] | undefined {
  if (flags === undefined || isList(flags)) return flags;
  return flags[name] ?? [];
}

function isList(flags: ValidatorFlags): flags is readonly string[] {
  return Array.isArray(flags);
}
