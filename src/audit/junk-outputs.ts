import { Rng } from "../std/index.ts";

/** An output that a checker is asked about. */
export interface ProbeOutput {
  readonly name: string;
  /** In words that follow `an output`. */
  readonly what: string;
  /**
   * `same`: the right output spelled otherwise; `junk`: right for no problem; `doubtful`: a right output damaged, which
   * some problems allow; `crash-only`: may be right, and must not break the checker.
   */
  readonly kind: "same" | "junk" | "doubtful" | "crash-only";
  readonly bytes: Uint8Array;
}

const longBytes = 10_000_000;

/** Outputs that a right output is turned into, and outputs that are right nowhere. Texts are Latin-1. */
export function createProbes(right: string): readonly ProbeOutput[] {
  const replaceAll = (to: (token: string) => string): string => right.replaceAll(/\S+/g, to);
  const replaceFirst = (to: string): string => right.replace(/\S+/, () => to);
  const numbers = /(?<!\S)-?\d+(?:\.\d+)?(?!\S)/g;
  const texts: readonly (readonly [ProbeOutput["kind"], string, string, string])[] = [
    ["same", "trailing-spaces", "with spaces at the ends of lines", right.replaceAll(/\n/g, "  \n")],
    ["same", "no-final-eoln", "without the last line end", right.replace(/\r?\n$/, "")],
    ["same", "crlf", "with CRLF line ends", right.replaceAll(/(?<!\r)\n/g, "\r\n")],
    ["same", "blank-lines", "with empty lines at the end", `${right}\n\n`],
    ["junk", "empty", "that is empty", ""],
    ["junk", "blank", "of nothing but white space", " \n\t\n"],
    ["junk", "words", "of words", "the quick brown fox\njumps over\n"],
    ["junk", "claims-ratio", "that claims a score", "Ratio: 1.0 RatioUnbounded: 1.0\npoints 1.0\nok\n"],
    ["junk", "nan", "whose numbers are nan", right.replaceAll(numbers, "nan")],
    ["junk", "inf", "whose numbers are inf", right.replaceAll(numbers, "inf")],
    ["junk", "overflow", "whose numbers are 1e400", right.replaceAll(numbers, "1e400")],
    ["junk", "digits", "whose numbers have a thousand digits", right.replaceAll(numbers, "9".repeat(1000))],
    ["junk", "first-nan", "whose first token is nan", replaceFirst("nan")],
    ["junk", "first-huge", "whose first token is far out of range", replaceFirst("1000000000000000000000001")],
    [
      "doubtful",
      "first-negative",
      "whose first number is negative",
      right.replace(/(?<!\S)\d+(?!\S)/, (n) => `-${n}1`),
    ],
    [
      "doubtful",
      "all-out-of-range",
      "whose numbers are 999999999999999999",
      right.replaceAll(numbers, "999999999999999999"),
    ],
    ["doubtful", "last-token-gone", "without its last token", right.replace(/\s*\S+\s*$/, "\n")],
    ["doubtful", "half", "cut in the middle", right.slice(0, Math.floor(right.length / 2))],
    ["doubtful", "extra-token", "with a token too many", `${right.trimEnd()}\n1\n`],
    ["doubtful", "twice", "that comes twice", `${right.trimEnd()}\n${right}`],
    ["crash-only", "minus-zero", "whose numbers are -0", right.replaceAll(numbers, "-0")],
    ["crash-only", "other-case", "in the other case", replaceAll(swapCase)],
  ];
  const known = new Set<string>([right]);
  const probes = texts.flatMap(([kind, name, what, text]): ProbeOutput[] => {
    if (known.has(text) || (kind !== "same" && toTokens(text) === toTokens(right))) return [];
    known.add(text);
    return [{ kind, name, what, bytes: new Uint8Array(Buffer.from(text, "latin1")) }];
  });
  return probes;
}

/** Outputs that are the same for every test, and large. */
export function createLongProbes(): readonly ProbeOutput[] {
  const rng = new Rng("audit-binary");
  const binary = Uint8Array.from({ length: 4096 }, () => rng.nextInt(0, 255));
  const token = new Uint8Array(longBytes).fill(0x61);
  const digits = new Uint8Array(longBytes).fill(0x39);
  const many = new Uint8Array(Buffer.alloc(longBytes, "1 "));
  return [
    { kind: "junk", name: "binary", what: "of random bytes", bytes: binary },
    { kind: "junk", name: "long-token", what: "of one word of 10 MB", bytes: token },
    { kind: "junk", name: "long-number", what: "of one number of 10 MB", bytes: digits },
    { kind: "junk", name: "many-tokens", what: "of five million numbers", bytes: many },
  ];
}

function swapCase(text: string): string {
  return text.replaceAll(/[a-z]+|[A-Z]+/g, (part) => (part < "a" ? part.toLowerCase() : part.toUpperCase()));
}

function toTokens(text: string): string {
  return text.trim().split(/\s+/).join(" ").toLowerCase();
}
