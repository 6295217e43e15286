import pc from "picocolors";
import type { Verdict } from "../../problem/index.ts";

type Paint = (text: string) => string;

/** The colours in use; all of them do nothing when colour is off. */
export interface Palette {
  readonly good: Paint;
  readonly bad: Paint;
  readonly slow: Paint;
  readonly quiet: Paint;
  readonly strong: Paint;
  readonly accent: Paint;
}

export function createPalette(hasColor: boolean): Palette {
  const colors = pc.createColors(hasColor);
  return {
    good: colors.green,
    bad: colors.red,
    slow: colors.yellow,
    quiet: colors.dim,
    strong: colors.bold,
    accent: colors.cyan,
  };
}

/** The colour of a verdict. */
export function toVerdictPaint(palette: Palette, verdict: Verdict): Paint {
  switch (verdict) {
    case "accepted":
      return palette.good;
    case "wrong-answer":
    case "presentation-error":
    case "runtime-error":
    case "compile-error":
      return palette.bad;
    case "partial":
    case "time-limit-exceeded":
    case "memory-limit-exceeded":
    case "output-limit-exceeded":
    case "idleness-limit-exceeded":
      return palette.slow;
    case "judge-failed":
    case "skipped":
      return palette.quiet;
  }
}
