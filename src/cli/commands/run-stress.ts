import { basename, resolve } from "node:path";
import { searchDifferences, type GeneratorSource, type SearchCandidate } from "../../forge/index.ts";
import { defaultChecker, type NamedProgram, type Problem } from "../../problem/index.ts";
import { AppError } from "../../std/index.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCodes } from "../exit-codes.ts";
import { writeForgeOutput } from "../report/write-forge-output.ts";
import { readProgram } from "./read-program.ts";
import { createListeners, printSaved, printSearch } from "./search-output.ts";
import { parseSearchFlags, readInputSpec } from "./search-flags.ts";
import type { StressFlags } from "./stress.ts";
import { parseNumber, withJudge } from "./with-judge.ts";

/** Searches and returns the exit code. @throws what reading and searching throw */
export async function runStress(
  context: CliContext,
  paths: { readonly generator: string; readonly programs: readonly string[] },
  flags: StressFlags,
): Promise<number> {
  const { seed, budget } = parseSearchFlags(flags);
  const { cwd } = context;
  const { problem, generators } = await readSubject(cwd, paths.generator, flags);
  const all = await Promise.all(
    paths.programs.map(async (file): Promise<SearchCandidate> => ({
      name: file,
      program: await readProgram(resolve(cwd, file), undefined),
    })),
  );
  const hasBruteForce = flags.bruteForce !== false;
  if (all.length < 2) {
    throw new AppError({
      code: "USAGE_INVALID",
      message: "stress needs a generator and at least two programs: grandsmith stress GEN BRUTE SOL",
    });
  }
  const candidates = hasBruteForce ? all.slice(1) : all;
  const bruteForces = hasBruteForce ? all.slice(0, 1) : [];
  const listeners = createListeners(context, flags.json === true);
  using status = listeners.status;
  const { onProgress, onTest, onFault } = listeners;
  const result = await withJudge(context, flags, async ({ judge, signal }) =>
    searchDifferences(
      { judge, problem, signal },
      {
        candidates,
        bruteForces,
        generators,
        seed,
        budget,
        onProgress,
        onTest,
        onFault,
        stopsAtFirst: flags.all !== true,
      },
    ),
  );
  status.clear();
  if (flags.out !== undefined) {
    await writeForgeOutput(resolve(cwd, flags.out), { problem, candidates, gold: bruteForces[0], result });
  }
  printSearch(context, result, { isJson: flags.json === true, candidates, out: flags.out });
  await printSaved(context, result.tests, flags);
  return result.tests.length === 0 && result.end !== "refused" ? exitCodes.solved : exitCodes.unexpected;
}

async function readSubject(
  cwd: string,
  generatorPath: string,
  flags: StressFlags,
): Promise<{ readonly problem: Problem; readonly generators: readonly GeneratorSource[] }> {
  const path = resolve(cwd, generatorPath);
  const isSpec = /\.ya?ml$/i.test(path);
  const inputSpec = isSpec ? await readInputSpec(path) : undefined;
  const generator = isSpec ? undefined : { name: generatorPath, program: await readProgram(path, undefined) };
  const calls = (flags.genArgs ?? ["{seed}"]).map((call) => call.trim().split(/\s+/));
  const validators: readonly NamedProgram[] =
    flags.validator === undefined
      ? []
      : [
          {
            name: flags.validator,
            program: await readProgram(resolve(cwd, flags.validator), undefined),
            convention: "testlib",
            flags: [],
          },
        ];
  const seconds = parseNumber(flags.time, { flag: "--time", from: 0.01, to: 3600, isWhole: false }) ?? 2;
  const mebibytes = parseNumber(flags.memory, { flag: "--memory", from: 1, to: 65_536, isWhole: true }) ?? 256;
  const problem: Problem = {
    id: "stress",
    title: basename(generatorPath),
    statements: [{ languageTag: "en", markdown: "", images: [] }],
    limits: { timeLimitMs: Math.round(seconds * 1000), memoryLimitBytes: mebibytes * 1024 ** 2 },
    streams: { input: { kind: "stdin" }, output: { kind: "stdout" } },
    tests: [],
    groups: [],
    checker:
      flags.checker === undefined
        ? defaultChecker
        : {
            kind: "program",
            program: await readProgram(resolve(cwd, flags.checker), undefined),
            convention: "testlib",
            flags: [],
          },
    inputSpec,
    validators,
    generators: [],
    solutions: [],
    scoring: { kind: "binary" },
    provenance: { format: "native", authors: [], tags: [] },
  };
  return { problem, generators: generator === undefined ? [] : [{ generator, calls, isMutable: false }] };
}
