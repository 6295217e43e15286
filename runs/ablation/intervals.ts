/** The two-sided 95 % point of the normal distribution. */
const z = 1.959_964;

export type Interval = readonly [low: number, high: number];

/** Wilson's score interval for a share, without continuity correction: honest at 0 and 1 too. */
export function computeWilson(count: number, total: number): Interval {
  if (total === 0) return [0, 1];
  const share = count / total;
  const centre = share + z ** 2 / (2 * total);
  const margin = z * Math.sqrt((share * (1 - share)) / total + z ** 2 / (4 * total ** 2));
  const scale = 1 + z ** 2 / total;
  return [Math.max(0, (centre - margin) / scale), Math.min(1, (centre + margin) / scale)];
}

/** How often two ways agree and differ on the same problems. */
export interface PairedCounts {
  readonly both: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  readonly neither: number;
}

/**
 * Newcombe's interval (1998, method 10) for first − second of two shares on the same problems. It does not shrink to a
 * point where no problem differs.
 */
export function computePairedInterval({ both, onlyFirst, onlySecond, neither }: PairedCounts): Interval {
  const total = both + onlyFirst + onlySecond + neither;
  const first = { count: both + onlyFirst, share: (both + onlyFirst) / total };
  const second = { count: both + onlySecond, share: (both + onlySecond) / total };
  const [low1, high1] = computeWilson(first.count, total);
  const [low2, high2] = computeWilson(second.count, total);
  const phi = computePhi({ both, onlyFirst, onlySecond, neither });
  const span = (down: number, up: number): number => Math.sqrt(down ** 2 - 2 * phi * down * up + up ** 2);
  const difference = first.share - second.share;
  return [
    difference - span(first.share - low1, high2 - second.share),
    difference + span(second.share - low2, high1 - first.share),
  ];
}

/** The correlation of the two ways; a positive one with the continuity correction. */
function computePhi({ both, onlyFirst, onlySecond, neither }: PairedCounts): number {
  const total = both + onlyFirst + onlySecond + neither;
  const product = (both + onlyFirst) * (onlySecond + neither) * (both + onlySecond) * (onlyFirst + neither);
  if (product === 0) return 0;
  const excess = both * neither - onlyFirst * onlySecond;
  return (excess > 0 ? Math.max(0, excess - total / 2) : excess) / Math.sqrt(product);
}
