import { createTestData, type NamedProgram, type Problem, type Program } from "../../problem/index.ts";
import type { Rng } from "../../std/index.ts";
import { toolLimits } from "../tool-limits.ts";
import type { DrawnInput, ForgeFault, InputArm } from "./contract.ts";
import type { SearchContext } from "./search-context.ts";
import type { Validity } from "./validity.ts";

/** A generator with calls that are known to be good. */
export interface GeneratorSource {
  readonly generator: Pick<NamedProgram, "name" | "program">;
  /** Arguments; `{seed}` stands for a fresh seed. */
  readonly calls: readonly (readonly string[])[];
  /** Whether numbers in calls may be changed. */
  readonly isMutable: boolean;
}

/** The package's generators with the calls of its test plan. */
export function listPackageGenerators(problem: Problem): readonly GeneratorSource[] {
  const calls = [...problem.tests, ...(problem.plannedTests ?? [])].flatMap(({ generatorCall }) =>
    generatorCall === undefined ? [] : [generatorCall.trim().split(/\s+/)],
  );
  return problem.generators.map((generator) => {
    const own = calls.filter(([name]) => name === generator.name).map(([, ...args]) => args);
    const unique = [...new Map(own.map((args) => [args.join(" "), args])).values()];
    return { generator, calls: unique.length === 0 ? [["{seed}"]] : unique, isMutable: true };
  });
}

/**
 * Inputs of a generator, by its calls with changed seeds and sizes. Before the first batch it is checked: calls must
 * end well and give equal bytes when repeated, and what they print must be valid. One that fails is named and dry.
 */
export function createGeneratorArm(
  context: SearchContext,
  { source, validity }: { readonly source: GeneratorSource; readonly validity: Validity },
  rng: Rng,
): InputArm {
  const { name, program } = source.generator;
  let isBelieved: boolean | undefined;
  let number = 0;
  return {
    name: `calls ${name}`,
    size: 0.25,
    isValid: false,
    maxBatch: 32,
    async draw({ count }) {
      isBelieved ??= await isTrusted(context, { source, validity, rng });
      if (!isBelieved) return [];
      const calls = Array.from({ length: count }, () => toCall(source, rng.derive("call", number++)));
      const made = await callGenerator(context, program, calls);
      const drawn = made.flatMap(({ input }, i): readonly DrawnInput[] =>
        input === undefined ? [] : [{ input, call: `${name} ${calls[i]?.join(" ")}`.trim() }],
      );
      if (drawn.length === 0) isBelieved = false;
      return drawn;
    },
    async confirmCall({ call = "", input }) {
      const args = call
        .slice(name.length)
        .split(" ")
        .filter((arg) => arg !== "");
      const [again] = await callGenerator(context, program, [args]);
      if (again?.input?.digest === input.digest) return true;
      isBelieved = false;
      const message = `called again with ${args.join(" ")} it prints another input`;
      context.faults.add({ kind: "generator-not-deterministic", who: name, message });
      return false;
    },
  };
}

interface Made {
  readonly input: ReturnType<typeof createTestData> | undefined;
  readonly verdict: string;
  readonly message: string;
}

async function callGenerator(
  context: SearchContext,
  program: Program,
  calls: readonly (readonly string[])[],
): Promise<readonly Made[]> {
  const job = {
    inputs: calls.map((args) => ({ args, stdin: createTestData("") })),
    limits: { ...toolLimits, outputLimitBytes: 32 * 1024 ** 2 },
  };
  const reports = await context.judge.execute(program, job, { signal: context.signal });
  context.meter.addTools(reports);
  return reports.map((report) => ({
    input:
      report.verdict === "accepted" && report.stdoutDigest !== undefined
        ? context.judge.readOutput(report.stdoutDigest)
        : undefined,
    verdict: report.verdict,
    message: report.stderr.trim().slice(0, 300),
  }));
}

async function isTrusted(
  context: SearchContext,
  { source, validity, rng }: { readonly source: GeneratorSource; readonly validity: Validity; readonly rng: Rng },
): Promise<boolean> {
  const { name, program } = source.generator;
  const fail = (kind: ForgeFault["kind"], message: string): false => {
    context.faults.add({ kind, who: name, message });
    return false;
  };
  const compiled = await context.judge.compile(program, { signal: context.signal });
  if (compiled.kind !== "compile-ok") return fail("program-does-not-compile", compiled.message);
  const probes = source.calls.slice(0, 6).map((args, i) => fillSeed(args, rng.derive("probe", i)));
  const [first] = probes;
  if (first === undefined) return false;
  const made = await callGenerator(context, program, [...probes, first]);
  const bad = made.findIndex(({ input }) => input === undefined);
  if (bad >= 0) {
    const { verdict, message } = made[bad] as Made;
    const isEndless = verdict !== "runtime-error" && verdict !== "judge-failed";
    const call = [...probes, first][bad]?.join(" ");
    return fail(
      isEndless ? "generator-endless" : "generator-crashes",
      `called with ${call} it ends with ${verdict}: ${message}`,
    );
  }
  // A second job, so that a generator that looks at the clock has had time to change its mind.
  const [again] = await callGenerator(context, program, [first]);
  const digests = [made[0], made.at(-1), again].map((item) => item?.input?.digest);
  if (new Set(digests).size > 1) {
    return fail("generator-not-deterministic", `called again with ${first.join(" ")} it prints another input`);
  }
  if (made.every(({ input }) => input?.bytes.every((byte) => byte <= 32) === true)) {
    return fail("generator-prints-invalid", "it prints nothing but white space");
  }
  if (!validity.isKnown) return true;
  const inputs = made.flatMap(({ input }) => (input === undefined ? [] : [input]));
  const verdicts = await validity.confirm(inputs);
  const invalid = verdicts.filter((verdict) => verdict.kind === "input-invalid");
  const [shown] = invalid;
  if (invalid.length * 2 <= verdicts.length || shown?.kind !== "input-invalid") return true;
  return fail("generator-prints-invalid", `${invalid.length} of ${verdicts.length} inputs: ${shown.message}`);
}

function fillSeed(args: readonly string[], rng: Rng): readonly string[] {
  return args.map((arg) => arg.replaceAll("{seed}", String(rng.nextInt(1, 1_000_000_000))));
}

/** A call of the plan with another last argument (the seed, by custom), and often with another number or two. */
function toCall(source: GeneratorSource, rng: Rng): readonly string[] {
  const base = source.calls[rng.nextInt(0, source.calls.length - 1)] ?? [];
  const hasSlot = base.some((arg) => arg.includes("{seed}"));
  const args = [...fillSeed(base, rng)];
  if (!source.isMutable) return args;
  const last = args.length - 1;
  if (!hasSlot && last >= 0) args[last] = mutateSeed(args[last] ?? "", rng);
  const numbers = args.flatMap((arg, at) => (at < last && /\d+$/.test(arg) ? [at] : []));
  if (numbers.length === 0 || rng.nextInt(0, 2) === 0) return args;
  for (let changes = rng.nextInt(1, 2); changes > 0; changes--) {
    const at = numbers[rng.nextInt(0, numbers.length - 1)] ?? 0;
    args[at] = (args[at] ?? "").replace(/\d+$/, (digits) => mutateNumber(digits, rng));
  }
  return args;
}

function mutateSeed(seed: string, rng: Rng): string {
  if (/^\d+$/.test(seed)) return rng.nextInt(0, 2) === 0 ? mutateNumber(seed, rng) : String(rng.nextInt(0, 999_999));
  return `${seed}${rng.nextInt(0, 999_999)}`;
}

function mutateNumber(digits: string, rng: Rng): string {
  const value = Number(digits);
  if (!Number.isSafeInteger(value)) return digits;
  switch (rng.nextInt(0, 5)) {
    case 0:
      return String(rng.nextInt(0, 3));
    case 1:
      return String(Math.max(0, value - rng.nextInt(1, 3)));
    case 2:
      return String(value + rng.nextInt(1, 3));
    case 3:
      return String(value * rng.nextInt(2, 10));
    default:
      return String(rng.nextInt(0, Math.max(1, value)));
  }
}
