import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findFormulas, formatRational, type FoundFormula } from "../src/symbolic/index.ts";
import { Rng } from "../src/std/index.ts";
import type { Experiment } from "./experiment.ts";
import { drawPatterned } from "./sequences/draw-patterned.ts";
import { drawPatternless } from "./sequences/draw-patternless.ts";
import type { DrawnSequence } from "./sequences/drawn-sequence.ts";

const sequenceCount = 1000;
const quickSequenceCount = 40;
const timeLimitMs = 50;

/** What the finder said about one drawn sequence. */
interface Trial {
  readonly drawn: DrawnSequence;
  /** The formula with the most evidence; undefined: none is claimed. */
  readonly claim: FoundFormula | undefined;
  /** Whether the claim gives all terms that were held back. */
  readonly isRight: boolean;
  readonly timeMs: number;
  /** Of the main thread: what `timeMs` is on an idle machine. */
  readonly cpuMs: number;
}

/** The bar of the sequence finder: what it finds in time, and what it claims where there is nothing to find. */
export const sequences: Experiment = {
  name: "sequences",
  summary: "sequence finder: found in under 50 ms of drawn patterned sequences, false claims on as many patternless",
  async run({ isQuick, outFolder, seed }) {
    const rng = new Rng(`sequences ${seed}`);
    const count = isQuick ? quickSequenceCount : sequenceCount;
    const coldMs = measureColdStart();
    warmUp();
    const patterned = Array.from({ length: count }, (_, i) => tryOne(drawPatterned(rng.derive("patterned", i))));
    const patternless = Array.from({ length: count }, (_, i) => tryOne(drawPatternless(rng.derive("patternless", i))));
    printKinds("patterned: found", patterned, isFound);
    printKinds("patternless: claimed", patternless, ({ claim }) => claim !== undefined);
    const report = join(outFolder, `sequences-${seed}.jsonl`);
    await writeFile(
      report,
      [...patterned, ...patternless].map((trial) => `${JSON.stringify(toRow(trial))}\n`).join(""),
    );
    console.log(`\nevery sequence and claim: ${report}\n`);
    const all = [...patterned, ...patternless];
    const times = all.map(({ timeMs }) => timeMs).toSorted((a, b) => a - b);
    const cpuTimes = all.map(({ cpuMs }) => cpuMs).toSorted((a, b) => a - b);
    const claims = patternless.filter(({ claim }) => claim !== undefined);
    return {
      seed,
      sequences: count,
      foundPercent: toPercent(patterned.filter(isFound).length, count),
      foundByWallTimePercent: toPercent(
        patterned.filter(({ isRight, timeMs }) => isRight && timeMs < timeLimitMs).length,
        count,
      ),
      foundAtAnyTimePercent: toPercent(patterned.filter(({ isRight }) => isRight).length, count),
      wrongOnPatternedPercent: toPercent(
        patterned.filter(({ claim, isRight }) => claim !== undefined && !isRight).length,
        count,
      ),
      claimsOnPatternlessPercent: toPercent(claims.length, count),
      falseClaimsPercent: toPercent(claims.filter(({ isRight }) => !isRight).length, count),
      cpuMs: toQuantiles(cpuTimes),
      timeMs: { ...toQuantiles(times), coldStart: coldMs },
      isMet: patterned.filter(isFound).length >= 0.75 * count && claims.length <= 0.02 * count,
    };
  },
};

function isFound({ isRight, cpuMs }: Trial): boolean {
  return isRight && cpuMs < timeLimitMs;
}

function measureColdStart(): number {
  const start = performance.now();
  findFormulas({ terms: [3n, 1n, 4n, 1n, 5n, 9n, 2n, 6n, 5n, 3n, 5n, 8n] });
  return round(performance.now() - start);
}

/** Sequences from a seed of their own, so that no measured one pays for the compiler. */
function warmUp(): void {
  const rng = new Rng("sequences warm-up");
  for (let i = 0; i < 60; i += 1) tryOne(drawPatterned(rng.derive(i)));
}

function tryOne(drawn: DrawnSequence): Trial {
  const [start, startCpu] = [performance.now(), process.threadCpuUsage()];
  const [claim] = findFormulas({ firstIndex: drawn.firstIndex, terms: drawn.shown });
  const cpu = process.threadCpuUsage(startCpu);
  const timeMs = performance.now() - start;
  const cpuMs = (cpu.user + cpu.system) / 1000;
  const isRight =
    claim !== undefined &&
    drawn.heldBack.every(({ numerator, denominator }, i) => {
      const value = claim.term(drawn.firstIndex + drawn.shown.length + i);
      return value?.numerator === numerator && value.denominator === denominator;
    });
  return { drawn, claim, isRight, timeMs, cpuMs };
}

function printKinds(title: string, trials: readonly Trial[], counts: (trial: Trial) => boolean): void {
  console.log(`\n${title}, by kind (of which right), percent of them, slowest CPU ms\n`);
  const kinds = Map.groupBy(trials, ({ drawn }) => drawn.kind);
  for (const [kind, members] of [...kinds].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const counted = members.filter(counts);
    const right = counted.filter(({ isRight }) => isRight).length;
    const slowest = Math.max(...members.map(({ cpuMs }) => cpuMs));
    const cells = [
      kind.padEnd(22),
      `${counted.length}`.padStart(4),
      `(${right})`.padStart(6),
      `of ${members.length}`.padStart(7),
      `${toPercent(counted.length, members.length).toFixed(1)} %`.padStart(8),
      slowest.toFixed(0).padStart(6),
    ];
    console.log(`  ${cells.join(" ")}`);
  }
}

function toRow({ drawn, claim, isRight, timeMs, cpuMs }: Trial): Readonly<Record<string, unknown>> {
  return {
    kind: drawn.kind,
    label: drawn.label,
    firstIndex: drawn.firstIndex,
    terms: drawn.shown.map(formatRational).join(" "),
    claim: claim?.text ?? null,
    evidenceBits: claim === undefined ? null : round(claim.evidenceBits),
    surplusTerms: claim?.surplusTerms ?? null,
    isRight,
    timeMs: round(timeMs),
    cpuMs: round(cpuMs),
  };
}

function toPercent(part: number, whole: number): number {
  return round((100 * part) / whole);
}

function toQuantiles(sorted: readonly number[]): Readonly<Record<string, number>> {
  return { median: at(sorted, 0.5), p95: at(sorted, 0.95), p99: at(sorted, 0.99), most: at(sorted, 1) };
}

function at(sorted: readonly number[], share: number): number {
  return round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
}

function round(value: number): number {
  return Number(value.toFixed(1));
}
