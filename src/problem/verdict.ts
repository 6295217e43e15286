/**
 * What the judge says of a program on a test or on a whole problem. A closed list.
 * `judge-failed` is a fault of the judge, checker or package, never a statement about the program.
 */
export const verdicts = [
  "accepted",
  /** A score strictly between none and full. */
  "partial",
  "wrong-answer",
  "presentation-error",
  "time-limit-exceeded",
  "memory-limit-exceeded",
  "output-limit-exceeded",
  /** Waited instead of computing: wall time ran out, CPU time did not. */
  "idleness-limit-exceeded",
  "runtime-error",
  "compile-error",
  "judge-failed",
  /** Not run, since an earlier test decided. */
  "skipped",
] as const;

export type Verdict = (typeof verdicts)[number];

/** The short forms that contestants know: AC, WA, TLE, … */
export const verdictLabels: Readonly<Record<Verdict, string>> = {
  accepted: "AC",
  partial: "PC",
  "wrong-answer": "WA",
  "presentation-error": "PE",
  "time-limit-exceeded": "TLE",
  "memory-limit-exceeded": "MLE",
  "output-limit-exceeded": "OLE",
  "idleness-limit-exceeded": "ILE",
  "runtime-error": "RE",
  "compile-error": "CE",
  "judge-failed": "JF",
  skipped: "--",
};
