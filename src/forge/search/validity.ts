import type { InputSpec, NamedProgram, TestData, ValidatorFlags } from "../../problem/index.ts";
import { createTestData } from "../../problem/index.ts";
import { parseInput } from "../input-spec/parse-input.ts";
import { toViolationText } from "../input-spec/violation.ts";
import { toolLimits } from "../tool-limits.ts";
import type { InputVerdict } from "../validate-inputs.ts";
import type { FramedInput } from "./contract.ts";
import { toFramedInput, withFrame } from "./framed-input.ts";
import type { SearchContext } from "./search-context.ts";

/** What says whether inputs are valid: the specification, the package's validators, both or neither. */
export interface Validity {
  readonly spec?: InputSpec | undefined;
  readonly validators: readonly NamedProgram[];
  /** False: nothing here can tell valid from invalid. */
  readonly isKnown: boolean;
  /** By the specification alone where there is one (quick), else by the validators. */
  filter(inputs: readonly FramedInput[]): Promise<readonly InputVerdict[]>;
  /** By everything there is. A validator that refuses what the specification allows is noted. */
  confirm(inputs: readonly FramedInput[]): Promise<readonly InputVerdict[]>;
}

/**
 * Builds the checks of a problem's inputs. A validator that does not compile, refuses a sample of the problem or
 * accepts whatever it is shown (spoilt samples and junk too) is named and left out.
 */
export async function createValidity(
  context: SearchContext,
  sources: { readonly spec?: InputSpec | undefined; readonly validators: readonly NamedProgram[] },
): Promise<Validity> {
  const { spec } = sources;
  const validators: NamedProgram[] = [];
  for (const validator of sources.validators) {
    if (validator.program.language === "other") continue;
    const complaint = await findComplaint(context, validator);
    if (complaint === undefined) validators.push(validator);
    else context.faults.add({ kind: "validator-broken", who: validator.name, message: complaint });
  }
  const bySpec = (input: TestData): InputVerdict => (spec === undefined ? valid : parseBySpec(spec, input));
  const byValidators = async (inputs: readonly FramedInput[]): Promise<readonly InputVerdict[]> => {
    let verdicts: readonly InputVerdict[] = inputs.map(() => valid);
    for (const validator of validators) {
      const found = await runValidator(context, validator, inputs);
      verdicts = verdicts.map((verdict, i) => (verdict.kind === "input-valid" ? (found[i] ?? verdict) : verdict));
    }
    return verdicts;
  };
  return {
    spec,
    validators,
    isKnown: spec !== undefined || validators.length > 0,
    filter: async (inputs) => (spec === undefined ? byValidators(inputs) : inputs.map(bySpec)),
    async confirm(inputs) {
      const first = inputs.map(bySpec);
      const second = await byValidators(inputs);
      return first.map((verdict, i) => {
        const other = second[i] ?? valid;
        if (verdict.kind !== "input-valid") return verdict;
        const isByOwnFlags = inputs[i]?.frame?.validatorFlags === undefined;
        if (spec !== undefined && isByOwnFlags && other.kind === "input-invalid") {
          const who = validators.map(({ name }) => name).join(", ");
          const message = `it refuses an input that the specification allows: ${other.message}`;
          context.faults.add({ kind: "validator-contradicts-specification", who, message });
        }
        return other;
      });
    },
  };
}

const valid: InputVerdict = { kind: "input-valid" };

function parseBySpec(spec: InputSpec, input: TestData): InputVerdict {
  const parsed = parseInput(spec, input.bytes, { isStrict: false });
  return parsed.kind === "input-parsed" ? valid : { kind: "input-invalid", message: toViolationText(parsed.violation) };
}

async function findComplaint(context: SearchContext, validator: NamedProgram): Promise<string | undefined> {
  const compiled = await context.judge.compile(validator.program, { signal: context.signal });
  if (compiled.kind !== "compile-ok") return `it does not compile: ${compiled.message}`;
  const samples = context.problem.tests
    .filter((test) => test.isSample)
    .map((test) => toFramedInput(context.problem, test));
  const spoilt = samples.slice(0, 1).flatMap((sample) => spoil(sample));
  const verdicts = await runValidator(context, validator, [...samples, ...junk, ...spoilt]);
  const refused = verdicts
    .slice(0, samples.length)
    .flatMap((verdict) => (verdict.kind === "input-valid" ? [] : [verdict]))[0];
  if (refused !== undefined) return `it refuses a sample: ${refused.message}`;
  const wasAccepted = verdicts.slice(samples.length).map(({ kind }) => kind === "input-valid");
  const [acceptsNothing, acceptsJunk] = wasAccepted;
  if (acceptsNothing === true && acceptsJunk === true) return "it accepts an empty input and junk alike";
  const isLax = acceptsJunk === true && spoilt.length > 0 && wasAccepted.slice(junk.length).every(Boolean);
  return isLax
    ? "it accepts junk, and a sample cut short, with a token too many and with a word for a number"
    : undefined;
}

const junk = [createTestData(""), createTestData("\u0001 grandsmith \u0002\n")] as const;

/** A sample without its last token, with a token too many, and with a word for its first number. */
function spoil(sample: FramedInput): readonly FramedInput[] {
  const text = new TextDecoder("latin1").decode(sample.bytes);
  const texts = [text.replace(/\s*\S+\s*$/, "\n"), `${text.trimEnd()} 1\n`, text.replace(/-?\d+/, "grandsmith")];
  return texts
    .filter((spoilt) => spoilt !== text)
    .map((spoilt) => withFrame(createTestData(Buffer.from(spoilt, "latin1")), sample.frame));
}

/** Exit 0 is valid (Kattis: 42), any other code invalid; a crash or a limit says nothing. */
async function runValidator(
  context: SearchContext,
  validator: NamedProgram,
  inputs: readonly FramedInput[],
): Promise<readonly InputVerdict[]> {
  if (inputs.length === 0) return [];
  const { program, convention } = validator;
  const calls = inputs.map((stdin) => ({ stdin, args: toFlags(validator, stdin), files: stdin.frame?.files }));
  const job = { inputs: calls, limits: toolLimits };
  const reports = await context.judge.execute(program, job, { signal: context.signal });
  context.meter.addTools(reports);
  return reports.map((report) => {
    const isValid = convention === "kattis" ? report.exitCode === 42 : report.verdict === "accepted";
    if (isValid) return valid;
    if (report.exitCode !== undefined && report.signal === undefined && isOwnEnd(report.verdict)) {
      return { kind: "input-invalid", message: report.stderr.trim().split("\n")[0]?.slice(0, 300) ?? "" };
    }
    return { kind: "input-undecided", message: `the validator ended with ${report.verdict}: ${report.message}` };
  });
}

function toFlags({ name, flags }: NamedProgram, { frame }: FramedInput): readonly string[] {
  const own = frame?.validatorFlags;
  if (own === undefined) return flags;
  return isList(own) ? own : (own[name] ?? []);
}

function isList(flags: ValidatorFlags): flags is readonly string[] {
  return Array.isArray(flags);
}

function isOwnEnd(verdict: string): boolean {
  return verdict === "accepted" || verdict === "runtime-error";
}
