/** Why a text is not an input of the specification. */
export interface InputViolation {
  /** From 1. */
  readonly line: number;
  /** Which token of its line, from 1; a missing one counts. */
  readonly token: number;
  /** Which variable, e.g. `cases[3].a[2]`; empty where it is about the layout. */
  readonly variable: string;
  readonly expected: string;
  readonly actual: string;
}

/** Carries a violation up to `parseInput`. */
export class ViolationFault extends Error {
  readonly violation: InputViolation;

  constructor(violation: InputViolation) {
    super(toViolationText(violation));
    this.violation = violation;
  }
}

/** One line: `line 2, token 3: x[3]: expected …, got …`. */
export function toViolationText(violation: InputViolation): string {
  const { line, token, variable, expected, actual } = violation;
  return `line ${line}, token ${token}: ${variable === "" ? "" : `${variable}: `}expected ${expected}, got ${actual}`;
}
