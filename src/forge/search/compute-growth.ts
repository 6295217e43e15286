/** How time grows with the size of the input: `exponent` 1 is linear in its bytes, 2 quadratic. */
export type Growth =
  | { readonly kind: "growth-estimated"; readonly exponent: number; readonly points: number }
  /** Too quick or too few runs to say. */
  | { readonly kind: "growth-unknown" };

const noticeableMs = 5;

/** The slope of log time over log bytes by least squares, of runs that took a noticeable time. */
export function computeGrowth(runs: readonly { readonly bytes: number; readonly cpuTimeMs: number }[]): Growth {
  const points = runs
    .filter(({ bytes, cpuTimeMs }) => bytes > 0 && cpuTimeMs >= noticeableMs)
    .map(({ bytes, cpuTimeMs }) => ({ x: Math.log(bytes), y: Math.log(cpuTimeMs) }));
  const n = points.length;
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / n;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / n;
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  if (n < 2 || spread < 0.05) return { kind: "growth-unknown" };
  const slope = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread;
  return { kind: "growth-estimated", exponent: Math.round(slope * 100) / 100, points: n };
}
