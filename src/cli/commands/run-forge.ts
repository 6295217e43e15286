import { resolve } from "node:path";
import {
  classifySolutions,
  createMutants,
  explainVerdict,
  listLargeTests,
  searchDifferences,
  stressAtSize,
  type SearchCandidate,
  type SearchResult,
  type StressReport,
} from "../../forge/index.ts";
import { readPackage, type TestMakers } from "../../app/index.ts";
import type { Judge } from "../../judge/index.ts";
import { verdicts, type Problem, type Verdict } from "../../problem/index.ts";
import { AppError, Rng } from "../../std/index.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCodes } from "../exit-codes.ts";
import { listBroken } from "../report/render-search.ts";
import { writeForgeOutput } from "../report/write-forge-output.ts";
import type { ForgeFlags } from "./forge.ts";
import { deriveSpec, openMakers } from "./open-makers.ts";
import { readProgram } from "./read-program.ts";
import { parseSearchFlags, readInputSpec } from "./search-flags.ts";
import { createListeners, printSaved, printSearch, printStress, type Listeners } from "./search-output.ts";
import { parseNumber, withJudge } from "./with-judge.ts";

/** What is attacked, and with what knowledge. */
export interface Attack {
  readonly problem: Problem;
  readonly candidates: readonly SearchCandidate[];
  readonly gold: readonly SearchCandidate[];
}

/**
 * Makes tests and returns the exit code.
 *
 * @param how.isAttack whether models are shown the right program and the attacked one
 * @throws what reading and searching throw
 */
export async function runForge(
  context: CliContext,
  packagePath: string,
  flags: ForgeFlags,
  how: { readonly isAttack: boolean } = { isAttack: false },
): Promise<number> {
  const { seed, budget } = parseSearchFlags(flags);
  const verdict = parseVerdict(flags.verdict);
  requireOneSolution(flags);
  const { cwd } = context;
  const listeners = createListeners(context, flags.json === true);
  using status = listeners.status;
  let attack: Attack | undefined;
  const report = async (parts: Attack, { result, stress }: SearchOutcome): Promise<void> => {
    status.clear();
    if (flags.out !== undefined) {
      await writeForgeOutput(resolve(cwd, flags.out), { ...parts, gold: parts.gold[0], result });
    }
    if (stress !== undefined) printStress(context, stress, flags.json === true);
    printSearch(context, result, { isJson: flags.json === true, candidates: parts.candidates, out: flags.out });
    await printSaved(context, result.tests, flags);
  };
  try {
    const outcome = await withJudge(context, flags, async ({ judge, journal, signal }) => {
      status.show("reading the package");
      const read = await readAttack(packagePath, { cwd, flags, seed, signal });
      requireGold(read, packagePath, how);
      const path = resolve(cwd, packagePath);
      const makers = await openMakers(context, { flags, problem: read.problem, path, seed, journal, signal });
      attack = { ...read, problem: await deriveSpec(read.problem, { flags, judge, makers, status, signal }) };
      const options = { seed, budget, flags, ...how };
      return { attack, ...(await search({ judge, signal, attack, verdict, makers, listeners, options })) };
    });
    const { result } = outcome;
    await report(outcome.attack, outcome);
    if (verdict !== undefined) return result.tests.length > 0 ? exitCodes.solved : exitCodes.unexpected;
    const broken = listBroken(
      result,
      outcome.attack.candidates.map(({ name }) => name),
    );
    const isDone = result.survivors.length + broken.length === 0 && result.end !== "refused";
    return isDone ? exitCodes.solved : exitCodes.unexpected;
  } catch (cause) {
    const result = listeners.toInterrupted();
    const isWorthTelling = AppError.is(cause) && cause.code === "INTERRUPTED" && result.tests.length > 0;
    if (isWorthTelling && attack !== undefined) await report(attack, { result, stress: undefined });
    throw cause;
  }
}

/** @throws USAGE_INVALID */
function requireOneSolution({ verdict, solution = [] }: ForgeFlags): void {
  if (verdict === undefined || solution.length === 1) return;
  throw new AppError({
    code: "USAGE_INVALID",
    message: `--verdict is about one submitted program: give one --solution FILE with it, got ${solution.length}`,
    data: { field: "--verdict" },
  });
}

function requireGold({ gold }: Attack, path: string, { isAttack }: { readonly isAttack: boolean }): void {
  if (!isAttack || gold.length > 0) return;
  throw new AppError({
    code: "FORGE_GOLD_MISSING",
    message: `${path} has no solution that is declared right; attack compares with one, forge --no-gold does without`,
    data: { path },
  });
}

interface SearchParts {
  readonly judge: Judge;
  readonly signal: AbortSignal;
  readonly attack: Attack;
  readonly verdict: Verdict | undefined;
  readonly makers: TestMakers | undefined;
  readonly listeners: Listeners;
  readonly options: {
    readonly seed: string;
    readonly budget: { readonly runs: number; readonly cpuTimeMs: number };
    readonly flags: ForgeFlags;
    readonly isAttack: boolean;
  };
}

interface SearchOutcome {
  readonly result: SearchResult;
  readonly stress: StressReport | undefined;
}

async function search(parts: SearchParts): Promise<SearchOutcome> {
  const { judge, signal, attack, verdict, makers, listeners } = parts;
  const { flags, ...how } = parts.options;
  const { problem, candidates, gold } = attack;
  const context = { judge, problem, signal };
  const { onProgress, onMinimise, onTest, onFault } = listeners;
  const on = { onProgress, onMinimise, onTest, onFault };
  const { proposers, generatorWriters } = makers ?? {};
  const models = { proposers, generatorWriters };
  const groupId = flags.group;
  const shared = { ...how, ...models, gold, groupId, usesTests: flags.tests === true, ...on };
  const [submitted, ...others] = candidates;
  if (verdict !== undefined && submitted !== undefined) {
    const known = gold.length === 0 ? { gold: undefined, others } : {};
    const explanation = await explainVerdict(context, { ...shared, ...known, submitted, verdict });
    if (explanation.kind === "verdict-unexplained") return { result: explanation.search, stress: explanation.stress };
    const { search: found, test } = explanation;
    return { result: { ...found, end: "nothing-left", tests: [test], survivors: [] }, stress: undefined };
  }
  const result = await searchDifferences(context, { ...shared, candidates });
  return flags.atSize === true ? runAtSize(parts, result) : { result, stress: undefined };
}

/** All programs on the largest inputs; what the search has left alive may die there. */
async function runAtSize(parts: SearchParts, result: SearchResult): Promise<SearchOutcome> {
  const { judge, signal, attack, listeners, options } = parts;
  const { problem, candidates, gold } = attack;
  listeners.status.show("the largest inputs");
  const { seed, budget } = options;
  const stress = await stressAtSize({ judge, problem, signal }, { candidates, gold: gold[0], seed, budget });
  const large = listLargeTests(stress, { names: result.survivors, firstNumber: result.tests.length + 1 });
  for (const test of large) listeners.onTest(test);
  const killed = new Set(large.flatMap((test) => test.killed.map(({ candidate }) => candidate)));
  const survivors = result.survivors.filter((name) => !killed.has(name));
  const end = survivors.length === 0 && result.end !== "refused" ? "nothing-left" : result.end;
  return { result: { ...result, tests: [...result.tests, ...large], survivors, end }, stress };
}

async function readAttack(
  name: string,
  options: {
    readonly cwd: string;
    readonly flags: ForgeFlags;
    readonly seed: string;
    readonly signal: AbortSignal;
  },
): Promise<Attack> {
  const { cwd, flags, seed, signal } = options;
  const read = await readPackage(name, { cwd, signal });
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
      message: `${name} has no solution that is declared wrong; give --solution FILE or --mutants N`,
      data: { path: name },
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
