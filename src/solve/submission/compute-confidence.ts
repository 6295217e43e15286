/** What is known about the best program. */
export interface Evidence {
  /** Nothing speaks against it. */
  readonly isUnbroken: boolean;
  /** Made tests that it passed and whose answer the believed brute force gave. */
  readonly answeredCount: number;
  /** Samples that it passed. */
  readonly sampleCount: number;
  /** It ran on valid inputs of the largest size within its limits. */
  readonly wasRunAtLargestSize: boolean;
  /** Share of unbroken programs that agree with it where nobody knows the answer, itself included; in (0, 1]. */
  readonly agreeingShare: number;
  /** Programs of this run that were rejected where they were submitted. */
  readonly rejectedCount: number;
}

/** Factors of our choosing, to be calibrated on labelled problems; the papers give none. */
const factors = { notRunAtLargestSize: 0.7, rejected: 0.8 };

/**
 * How likely a program is right, in [0, 1]: by the rule of succession (t + 1)/(t + 2) on the t answers it was held
 * against, times the share of programs that agree, and less where the largest size was not run or where earlier
 * programs with as good evidence were rejected. An ordering of evidence rather than a measured probability.
 */
export function computeConfidence(evidence: Evidence): number {
  if (!evidence.isUnbroken) return 0;
  const known = evidence.answeredCount + evidence.sampleCount;
  if (known === 0) return 0;
  const size = evidence.wasRunAtLargestSize ? 1 : factors.notRunAtLargestSize;
  return ((known + 1) / (known + 2)) * evidence.agreeingShare * size * factors.rejected ** evidence.rejectedCount;
}
