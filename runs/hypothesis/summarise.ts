import { computePassAtK } from "../../src/rl/index.ts";
import { computePairedDifference } from "../../src/train/index.ts";
import { attemptCount, type Claim, type Row } from "./measure-subject.ts";

type Arm = "without" | "with";
type Estimate = readonly [value: number, low: number, high: number];

/** One group of subjects, in percent; intervals are 95 %, over subjects. */
export interface Summary {
  readonly subjects: number;
  readonly passAt1: Readonly<Record<Arm, number>> & { readonly gain: Estimate | null };
  readonly passAt5: Readonly<Record<Arm, number>> & { readonly gain: Estimate | null };
  /** Subjects whose pass@1 is 1 without claims: nothing is left to gain there. */
  readonly atCeiling: number;
  /** Attempts whose program was written from a claim, and how many of them are right with and without it. */
  readonly told: { readonly attempts: number; readonly rightWithout: number; readonly rightWith: number };
  readonly claims: ClaimCounts;
}

export interface ClaimCounts {
  readonly made: number;
  /** By the sequence finder, of those made. */
  readonly byFinder: number;
  /** No version stood. */
  readonly refuted: number;
  /** Of the refuted, those that never were a claim: no program, none that compiles, or it says nothing. */
  readonly neverHeldUp: number;
  /** A second version was made. */
  readonly revised: number;
  /** Stood after a revision, of those promoted. */
  readonly saved: number;
  readonly promoted: number;
  /** Of the promoted, those that a larger range refutes. */
  readonly falseBeyond: number;
}

function summarise(rows: readonly Row[]): Summary {
  const attempts = rows.flatMap((row) => row.attempts);
  const told = attempts.filter(({ isTold }) => isTold);
  return {
    subjects: rows.length,
    passAt1: toPair(rows, 1),
    passAt5: toPair(rows, attemptCount),
    atCeiling: rows.filter((row) => computePass(row, "without", 1) === 1).length,
    told: {
      attempts: told.length,
      rightWithout: told.filter(({ isRight }) => isRight.without).length,
      rightWith: told.filter(({ isRight }) => isRight.with).length,
    },
    claims: countClaims(attempts.flatMap(({ claims }) => claims)),
  };
}

function toPair(rows: readonly Row[], k: number): Summary["passAt1"] {
  const mean = (arm: Arm): number =>
    toPercent(rows.reduce((sum, row) => sum + computePass(row, arm, k), 0) / Math.max(1, rows.length));
  return { without: mean("without"), with: mean("with"), gain: toGain(rows, k) };
}

/** Resampling cannot tell how rare a difference is that was never seen: the rule of three can. */
function toGain(rows: readonly Row[], k: number): Estimate | null {
  if (rows.length < 2) return null;
  const differences = rows.map((row) => computePass(row, "with", k) - computePass(row, "without", k));
  if (differences.every((difference) => difference === 0)) {
    const most = toPercent(Math.min(1, 3 / rows.length));
    return [0, -most, most];
  }
  const { difference, bootstrap95 } = computePairedDifference(differences);
  return [toPercent(difference), toPercent(bootstrap95[0]), toPercent(bootstrap95[1])];
}

function computePass({ attempts }: Row, arm: Arm, k: number): number {
  const correctCount = attempts.filter(({ isRight }) => isRight[arm]).length;
  return computePassAtK({ sampleCount: attempts.length, correctCount, k });
}

function countClaims(claims: readonly Claim[]): ClaimCounts {
  const count = (is: (claim: Claim) => boolean): number => claims.filter(is).length;
  return {
    made: claims.length,
    byFinder: count(({ origin }) => origin === "sequence-finder"),
    refuted: count(({ status }) => status === "refuted"),
    neverHeldUp: count(({ status, versions }) => status === "refuted" && !versions.includes("refuted")),
    revised: count(({ versions }) => versions.length > 1),
    saved: count(({ status, versions }) => status === "promoted" && versions.length > 1),
    promoted: count(({ status }) => status === "promoted"),
    falseBeyond: count(({ beyond }) => beyond === "refuted"),
  };
}

function toPercent(share: number): number {
  return Math.round(1000 * share) / 10;
}

const head = [
  "group",
  "n",
  "@1 without",
  "@1 with",
  "gain (95 %)",
  "@5 without",
  "@5 with",
  "ceiling",
  "claims",
  "refuted",
  "revised",
  "saved",
  "promoted",
  "false beyond",
];

/** A table of groups in percent, the whole last. */
export function printTable(title: string, rows: readonly Row[]): Summary {
  const groups = [...Map.groupBy(rows, ({ group }) => group)];
  const whole = summarise(rows);
  const shown = groups.length > 1 ? groups.map(([name, some]) => [name, summarise(some)] as const) : [];
  const lines = [...shown, ["all", whole] as const].map(([name, { passAt1, passAt5, claims, subjects, atCeiling }]) => [
    name,
    subjects,
    passAt1.without,
    passAt1.with,
    passAt1.gain === null ? "-" : `${passAt1.gain[0]} (${passAt1.gain[1]} to ${passAt1.gain[2]})`,
    passAt5.without,
    passAt5.with,
    atCeiling,
    claims.made,
    claims.refuted,
    claims.revised,
    claims.saved,
    claims.promoted,
    claims.falseBeyond,
  ]);
  console.log(`\n${title}\n`);
  for (const line of [head, ...lines]) {
    console.log(
      line
        .map((cell, column) => String(cell).padEnd(column === 4 ? 22 : 13))
        .join("")
        .trimEnd(),
    );
  }
  const { told, claims } = whole;
  console.log(
    `\nOf ${told.attempts} attempts that were told a claim, ${told.rightWith} are right with it and ${told.rightWithout} without. ` +
      `${whole.atCeiling} of ${whole.subjects} problems are solved at every attempt without claims: nothing can be gained there. ` +
      `${claims.byFinder} claims come from the sequence finder; ${claims.neverHeldUp} could not be checked at all.`,
  );
  return whole;
}
