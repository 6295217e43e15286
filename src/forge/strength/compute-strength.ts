import type { Verdict } from "../../problem/index.ts";

/** What a program is counted as. */
export type StrengthRole = "accepted" | "wrong" | "mutant";

/** One row of the kill matrix. */
export interface StrengthRow {
  readonly name: string;
  readonly role: StrengthRole;
  /** For mutants: what was changed. */
  readonly description?: string | undefined;
  /** Verdicts by test id; tests that were not run are missing. */
  readonly verdicts: Readonly<Record<string, Verdict>>;
  /** Ids of the tests that it fails. */
  readonly killedBy: readonly string[];
  /** Of mutants: nothing that the forge made fails them either. */
  readonly isSetAside: boolean;
  /** Of mutants: no test fails them, and the forge could not try. */
  readonly isUnexamined: boolean;
}

export interface StrengthNumbers {
  /** Accepted solutions that pass every test, as a share; undefined without any. */
  readonly truePositiveRate: number | undefined;
  /** Wrong solutions that fail some test, as a share; mutants apart. */
  readonly trueNegativeRate: number | undefined;
  /** The same of mutants, those set aside not counted; unexamined ones count as alive. */
  readonly mutantKillRate: number | undefined;
  /** Of wrong solutions and mutants: killed by time alone. */
  readonly killedByTimeOnly: readonly string[];
  /** Tests that alone kill something, and what. */
  readonly soleKillers: readonly { readonly testId: string; readonly programs: readonly string[] }[];
  /** Tests without which the same programs die; samples are not named. */
  readonly removable: readonly string[];
}

export interface StrengthTest {
  readonly id: string;
  readonly isSample: boolean;
  readonly bytes: number;
}

/** What a suite's kill matrix says of it. */
export function computeStrength(rows: readonly StrengthRow[], tests: readonly StrengthTest[]): StrengthNumbers {
  const counted = rows.filter((row) => row.role !== "accepted" && !row.isSetAside);
  const killed = counted.filter(({ killedBy }) => killedBy.length > 0);
  const soleOf = (id: string): readonly string[] =>
    killed.filter(({ killedBy }) => killedBy.length === 1 && killedBy[0] === id).map(({ name }) => name);
  const cover = computeCover(killed, tests);
  return {
    truePositiveRate: toRate(rows, "accepted", ({ killedBy }) => killedBy.length === 0),
    trueNegativeRate: toRate(rows, "wrong", ({ killedBy }) => killedBy.length > 0),
    mutantKillRate: toRate(counted, "mutant", ({ killedBy }) => killedBy.length > 0),
    killedByTimeOnly: killed
      .filter(({ killedBy, verdicts }) => killedBy.every((id) => isTimeVerdict(verdicts[id])))
      .map(({ name }) => name),
    soleKillers: tests
      .map(({ id }) => ({ testId: id, programs: soleOf(id) }))
      .filter(({ programs }) => programs.length > 0),
    removable: tests.filter(({ id, isSample }) => !isSample && !cover.has(id)).map(({ id }) => id),
  };
}

function toRate(
  rows: readonly StrengthRow[],
  role: StrengthRole,
  isRight: (row: StrengthRow) => boolean,
): number | undefined {
  const own = rows.filter((row) => row.role === role);
  return own.length === 0 ? undefined : own.filter(isRight).length / own.length;
}

/** Few tests that kill whatever all kill: samples first, then greedily, smaller inputs where equally good. */
function computeCover(killed: readonly StrengthRow[], tests: readonly StrengthTest[]): ReadonlySet<string> {
  const samples = new Set(tests.filter(({ isSample }) => isSample).map(({ id }) => id));
  let left = killed.filter(({ killedBy }) => !killedBy.some((id) => samples.has(id)));
  const cover = new Set<string>();
  const sorted = tests.toSorted((a, b) => a.bytes - b.bytes);
  while (left.length > 0) {
    let best: string | undefined;
    let bestCount = 0;
    for (const { id } of sorted) {
      const count = left.filter(({ killedBy }) => killedBy.includes(id)).length;
      if (count > bestCount) [best, bestCount] = [id, count];
    }
    if (best === undefined) break;
    const chosen = best;
    cover.add(chosen);
    left = left.filter(({ killedBy }) => !killedBy.includes(chosen));
  }
  return cover;
}

export function isTimeVerdict(verdict: Verdict | undefined): boolean {
  return verdict === "time-limit-exceeded" || verdict === "idleness-limit-exceeded";
}
