import { resolve } from "node:path";
import { searchDifferences, type SearchCandidate } from "../../forge/index.ts";
import { AppError } from "../../std/index.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCodes } from "../exit-codes.ts";
import { writeForgeOutput } from "../report/write-forge-output.ts";
import { readProgram } from "./read-program.ts";
import { createListeners, printSaved, printSearch } from "./search-output.ts";
import { readStressSubject } from "./read-stress-subject.ts";
import { parseSearchFlags } from "./search-flags.ts";
import type { StressFlags } from "./stress.ts";
import { withJudge } from "./with-judge.ts";

/** Searches and returns the exit code. @throws what reading and searching throw */
export async function runStress(
  context: CliContext,
  paths: { readonly generator: string; readonly programs: readonly string[] },
  flags: StressFlags,
): Promise<number> {
  const { seed, budget } = parseSearchFlags(flags);
  const { cwd } = context;
  const { problem, generators } = await readStressSubject(cwd, paths.generator, flags);
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
  const { onProgress, onMinimise, onTest, onFault } = listeners;
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
        onMinimise,
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
