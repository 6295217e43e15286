import { createTestData, type TestData } from "../../problem/index.ts";

/** One answer for each input, in order. */
export type InputTest = (
  inputs: readonly TestData[],
  options: { readonly signal?: AbortSignal | undefined },
) => Promise<readonly boolean[]>;

export interface MinimiseProgress {
  /** What is being tried, e.g. `cases`, `values`. */
  readonly pass: string;
  readonly runs: number;
  readonly tokens: number;
  readonly bytes: number;
}

/** A smaller text with whatever the caller knows about it. */
export interface Candidate<T> {
  readonly text: string;
  readonly item: T;
}

/** The smallest interesting text so far, and the budget for finding smaller ones. */
export class Search {
  readonly #areInteresting: InputTest;
  readonly #areValid: InputTest | undefined;
  readonly #maxRuns: number;
  readonly #batchSize: number;
  readonly #onProgress: ((progress: MinimiseProgress) => void) | undefined;
  readonly #signal: AbortSignal | undefined;
  /** Digest of an input → whether it is valid and interesting. */
  readonly #known = new Map<string, boolean>();
  best: string;
  runs = 0;
  /** Whether runs or patience are at their end. */
  isSpent = false;
  /** Whether some step was given up before it had tried everything. */
  isCut = false;
  #work = 0;
  pass = "start";

  constructor(options: {
    readonly text: string;
    readonly areInteresting: InputTest;
    readonly areValid?: InputTest | undefined;
    readonly budget: { readonly runs: number };
    readonly batchSize?: number | undefined;
    readonly onProgress?: ((progress: MinimiseProgress) => void) | undefined;
    readonly signal?: AbortSignal | undefined;
  }) {
    this.best = options.text;
    this.#areInteresting = options.areInteresting;
    this.#areValid = options.areValid;
    this.#maxRuns = options.budget.runs;
    this.#batchSize = options.batchSize ?? 16;
    this.#onProgress = options.onProgress;
    this.#signal = options.signal;
  }

  get tokens(): number {
    return countTokens(this.best);
  }

  /** Whether one text is valid and interesting. */
  async test(text: string): Promise<boolean> {
    return (await this.#ask([text]))[0] ?? false;
  }

  /**
   * Takes the first candidate, in the order given, that is smaller than the best, valid and interesting.
   *
   * @returns what the caller knows about it; undefined where there is none or the budget is spent
   */
  async take<T>(candidates: Iterable<Candidate<T> | undefined>): Promise<T | undefined> {
    let batch: Candidate<T>[] = [];
    let characters = 0;
    let stepWork = 0;
    for (const candidate of candidates) {
      if (this.isSpent) return undefined;
      stepWork += this.best.length + 100;
      if (stepWork > maxStepWork) {
        this.isCut = true;
        break;
      }
      if (candidate === undefined || !isSmaller(candidate.text, this.best)) continue;
      if (batch.some((other) => other.text === candidate.text)) continue;
      batch.push(candidate);
      characters += candidate.text.length;
      if (batch.length < this.#batchSize && characters < maxBatchCharacters) continue;
      const found = await this.#takeFrom(batch);
      if (found !== undefined) return found.item;
      batch = [];
      characters = 0;
    }
    this.#work += stepWork;
    if (this.#work > maxWork) this.isSpent = true;
    return batch.length === 0 ? undefined : (await this.#takeFrom(batch))?.item;
  }

  async #takeFrom<T>(batch: readonly Candidate<T>[]): Promise<Candidate<T> | undefined> {
    const answers = await this.#ask(batch.map((candidate) => candidate.text));
    const found = batch[answers.indexOf(true)];
    if (found !== undefined) {
      this.best = found.text;
      this.#report();
    }
    return found;
  }

  /** Answers are missing for what the budget did not allow. */
  async #ask(texts: readonly string[]): Promise<readonly (boolean | undefined)[]> {
    this.#signal?.throwIfAborted();
    const signal = this.#signal;
    const inputs = texts.map((text) => createTestData(Buffer.from(text, "latin1")));
    const fresh = inputs.filter((input) => !this.#known.has(input.digest));
    const valid = fresh.length === 0 ? undefined : await this.#areValid?.(fresh, { signal });
    for (const [i, input] of fresh.entries()) if (valid?.[i] === false) this.#known.set(input.digest, false);
    const asked = fresh.filter((_, i) => valid?.[i] !== false);
    const affordable = asked.slice(0, Math.max(0, this.#maxRuns - this.runs));
    if (affordable.length < asked.length) this.isSpent = true;
    this.runs += affordable.length;
    const interesting = affordable.length === 0 ? [] : await this.#areInteresting(affordable, { signal });
    for (const [i, input] of affordable.entries()) this.#known.set(input.digest, interesting[i] ?? false);
    return inputs.map((input) => this.#known.get(input.digest));
  }

  #report(): void {
    const { pass, runs, tokens } = this;
    this.#onProgress?.({ pass, runs, tokens, bytes: this.best.length });
  }
}

/** Making candidates that are not needed costs more than a call for few of them. */
const maxBatchCharacters = 1_000_000;

/** Characters of candidates that one step without success may look through, asked about or not. */
const maxStepWork = 30_000_000;

/** The same of all such steps together: a minute or so. */
const maxWork = 2_000_000_000;

/** Fewer tokens, else fewer characters, else smaller numbers and letters: every step goes down, so that all ends. */
function isSmaller(text: string, than: string): boolean {
  const [tokens, others] = [countTokens(text), countTokens(than)];
  if (tokens !== others) return tokens < others;
  if (text.length !== than.length) return text.length < than.length;
  const [weight, other] = [computeWeight(text), computeWeight(than)];
  return weight === other ? text < than : weight < other;
}

export function countTokens(text: string): number {
  let count = 0;
  let wasSpace = true;
  for (let i = 0; i < text.length; i++) {
    const isSpace = text.charCodeAt(i) <= 32;
    if (wasSpace && !isSpace) count++;
    wasSpace = isSpace;
  }
  return count;
}

function computeWeight(text: string): number {
  let weight = 0;
  for (let i = 0; i < text.length; i++) weight += text.charCodeAt(i) === 45 ? 200 : text.charCodeAt(i);
  return weight;
}
