import { createTestData, type InputSpec, type TestData } from "../problem/index.ts";
import { AppError, Rng } from "../std/index.ts";
import type { ForgeContext, ToolCheck } from "./forge-context.ts";
import { enumerateInputs } from "./input-spec/enumerate-inputs.ts";
import { generateInput } from "./input-spec/generate-input.ts";
import { parseInput } from "./input-spec/parse-input.ts";
import { renderInput } from "./input-spec/render-input.ts";
import { toViolationText } from "./input-spec/violation.ts";
import { mutateText } from "./mutate/mutate-text.ts";
import { Meter } from "./search/meter.ts";
import { FaultList } from "./search/search-context.ts";
import { createValidity } from "./search/validity.ts";

/**
 * A specification that somebody derived from the statement is believed when it allows every sample, refuses spoilt
 * ones, gives inputs of every size, and agrees with the package's validators, where there are any, on inputs of its
 * own and on mutants of the samples.
 */
export async function checkInputSpec(context: ForgeContext, spec: InputSpec): Promise<ToolCheck> {
  const samples = context.problem.tests.filter((test) => test.isSample);
  for (const { id, input } of samples) {
    const complaint = findViolation(spec, input);
    if (complaint !== undefined) return reject(`it refuses the valid input of ${id}: ${complaint}`);
  }
  const [first] = samples;
  if (first === undefined) return { kind: "tool-uncheckable", reason: "the problem has no sample to check it on" };
  const text = new TextDecoder().decode(first.input.bytes);
  const spoilt = ["", text.replace(/\S+\s*$/, ""), `${text.trimEnd()}\n7\n`].map((probe) => createTestData(probe));
  const refused = spoilt.filter((probe) => findViolation(spec, probe) !== undefined).length;
  if (refused < 2) {
    return reject(`of nothing, a sample without its last token and one with a token more it refuses only ${refused}`);
  }
  const made = generateProbes(spec);
  if (made.kind === "tool-rejected") return made;
  return compareWithValidators(context, { spec, made: made.inputs, samples: samples.map((test) => test.input) });
}

function reject(complaint: string): Extract<ToolCheck, { kind: "tool-rejected" }> {
  return { kind: "tool-rejected", complaint };
}

function findViolation(spec: InputSpec, input: TestData): string | undefined {
  const parsed = parseInput(spec, input.bytes, { isStrict: false });
  return parsed.kind === "input-parsed" ? undefined : toViolationText(parsed.violation);
}

const sizes: readonly number[] = [0.05, 0.05, 0.2, 0.2, 0.5, 1];

function generateProbes(
  spec: InputSpec,
):
  | Extract<ToolCheck, { kind: "tool-rejected" }>
  | { readonly kind: "probes-made"; readonly inputs: readonly TestData[] } {
  const rng = new Rng("check-input-spec");
  try {
    const small = takeFirst(enumerateInputs(spec, { visits: 20_000 }), 20);
    const random = sizes.map((size, i) => generateInput(spec, { size, rng: rng.derive(i) }));
    return {
      kind: "probes-made",
      inputs: [...small, ...random].map((value) => createTestData(renderInput(spec, value))),
    };
  } catch (cause) {
    if (!AppError.is(cause) || !cause.code.startsWith("FORGE_SPEC_")) throw cause;
    return reject(`no input can be made by it: ${cause.message}`);
  }
}

function takeFirst<T>(items: Iterable<T>, count: number): readonly T[] {
  const taken: T[] = [];
  for (const item of items) if (taken.push(item) >= count) break;
  return taken;
}

async function compareWithValidators(
  context: ForgeContext,
  job: { readonly spec: InputSpec; readonly made: readonly TestData[]; readonly samples: readonly TestData[] },
): Promise<ToolCheck> {
  const { spec, made, samples } = job;
  const budget = { runs: Number.MAX_SAFE_INTEGER, cpuTimeMs: Number.MAX_SAFE_INTEGER };
  const search = { ...context, meter: new Meter(budget), faults: new FaultList() };
  const validity = await createValidity(search, { validators: context.problem.validators });
  const alone = `allows all ${samples.length} samples, refuses spoilt ones`;
  if (!validity.isKnown) return { kind: "tool-believed", reason: `${alone}; no validator to compare with` };
  const verdicts = await validity.filter(made);
  const wrong = verdicts.findIndex((verdict) => verdict.kind === "input-invalid");
  const verdict = verdicts[wrong];
  if (verdict?.kind === "input-invalid") {
    return reject(`it allows what the validator refuses (${verdict.message}):\n${show(made[wrong])}`);
  }
  const mutants = mutateSamples(samples);
  const known = await validity.filter(mutants);
  const missed = mutants.find(
    (mutant, i) => known[i]?.kind === "input-valid" && findViolation(spec, mutant) !== undefined,
  );
  if (missed !== undefined) {
    return reject(`it refuses what the validator accepts (${findViolation(spec, missed)}):\n${show(missed)}`);
  }
  const valid = known.filter(({ kind }) => kind === "input-valid").length;
  return {
    kind: "tool-believed",
    reason: `${alone}; the validator agrees on ${made.length} inputs of its own and ${valid} valid mutants of samples`,
  };
}

function mutateSamples(samples: readonly TestData[]): readonly TestData[] {
  const texts = samples
    .filter(({ bytes }) => bytes.length < 20_000)
    .map(({ bytes }) => new TextDecoder().decode(bytes));
  const rng = new Rng("check-input-spec").derive("mutants");
  return texts.flatMap((text, i) =>
    Array.from({ length: 40 }, (_, k) => createTestData(mutateText(text, { rng: rng.derive(i, k), others: texts }))),
  );
}

function show(input: TestData | undefined): string {
  return new TextDecoder().decode(input?.bytes.subarray(0, 500));
}
