import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { readPackage } from "../../app/index.ts";
import type { GeneratorSource } from "../../forge/index.ts";
import { defaultChecker, type Checker, type Limits, type NamedProgram, type Problem } from "../../problem/index.ts";
import { readProgram } from "./read-program.ts";
import { readInputSpec } from "./search-flags.ts";
import type { StressFlags } from "./stress.ts";
import { parseNumber } from "./with-judge.ts";

export interface StressSubject {
  readonly problem: Problem;
  /** Undefined: the package's. */
  readonly generators: readonly GeneratorSource[] | undefined;
}

/**
 * What `stress` runs programs on: a package, an input specification or a generator; options go before what it says.
 *
 * @throws what reading it throws
 */
export async function readStressSubject(cwd: string, name: string, flags: StressFlags): Promise<StressSubject> {
  const path = resolve(cwd, name);
  const isPackage = name.startsWith("league:") || (await isFolder(path)) || /\.zip$/i.test(path);
  const isSpec = !isPackage && /\.ya?ml$/i.test(path);
  const base = isPackage ? (await readPackage(name, { cwd })).problem : toBareProblem(basename(name));
  const inputSpec = isSpec ? await readInputSpec(path) : base.inputSpec;
  const calls = (flags.genArgs ?? ["{seed}"]).map((call) => call.trim().split(/\s+/));
  const generator =
    isPackage || isSpec ? undefined : { generator: { name, program: await readProgram(path, undefined) }, calls };
  const problem: Problem = {
    ...base,
    solutions: [],
    limits: toLimits(base.limits, flags),
    checker: (await readChecker(cwd, flags)) ?? base.checker,
    validators: (await readValidators(cwd, flags)) ?? base.validators,
    inputSpec,
  };
  return {
    problem,
    generators: isPackage ? undefined : generator === undefined ? [] : [{ ...generator, isMutable: false }],
  };
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function toLimits(base: Limits, flags: StressFlags): Limits {
  const seconds = parseNumber(flags.time, { flag: "--time", from: 0.01, to: 3600, isWhole: false });
  const mebibytes = parseNumber(flags.memory, { flag: "--memory", from: 1, to: 65_536, isWhole: true });
  return {
    ...base,
    ...(seconds === undefined ? {} : { timeLimitMs: Math.round(seconds * 1000) }),
    ...(mebibytes === undefined ? {} : { memoryLimitBytes: mebibytes * 1024 ** 2 }),
  };
}

async function readChecker(cwd: string, { checker }: StressFlags): Promise<Checker | undefined> {
  if (checker === undefined) return undefined;
  const program = await readProgram(resolve(cwd, checker), undefined);
  return { kind: "program", program, convention: "testlib", flags: [] };
}

async function readValidators(cwd: string, { validator }: StressFlags): Promise<readonly NamedProgram[] | undefined> {
  if (validator === undefined) return undefined;
  const program = await readProgram(resolve(cwd, validator), undefined);
  return [{ name: validator, program, convention: "testlib", flags: [] }];
}

function toBareProblem(title: string): Problem {
  return {
    id: "stress",
    title,
    statements: [{ languageTag: "en", markdown: "", images: [] }],
    limits: { timeLimitMs: 2000, memoryLimitBytes: 256 * 1024 ** 2 },
    streams: { input: { kind: "stdin" }, output: { kind: "stdout" } },
    tests: [],
    groups: [],
    checker: defaultChecker,
    validators: [],
    generators: [],
    solutions: [],
    scoring: { kind: "binary" },
    provenance: { format: "native", authors: [], tags: [] },
  };
}
