import { resolve } from "node:path";
import {
  classifySolutions,
  createMutants,
  explainVerdict,
  searchDifferences,
  type ForgeFault,
  type KeptTest,
  type SearchCandidate,
  type SearchProgress,
  type SearchResult,
} from "../../forge/index.ts";
import type { Judge } from "../../judge/index.ts";
import { readProblemResult, verdicts, type Problem, type Verdict } from "../../problem/index.ts";
import { AppError, Rng } from "../../std/index.ts";
import { hasColor, toWidth, type CliContext } from "../cli-context.ts";
import { exitCodes } from "../exit-codes.ts";
import { renderSearch, toJsonTest } from "../report/render-search.ts";
import { writeForgeOutput } from "../report/write-forge-output.ts";
import { createPalette } from "../text/palette.ts";
import { createStatusLine } from "../view/status-line.ts";
import type { ForgeFlags } from "./forge.ts";
import { readProgram } from "./read-program.ts";
import { parseSearchFlags, readInputSpec } from "./search-flags.ts";
import { parseNumber, withJudge } from "./with-judge.ts";

/** What is attacked, and with what knowledge. */
export interface Attack {
  readonly problem: Problem;
  readonly candidates: readonly SearchCandidate[];
  readonly gold: readonly SearchCandidate[];
}

/** Makes tests and returns the exit code. @throws what reading and searching throw */
export async function runForge(context: CliContext, packagePath: string, flags: ForgeFlags): Promise<number> {
  const { seed, budget } = parseSearchFlags(flags);
  const verdict = parseVerdict(flags.verdict);
  const { cwd } = context;
  const listeners = createListeners(context, flags.json === true);
  using status = listeners.status;
  const done = await withJudge(context, flags, async ({ judge, signal }) => {
    status.show("reading the package");
    const attack = await readAttack(resolve(cwd, packagePath), { cwd, flags, seed, signal });
    const result = await search({ judge, signal, attack, verdict, listeners, options: { seed, budget, flags } });
    return { attack, result };
  });
  status.clear();
  const { attack, result } = done;
  if (flags.out !== undefined) {
    await writeForgeOutput(resolve(cwd, flags.out), { ...attack, gold: attack.gold[0], result });
  }
  printSearch(context, result, { isJson: flags.json === true, candidates: attack.candidates, out: flags.out });
  if (verdict !== undefined) return result.tests.length > 0 ? exitCodes.solved : exitCodes.unexpected;
  return result.survivors.length === 0 && result.end !== "refused" ? exitCodes.solved : exitCodes.unexpected;
}

async function search(parts: {
  readonly judge: Judge;
  readonly signal: AbortSignal;
  readonly attack: Attack;
  readonly verdict: Verdict | undefined;
  readonly listeners: Listeners;
  readonly options: {
    readonly seed: string;
    readonly budget: { readonly runs: number; readonly cpuTimeMs: number };
    readonly flags: ForgeFlags;
  };
}): Promise<SearchResult> {
  const { judge, signal, attack, verdict, listeners } = parts;
  const { flags, ...how } = parts.options;
  const { problem, candidates, gold } = attack;
  const context = { judge, problem, signal };
  const { onProgress, onTest, onFault } = listeners;
  const shared = { ...how, gold, usesTests: flags.tests === true, onProgress, onTest, onFault };
  const [submitted] = candidates;
  if (verdict === undefined || submitted === undefined) return searchDifferences(context, { ...shared, candidates });
  const explanation = await explainVerdict(context, { ...shared, submitted, verdict });
  if (explanation.kind === "verdict-unexplained") return explanation.search;
  return { ...explanation.search, end: "nothing-left", tests: [explanation.test], survivors: [] };
}

async function readAttack(
  path: string,
  options: {
    readonly cwd: string;
    readonly flags: ForgeFlags;
    readonly seed: string;
    readonly signal: AbortSignal;
  },
): Promise<Attack> {
  const { cwd, flags, seed, signal } = options;
  const read = await readProblemResult(path, { signal });
  const inputSpec =
    flags.inputSpec === undefined ? read.problem.inputSpec : await readInputSpec(resolve(cwd, flags.inputSpec));
  const problem = { ...read.problem, inputSpec };
  const { accepted, wrong } = classifySolutions(problem);
  const given = await Promise.all(
    (flags.solution ?? []).map(async (file) => ({
      name: file,
      program: await readProgram(resolve(cwd, file), undefined),
    })),
  );
  const mutantCount = parseNumber(flags.mutants, { flag: "--mutants", from: 0, to: 10_000, isWhole: true }) ?? 0;
  const source = accepted.find(({ program }) => program.language.startsWith("cpp"));
  const mutants =
    source === undefined
      ? []
      : createMutants(source.program, { count: mutantCount, rng: new Rng(seed).derive("mutants") });
  const hasGold = flags.gold !== false;
  const attacked = [...(given.length > 0 ? given : wrong), ...mutants];
  const candidates = hasGold ? attacked : [...attacked, ...accepted];
  if (candidates.length === 0) {
    throw new AppError({
      code: "FORGE_NOTHING_TO_ATTACK",
      message: `${path} has no solution that is declared wrong; give --solution FILE or --mutants N`,
      data: { path },
    });
  }
  return { problem, candidates, gold: hasGold ? accepted : [] };
}

function parseVerdict(text: string | undefined): Verdict | undefined {
  if (text === undefined) return undefined;
  const verdict = verdicts.find((item) => item === text);
  if (verdict !== undefined) return verdict;
  throw new AppError({
    code: "USAGE_INVALID",
    message: `--verdict: expected one of ${verdicts.join(", ")}, got ${JSON.stringify(text)}`,
    data: { field: "--verdict" },
  });
}

export interface Listeners {
  readonly status: ReturnType<typeof createStatusLine>;
  readonly onProgress: (progress: SearchProgress) => void;
  readonly onTest: (test: KeptTest) => void;
  readonly onFault: (fault: ForgeFault) => void;
}

/** Progress as a status line on a terminal, or as JSON lines. */
export function createListeners({ stdout, stderr }: CliContext, isJson: boolean): Listeners {
  const status = createStatusLine(stderr, isJson || stderr.isTTY !== true);
  const print = (value: object): void => {
    if (isJson) stdout.write(`${JSON.stringify(value)}\n`);
  };
  return {
    status,
    onProgress(progress) {
      const { arm, runs, cpuTimeMs, kept, alive } = progress;
      status.show(`${arm}: ${runs} runs, ${(cpuTimeMs / 1000).toFixed(1)} s, ${kept} tests, ${alive.length} alive`);
      print({ kind: "search-progress", ...progress });
    },
    onTest: (test) => print({ kind: "test-kept", ...toJsonTest(test) }),
    onFault: (fault) => print({ kind: "fault-found", fault }),
  };
}

/** The result for people, or as the last JSON line. */
export function printSearch(
  { stdout, env }: CliContext,
  result: SearchResult,
  options: {
    readonly isJson: boolean;
    readonly candidates: readonly SearchCandidate[];
    readonly out?: string | undefined;
  },
): void {
  if (options.isJson) {
    stdout.write(`${JSON.stringify({ kind: "search-result", ...result, tests: result.tests.map(toJsonTest) })}\n`);
    return;
  }
  const layout = { width: toWidth(stdout), palette: createPalette(hasColor(stdout, env)) };
  stdout.write(renderSearch(result, { ...layout, candidateCount: options.candidates.length, out: options.out }));
}
