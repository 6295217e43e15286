import type { Verdict } from "../../problem/index.ts";
import type { MatrixRow } from "./matrix.ts";

export interface ShownCandidate {
  readonly id: string;
  /** The first with the same program. */
  readonly sameAsId: string | undefined;
  /** Beside the id, e.g. `chosen`. */
  readonly note: string;
  readonly verdictByTest: Readonly<Record<string, Verdict>>;
}

/** More candidates than this are shown once for each program. */
const mostRows = 12;

/** A row for each candidate; where there are many, one for each program with how often it came. */
export function listCandidateRows(candidates: readonly ShownCandidate[]): readonly MatrixRow[] {
  const areFolded = candidates.length > mostRows;
  return candidates.flatMap(({ id, sameAsId, note, verdictByTest }) => {
    if (!areFolded) {
      const twin = candidates.find((other) => other.id === sameAsId);
      const shown = note === "" && sameAsId !== undefined ? `= ${sameAsId}` : note;
      return [{ id, note: shown, verdictByTest: twin?.verdictByTest ?? verdictByTest }];
    }
    if (sameAsId !== undefined) return [];
    const count = 1 + candidates.filter((other) => other.sameAsId === id).length;
    const parts = [count === 1 ? "" : `×${count}`, note].filter((part) => part !== "");
    return [{ id, note: parts.join(" "), verdictByTest }];
  });
}
