import { createTestData, type Program, type TestCase, type TestData, type Verdict } from "../../problem/index.ts";
import { toBruteForceLimits } from "../tool-limits.ts";
import type { AnswerAuthority, FramedInput, SearchCandidate } from "./contract.ts";
import { toFramedInput } from "./framed-input.ts";
import { probeAnswers } from "./probe-answers.ts";
import { decidesAlone, judgeInputs, runOnInputs, type AnsweredInput } from "./run-programs.ts";
import type { SearchContext } from "./search-context.ts";

/** Whoever answers inputs. */
export interface Oracle {
  readonly authority: AnswerAuthority;
  /** Undefined where it could not answer; such inputs are not used. */
  answer(inputs: readonly FramedInput[], label?: string): Promise<readonly (TestData | undefined)[]>;
  /** For people. */
  readonly description: string;
  /** The one whose word is taken; undefined for none. */
  readonly program?: Program | undefined;
  /** True once it was contradicted: whatever rests on it does not count. */
  isDropped(): boolean;
  /** Holds weaker oracles against its own answers. */
  audit(items: readonly AnsweredInput[]): Promise<void>;
}

export interface OracleSources {
  /** Accepted solutions; the first answers, the others must agree. */
  readonly gold: readonly SearchCandidate[];
  readonly bruteForces: readonly SearchCandidate[];
  /** Where the problem decides by itself and there is no gold: an input that one of them passes counts. */
  readonly witnesses?: readonly SearchCandidate[] | undefined;
}

/** The best oracle that its sources give; undefined: consensus it must be. What is not to be believed is named. */
export async function createOracle(context: SearchContext, sources: OracleSources): Promise<Oracle | undefined> {
  for (const gold of sources.gold) {
    const complaint = await findComplaint(context, gold);
    if (complaint === undefined) {
      const needsAnswers = decidesAlone(context.problem) && (await needsAnswer(context, gold));
      return createGoldOracle(context, gold, { bruteForces: sources.bruteForces, needsAnswers });
    }
    context.faults.add({ kind: "gold-broken", who: gold.name, message: complaint });
  }
  for (const bruteForce of sources.bruteForces) {
    const complaint = await findComplaint(context, bruteForce);
    if (complaint === undefined) return createBruteForceOracle(context, bruteForce, sources.bruteForces);
    context.faults.add({ kind: "brute-force-contradicted", who: bruteForce.name, message: complaint });
  }
  const { witnesses = [] } = sources;
  const isWitnessed = decidesAlone(context.problem) && sources.gold.length === 0 && witnesses.length > 1;
  return isWitnessed ? createWitnessOracle(context, witnesses) : undefined;
}

/** An interactor's verdicts need no gold, only somebody who shows that the input can be passed. */
function createWitnessOracle(context: SearchContext, witnesses: readonly SearchCandidate[]): Oracle {
  return {
    authority: { kind: "interactor" },
    description: `the interactor, on inputs that one of ${witnesses.length} programs passes`,
    isDropped: () => false,
    audit: async () => {},
    async answer(inputs, label) {
      const passed = new Set<number>();
      for (const { program } of witnesses) {
        const open = inputs.flatMap((input, i) => (passed.has(i) ? [] : [{ input, i }]));
        const items = open.map(({ input }) => ({ input }));
        const reports = await judgeInputs(context, program, { items, label });
        for (const [at, { i }] of open.entries()) if (reports[at]?.verdict === "accepted") passed.add(i);
      }
      return inputs.map((_, i) => (passed.has(i) ? createTestData("") : undefined));
    },
  };
}

/** Why a program's answers cannot be right: it does not compile, or it is wrong on a sample. */
async function findComplaint(context: SearchContext, { program }: SearchCandidate): Promise<string | undefined> {
  const compiled = await context.judge.compile(program, { signal: context.signal });
  if (compiled.kind !== "compile-ok") return `it does not compile: ${compiled.message}`;
  const samples = listSamples(context);
  if (samples.length === 0) return undefined;
  const problem = { ...context.problem, groups: [], limits: toBruteForceLimits(context.problem.limits) };
  const report = await context.judge.judge(program, { problem, tests: samples }, { signal: context.signal });
  context.meter.add(report.tests);
  const wrong = report.tests.find(({ verdict }) => verdict !== "accepted" && !undecided.has(verdict));
  return wrong && `on ${wrong.testId} it gets ${wrong.verdict}: ${wrong.message}`;
}

const undecided: ReadonlySet<string> = new Set([
  "time-limit-exceeded",
  "memory-limit-exceeded",
  "idleness-limit-exceeded",
  "judge-failed",
  "skipped",
]);

function listSamples(context: SearchContext): readonly TestCase[] {
  return context.problem.tests.filter((test) => test.isSample && test.answer !== undefined);
}

function createGoldOracle(
  context: SearchContext,
  gold: SearchCandidate,
  { bruteForces, needsAnswers }: { readonly bruteForces: readonly SearchCandidate[]; readonly needsAnswers: boolean },
): Oracle {
  const isAlone = decidesAlone(context.problem);
  return {
    authority: isAlone ? { kind: "interactor" } : { kind: "gold", program: gold.name },
    description: `gold: ${gold.name}`,
    program: gold.program,
    isDropped: () => false,
    async answer(inputs, label) {
      if (needsAnswers) return probeAnswers(context, gold, { inputs, label });
      const reports = await runOnInputs(context, gold.program, { inputs, label });
      return reports.map((report) => {
        if (report.verdict === "accepted" && isAlone) return createTestData("");
        if (report.verdict === "accepted" && report.stdoutDigest !== undefined) {
          return context.judge.readOutput(report.stdoutDigest);
        }
        if (report.verdict === "judge-failed" || report.verdict === "skipped") return undefined;
        const message = `it ends with ${report.verdict} on a valid input of ${report.stdoutBytes} bytes`;
        context.faults.add({ kind: "gold-broken", who: gold.name, message: `${message}: ${report.message}` });
        return undefined;
      });
    },
    async audit(items) {
      const limits = toBruteForceLimits(context.problem.limits);
      for (const { name, program } of bruteForces) {
        const reports = await judgeInputs(context, program, { items, limits, stopsAtFirstFailure: true });
        const wrong = reports.find(({ verdict }) => isWrong(verdict));
        if (wrong === undefined) continue;
        const message = `gold ${gold.name} answers otherwise: ${wrong.message}`;
        context.faults.add({ kind: "brute-force-contradicted", who: name, message });
      }
    },
  };
}

/** Whether an interactor reads the jury's answer: the gold solution passes the samples with their answers alone. */
async function needsAnswer(context: SearchContext, { program }: SearchCandidate): Promise<boolean> {
  const inputs = listSamples(context).map((test) => toFramedInput(context.problem, test));
  const reports = await judgeInputs(context, program, { items: inputs.map((input) => ({ input })) });
  return reports.some(({ verdict }) => verdict !== "accepted");
}

function isWrong(verdict: Verdict): boolean {
  return verdict === "wrong-answer" || verdict === "presentation-error" || verdict === "runtime-error";
}

async function createBruteForceOracle(
  context: SearchContext,
  bruteForce: SearchCandidate,
  all: readonly SearchCandidate[],
): Promise<Oracle> {
  const others = all.filter((other) => other !== bruteForce);
  const sampleCount = listSamples(context).length;
  const isVerified = sampleCount > 0 || others.length > 0;
  const limits = toBruteForceLimits(context.problem.limits);
  const ask = async (
    program: Program,
    inputs: readonly FramedInput[],
    label?: string,
  ): Promise<readonly (TestData | undefined)[]> => {
    const reports = await runOnInputs(context, program, { inputs, limits, stopsAtFirstFailure: true, label });
    return reports.map(({ verdict, stdoutDigest }) =>
      verdict === "accepted" && stdoutDigest !== undefined ? context.judge.readOutput(stdoutDigest) : undefined,
    );
  };
  const dropped = { isDropped: false };
  return {
    authority: { kind: "brute-force", program: bruteForce.name, isVerified },
    description: `${isVerified ? "brute force" : "oracle unverified: brute force"} ${bruteForce.name} (${sampleCount} samples)`,
    program: bruteForce.program,
    isDropped: () => dropped.isDropped,
    audit: async () => {},
    async answer(inputs, label) {
      if (dropped.isDropped) return inputs.map(() => undefined);
      const answers = await ask(bruteForce.program, inputs, label);
      for (const other of others) {
        const theirs = await ask(other.program, inputs);
        for (const [i, input] of inputs.entries()) {
          const [mine, their] = [answers[i], theirs[i]];
          if (mine === undefined || their === undefined || mine.digest === their.digest) continue;
          const { checker } = context.problem;
          const options = { signal: context.signal };
          const compared = await context.judge.compareOutputs(checker, { input, output: their, answer: mine }, options);
          if (compared.kind !== "outputs-differ") continue;
          dropped.isDropped = true;
          const message = `an independent one, ${other.name}, answers otherwise: ${compared.message}`;
          context.faults.add({ kind: "brute-force-contradicted", who: bruteForce.name, message });
          return inputs.map(() => undefined);
        }
      }
      return answers;
    },
  };
}
