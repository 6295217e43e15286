/** What an estimate of the level reads of a problem. */
export interface RatedProblem {
  /** The statement in its first language. */
  readonly markdown: string;
  readonly timeLimitMs: number;
}

/** Features by name; a word that is there is 1, one that is not is 0. */
export type LevelFeatures = Readonly<Record<string, number>>;

/** Words whose presence says something about what a problem needs. */
const topics: Readonly<Record<string, RegExp>> = {
  tree: /\btrees?\b/,
  graph: /\b(graphs?|edges?|vertices|roads?)\b/,
  path: /\b(paths?|distances?)\b/,
  permutation: /\bpermutations?\b/,
  string: /\b(strings?|substrings?|letters?|palindromes?)\b/,
  grid: /\b(grid|matrix|cells?|board)\b/,
  queries: /\bquer(y|ies)\b/,
  probability: /\b(probability|expected|random)\b/,
  modulo: /\b(modulo|998 ?244 ?353|1 ?000 ?000 ?007)\b|10\^9 ?\+ ?7/,
  game: /\b(games?|optimally|wins?|alice|bob)\b/,
  bitwise: /\b(xor|bitwise|bits?|binary)\b/,
  segment: /\b(subarrays?|segments?|subsequences?|intervals?)\b/,
  geometry: /\b(points?|plane|polygon|circles?|coordinates?|convex)\b/,
  numberTheory: /\b(primes?|divisors?|divisible|gcd|lcm)\b/,
  interactive: /\b(interactive|interactor|flush)\b/,
  optimum: /\b(minimum|minimal|maximum|maximal|minimize|maximize|largest|smallest)\b/,
  counting: /\b(number of ways|how many|count|number of)\b/,
  decision: /\b(yes|no|possible|whether)\b/,
  operations: /\b(operations?|moves?|steps?)\b/,
  cases: /\btest cases?\b/,
};

/**
 * What a problem's words, bounds and limits show without solving it: sizes on logarithmic scales, and topics. The same
 * text gives the same features.
 */
export function listFeatures({ markdown, timeLimitMs }: RatedProblem): LevelFeatures {
  const text = toPlainText(markdown);
  const bounds = listBounds(text);
  const words = text.match(/[a-z]{2,}/g) ?? [];
  const features: Record<string, number> = {
    largestBound: Math.min(20, Math.max(0, ...bounds)),
    smallestBound: Math.min(20, bounds.length === 0 ? 0 : Math.min(...bounds)),
    boundCount: Math.log10(1 + bounds.length),
    wordCount: Math.log10(1 + words.length),
    timeLimit: Math.log10(Math.max(0.1, timeLimitMs / 1000)),
  };
  for (const [name, pattern] of Object.entries(topics)) features[name] = pattern.test(text) ? 1 : 0;
  return features;
}

/** Lower case, without tags, code blocks and most of TeX. */
function toPlainText(markdown: string): string {
  return markdown
    .replaceAll(/^```[^\n]*\n.*?^```/gms, " ")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&(nbsp|thinsp|ensp);|\\[,;: ]|~/g, " ")
    .replaceAll(/\\(cdot|times)|×|·/g, "*")
    .replaceAll(/\\leq?(?![a-z])|&le;|≤|⩽/g, "<=")
    .replaceAll(/[{}$_]/g, "")
    .toLowerCase();
}

/** Decimal logarithms of what numbers are bounded by: `n <= 2*10^5`, `1 <= n, m <= 1000`. */
function listBounds(text: string): readonly number[] {
  return [...text.matchAll(/(?:<=?|at most|up to|exceed) *((?:\d[\d ,]*\*)? *10 *\^ *\d+|\d[\d ,]*)/g)].flatMap(
    (match) => {
      const value = toLogarithm(match[1] ?? "");
      return value === undefined || value <= 0 ? [] : [value];
    },
  );
}

function toLogarithm(text: string): number | undefined {
  const compact = text.replaceAll(/[ ,]/g, "");
  const power = /^(?:(\d+)\*)?10\^(\d+)$/.exec(compact);
  if (power !== null) return Math.log10(Number(power[1] ?? "1")) + Number(power[2]);
  const value = Number(compact);
  return Number.isFinite(value) && value > 0 ? Math.log10(value) : undefined;
}
