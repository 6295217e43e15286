import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { readPackage } from "../../app/index.ts";
import {
  classifySolutions,
  minimiseFailure,
  type ForgeFault,
  type KeptTest,
  type MinimiseProgress,
} from "../../forge/index.ts";
import { createTestData } from "../../problem/index.ts";
import { boundary } from "../../std/index.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCodes } from "../exit-codes.ts";
import { toJsonTest } from "../report/render-search.ts";
import { writeForgeOutput } from "../report/write-forge-output.ts";
import { toSafeLine } from "../text/safe-text.ts";
import { createStatusLine } from "../view/status-line.ts";
import type { MinimiseFlags } from "./minimise.ts";
import { readProgram } from "./read-program.ts";
import { describeMinimising, printSaved } from "./search-output.ts";
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
  const isJson = flags.json === true;
  using status = createStatusLine(stderr, isJson || stderr.isTTY !== true);
  const onProgress = (progress: MinimiseProgress): void => {
    status.show(describeMinimising(progress));
    if (isJson) stdout.write(`${JSON.stringify({ kind: "minimise-progress", ...progress })}\n`);
  };
  const done = await withJudge(context, flags, async ({ judge, signal }) => {
    status.show("reading the package");
    const { problem: read } = await readPackage(paths.packagePath, { cwd, signal });
    const inputSpec =
      flags.inputSpec === undefined ? read.inputSpec : await readInputSpec(resolve(cwd, flags.inputSpec));
    const problem = { ...read, inputSpec };
    const gold = classifySolutions(problem).accepted;
    const input = createTestData(bytes);
    const result = await minimiseFailure({ judge, problem, signal }, { input, candidate, gold, budget, onProgress });
    return { problem, gold, result };
  });
  status.clear();
  const { problem, gold, result } = done;
  if (result.kind === "failure-not-shown") {
    if (isJson) stdout.write(`${JSON.stringify(result)}\n`);
    else for (const line of [result.reason, ...describeFaults(result.faults)]) stderr.write(`${line}\n`);
    return exitCodes.unexpected;
  }
  const { test } = result;
  if (flags.out !== undefined) {
    const search = {
      tests: [test],
      faults: result.faults,
      end: "nothing-left",
      oracle: `gold: ${gold[0]?.name}`,
      spent: result.spent,
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
  if (isJson) {
    stdout.write(`${JSON.stringify({ ...result, test: toJsonTest(test) })}\n`);
    return exitCodes.solved;
  }
  for (const line of [...describeTest(test), ...describeFaults(result.faults)]) stderr.write(`${line}\n`);
  stdout.write(new TextDecoder().decode(test.input.bytes));
  return exitCodes.solved;
}

function describeTest({ killed, minimised, answer }: KeptTest): readonly string[] {
  const [failure] = killed;
  const shown = answer === undefined ? "" : new TextDecoder().decode(answer.bytes).trimEnd();
  const isShort = shown !== "" && shown.length <= 100 && !shown.includes("\n");
  return [
    ...(failure === undefined ? [] : [toSafeLine(`${failure.verdict}: ${failure.message}`)]),
    minimised === undefined
      ? "kept as it is: nothing here shrinks it (too large, too slow a verdict, or nothing says what is valid)"
      : `${minimised.fromTokens} tokens became ${minimised.tokens} in ${minimised.runs} tries${minimised.end === "budget-spent" ? "; the budget ended, there may be more to gain" : ""}`,
    ...(isShort ? [toSafeLine(`its answer: ${shown}`)] : []),
  ];
}

function describeFaults(faults: readonly ForgeFault[]): readonly string[] {
  return faults.map(({ kind, who, message }) => toSafeLine(`${kind} ${who}: ${message}`));
}
