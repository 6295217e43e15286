import { z } from "zod";
import {
  explainVerdict,
  searchDifferences,
  stressAtSize,
  type ForgeContext,
  type InputProposer,
  type KeptTest,
  type SearchCandidate,
} from "../../src/forge/index.ts";
import type { Judge } from "../../src/judge/index.ts";
import type { TestCase, Verdict } from "../../src/problem/index.ts";
import { makeBaseTests } from "./base-tests.ts";
import type { Subject } from "./subject.ts";

const stageSchema = z.object({
  /** What the hidden suite says of the first candidate that survives the made one. */
  first: z.enum(["right", "wrong", "none"]),
  /** Candidates that the made suite passes and the hidden one fails. */
  falseAccepts: z.number(),
  /** Right ones that the made suite fails. */
  falseRejects: z.number(),
  /** Candidates that the made suite fails, by the reference's answers, and the hidden one passes. */
  beyondHidden: z.number(),
  tests: z.number(),
});

const feedbackSchema = stageSchema.extend({
  submissions: z.number(),
  /** Verdicts from outside that a test made afterwards explains. */
  explained: z.number(),
  unexplained: z.number(),
});

export const rowSchema = z.object({
  name: z.string(),
  kind: z.enum(["package", "small", "league"]),
  referenceKind: z.enum(["gold", "brute-force"]),
  /** Those that compile and pass the samples; the others nobody would hand in. */
  candidates: z.number(),
  right: z.number(),
  base: stageSchema,
  attack: stageSchema,
  feedback: feedbackSchema,
  /** The same from the base tests, without the attack between: what verdicts from outside are worth by themselves. */
  feedbackAlone: feedbackSchema,
  cpuTimeMs: z.number(),
});

export type Row = z.infer<typeof rowSchema>;

export interface MeasureOptions {
  /** Of the search for differences, before anything is known from outside; half as much again for large inputs. */
  readonly attackCpuTimeMs: number;
  /** Of the search that follows each verdict from outside. */
  readonly feedbackCpuTimeMs: number;
  readonly seed: string;
  readonly proposers?: readonly InputProposer[] | undefined;
}

const mostSubmissions = 5;

/**
 * Makes a suite in three stages and asks at each which candidate it lets through first: GrandCode's table in kind
 * (section 3.3), where 42, 48 and 50 of 50 problems passed.
 */
export async function measureSubject(judge: Judge, subject: Subject, options: MeasureOptions): Promise<Row> {
  const trial = new Trial(judge, subject, options);
  return trial.run();
}

class Trial {
  readonly #judge: Judge;
  readonly #subject: Subject;
  readonly #options: MeasureOptions;
  /** By name: what the hidden suite says. */
  readonly #hidden = new Map<string, Verdict>();
  readonly #rejected = new Set<string>();
  #stream: readonly SearchCandidate[] = [];
  #tests = 0;
  #cpuTimeMs = 0;

  constructor(judge: Judge, subject: Subject, options: MeasureOptions) {
    this.#judge = judge;
    this.#subject = subject;
    this.#options = options;
  }

  async run(): Promise<Row> {
    const { name, kind, referenceKind, problem, hidden } = this.#subject;
    this.#stream = await this.#listPresentable();
    for (const candidate of this.#stream) {
      const verdict = await this.#judgeOn(candidate, hidden, problem.groups);
      if (verdict === "judge-failed") throw new Error(`${name}: the hidden suite cannot judge ${candidate.name}`);
      this.#hidden.set(candidate.name, verdict);
    }
    await this.#add(await makeBaseTests(this.#judge, this.#subject));
    const base = this.#look();
    const feedbackAlone = await this.#tryOut(async () => this.#submit());
    await this.#attack();
    const attack = this.#look();
    const feedback = await this.#submit();
    const right = [...this.#hidden.values()].filter((verdict) => verdict === "accepted").length;
    const candidates = this.#stream.length;
    const cpuTimeMs = Math.round(this.#cpuTimeMs);
    return { name, kind, referenceKind, candidates, right, base, attack, feedback, feedbackAlone, cpuTimeMs };
  }

  /** Compiled together, which is much cheaper; then those that pass the samples. */
  async #listPresentable(): Promise<readonly SearchCandidate[]> {
    const { stream, problem } = this.#subject;
    const compiled = await Promise.all(stream.map(async ({ program }) => this.#judge.compile(program)));
    const samples = problem.tests.filter((test) => test.answer !== undefined);
    const passing: SearchCandidate[] = [];
    for (const [i, candidate] of stream.entries()) {
      if (compiled[i]?.kind !== "compile-ok") continue;
      if (samples.length === 0 || (await this.#judgeOn(candidate, samples, [])) === "accepted") passing.push(candidate);
    }
    return passing;
  }

  get #alive(): readonly SearchCandidate[] {
    return this.#stream.filter(({ name }) => !this.#rejected.has(name));
  }

  get #context(): ForgeContext {
    return { judge: this.#judge, problem: this.#subject.problem };
  }

  get #knowledge() {
    const { reference, referenceKind } = this.#subject;
    return referenceKind === "gold" ? { gold: [reference] } : { bruteForces: [reference] };
  }

  #isRight(name: string): boolean {
    return this.#hidden.get(name) === "accepted";
  }

  #look(): Row["base"] {
    const [first] = this.#alive;
    const accepted = this.#alive.map(({ name }) => name);
    const { knownRight } = this.#subject;
    const refused = [...this.#hidden.keys()].filter((name) => this.#rejected.has(name) && this.#isRight(name));
    return {
      first: first === undefined ? "none" : this.#isRight(first.name) ? "right" : "wrong",
      falseAccepts: accepted.filter((name) => !this.#isRight(name)).length,
      falseRejects: refused.filter((name) => knownRight.includes(name)).length,
      beyondHidden: refused.filter((name) => !knownRight.includes(name)).length,
      tests: this.#tests,
    };
  }

  async #judgeOn(
    { program }: SearchCandidate,
    tests: readonly TestCase[],
    groups: Subject["problem"]["groups"],
  ): Promise<Verdict> {
    const { problem } = this.#subject;
    const scoring = groups.length === 0 ? ({ kind: "binary" } as const) : problem.scoring;
    const job = { problem: { ...problem, groups, scoring }, tests };
    const report = await this.#judge.judge(program, job, { stopsAtFirstFailure: groups.length === 0 });
    const failed = report.tests.find(({ verdict }) => verdict !== "accepted" && verdict !== "skipped");
    return report.verdict === "accepted" ? "accepted" : (failed?.verdict ?? report.verdict);
  }

  /** Does something and forgets what it changed. */
  async #tryOut<T>(action: () => Promise<T>): Promise<T> {
    const [rejected, tests] = [[...this.#rejected], this.#tests];
    const result = await action();
    this.#rejected.clear();
    for (const name of rejected) this.#rejected.add(name);
    this.#tests = tests;
    return result;
  }

  /** Adds tests to the suite: whoever fails one is rejected. */
  async #add(tests: readonly TestCase[]): Promise<void> {
    this.#tests += tests.length;
    if (tests.length === 0) return;
    for (const candidate of this.#alive) {
      if ((await this.#judgeOn(candidate, tests, [])) !== "accepted") this.#rejected.add(candidate.name);
    }
  }

  /** Differences first; then the largest inputs, where time and memory tell programs apart. */
  async #attack(): Promise<void> {
    const { attackCpuTimeMs, seed, proposers } = this.#options;
    const budget = { runs: 20_000, cpuTimeMs: attackCpuTimeMs };
    const options = { ...this.#knowledge, candidates: this.#alive, seed, budget, proposers };
    const found = await searchDifferences(this.#context, {
      ...options,
      isAttack: this.#subject.referenceKind === "gold",
    });
    await this.#add(found.tests.map((test) => toTest(test)));
    const { reference, referenceKind } = this.#subject;
    const stress = await stressAtSize(this.#context, {
      candidates: this.#alive,
      ...(referenceKind === "gold" ? { gold: reference } : { bruteForce: reference }),
      seed,
      budget: { ...budget, cpuTimeMs: attackCpuTimeMs / 2 },
    });
    const large = stress.tests.flatMap(({ input, answer }, i): readonly TestCase[] =>
      answer === undefined ? [] : [{ id: `large/${i + 1}`, isSample: false, input, answer }],
    );
    await this.#add(large);
    this.#cpuTimeMs += found.spent.cpuTimeMs + stress.spent.cpuTimeMs;
  }

  /** Submits the first survivor; a verdict from outside is to be explained by a new test, until one passes. */
  async #submit(): Promise<Row["feedback"]> {
    let [submissions, explained, unexplained] = [0, 0, 0];
    for (; submissions < mostSubmissions;) {
      const [first, ...others] = this.#alive;
      if (first === undefined) break;
      submissions++;
      const verdict = this.#hidden.get(first.name) ?? "accepted";
      if (verdict === "accepted") break;
      const { feedbackCpuTimeMs, proposers } = this.#options;
      const explanation = await explainVerdict(this.#context, {
        ...this.#knowledge,
        submitted: first,
        verdict,
        others,
        seed: `${this.#options.seed} after ${submissions}`,
        budget: { runs: 20_000, cpuTimeMs: feedbackCpuTimeMs },
        proposers,
      });
      this.#cpuTimeMs += explanation.search.spent.cpuTimeMs;
      if (explanation.kind === "verdict-explained") {
        explained++;
        await this.#add([toTest(explanation.test)]);
      } else unexplained++;
      this.#rejected.add(first.name);
    }
    return { ...this.#look(), submissions, explained, unexplained };
  }
}

function toTest({ id, input, answer }: KeptTest): TestCase {
  return { id, isSample: false, input, answer, ...input.frame };
}
