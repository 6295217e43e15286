/** What a checker says of one output. */
export type CheckOutcome =
  | { readonly kind: "output-accepted"; readonly message: string }
  /** Strictly between none and full; `score` in (0, 1). */
  | { readonly kind: "output-partial"; readonly score: number; readonly message: string }
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
