/** What a checker gave besides its word. */
export interface GivenScore {
  /** In points of the test, where it gave such. */
  readonly givenPoints?: number | undefined;
  readonly unboundedScore?: number | undefined;
}

/** What a checker says of one output. */
export type CheckOutcome =
  | ({ readonly kind: "output-accepted"; readonly message: string } & GivenScore)
  /** Less than full; `score` in (0, 1), or 0 where the checker accepts beside it (Kattis). */
  | ({ readonly kind: "output-partial"; readonly score: number; readonly message: string } & GivenScore)
  | {
      readonly kind: "output-rejected";
      readonly verdict: "wrong-answer" | "presentation-error";
      readonly message: string;
    }
  /** The checker or the answer is at fault: says nothing about the output. */
  | { readonly kind: "check-failed"; readonly message: string };

export const accepted: CheckOutcome = { kind: "output-accepted", message: "" };

export function createWrongAnswer(message: string): CheckOutcome {
  return { kind: "output-rejected", verdict: "wrong-answer", message };
}

export function createPresentationError(message: string): CheckOutcome {
  return { kind: "output-rejected", verdict: "presentation-error", message };
}

export function createCheckFailure(message: string): CheckOutcome {
  return { kind: "check-failed", message };
}
