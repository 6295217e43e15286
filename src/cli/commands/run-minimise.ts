import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { classifySolutions, minimiseFailure } from "../../forge/index.ts";
import { createTestData, readProblem } from "../../problem/index.ts";
import { boundary } from "../../std/index.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCodes } from "../exit-codes.ts";
import { toJsonTest } from "../report/render-search.ts";
import { writeForgeOutput } from "../report/write-forge-output.ts";
import type { MinimiseFlags } from "./minimise.ts";
import { readProgram } from "./read-program.ts";
import { printSaved } from "./search-output.ts";
import { parseSearchFlags, readInputSpec } from "./search-flags.ts";
import { withJudge } from "./with-judge.ts";

/** Shrinks and returns the exit code. @throws what reading and judging throw */
export async function runMinimise(
  context: CliContext,
  paths: { readonly inputPath: string; readonly solutionPath: string; readonly packagePath: string },
  flags: MinimiseFlags,
): Promise<number> {
  const { stdout, stderr, cwd } = context;
  const { budget } = parseSearchFlags(flags);
  const path = resolve(cwd, paths.inputPath);
  const bytes = await boundary({ code: "INPUT_UNREADABLE", what: `reading ${path}` }, () => readFile(path));
  const program = await readProgram(resolve(cwd, paths.solutionPath), undefined);
  const candidate = { name: paths.solutionPath, program };
  const done = await withJudge(context, flags, async ({ judge, signal }) => {
    const read = await readProblem(resolve(cwd, paths.packagePath), { signal });
    const inputSpec =
      flags.inputSpec === undefined ? read.inputSpec : await readInputSpec(resolve(cwd, flags.inputSpec));
    const problem = { ...read, inputSpec };
    const gold = classifySolutions(problem).accepted;
    const input = createTestData(bytes);
    const result = await minimiseFailure({ judge, problem, signal }, { input, candidate, gold, budget });
    return { problem, gold, result };
  });
  const { problem, gold, result } = done;
  if (result.kind === "failure-not-shown") {
    if (flags.json === true) stdout.write(`${JSON.stringify(result)}\n`);
    else stderr.write(`${result.reason}\n`);
    return exitCodes.unexpected;
  }
  const { test } = result;
  if (flags.out !== undefined) {
    const search = {
      tests: [test],
      faults: result.faults,
      end: "nothing-left",
      oracle: `gold: ${gold[0]?.name}`,
      spent: { runs: test.minimised?.runs ?? 0, cpuTimeMs: 0, inputs: 1 },
      arms: [],
      survivors: [],
    } as const;
    await writeForgeOutput(resolve(cwd, flags.out), {
      problem,
      candidates: [candidate],
      gold: gold[0],
      result: search,
    });
  }
  await printSaved(context, [test], flags);
  if (flags.json === true) stdout.write(`${JSON.stringify({ ...result, test: toJsonTest(test) })}\n`);
  else stdout.write(new TextDecoder().decode(test.input.bytes));
  return exitCodes.solved;
}
