import type { StatementBound } from "./statement-bounds.ts";

/** An input that is not valid, and how much it tells when it is accepted. */
export interface BrokenInput {
  readonly name: string;
  /** In words that follow `an input`. */
  readonly what: string;
  /** `broken`: no validator may accept it; `lenient`: white space that some readers stumble over; `guess`: perhaps valid. */
  readonly kind: "broken" | "lenient" | "guess";
  readonly text: string;
}

/** Inputs made invalid in one way each, from a valid one; ways that change nothing are left out. */
export function breakInput(
  text: string,
  bounds: { readonly names: readonly string[]; readonly list: readonly StatementBound[] },
): readonly BrokenInput[] {
  const tokens = text.trim() === "" ? [] : text.trim().split(/\s+/);
  const firstLine = text.split("\n")[0] ?? "";
  const replaceFirst = (to: string): string => text.replace(/\S+/, () => to);
  const replaceLast = (to: string): string => text.replace(/\S+(?=\s*$)/, () => to);
  const all: readonly BrokenInput[] = [
    { name: "empty", what: "that is empty", kind: "broken", text: "" },
    { name: "last-token-gone", what: "without its last token", kind: "broken", text: text.replace(/\s*\S+\s*$/, "\n") },
    { name: "half", what: "cut in the middle", kind: "broken", text: text.slice(0, Math.floor(text.length / 2)) },
    { name: "extra-token", what: "with a token too many at the end", kind: "broken", text: `${text.trimEnd()}\n7\n` },
    { name: "extra-word", what: "with a word at the end", kind: "broken", text: `${text.trimEnd()}\n#end\n` },
    { name: "binary", what: "of random bytes", kind: "broken", text: "\u0001\u00FF\u0080\u0000\u001B[2J\n" },
    ...(isNumber(tokens[0])
      ? ([
          { name: "word-for-number", what: "whose first number is a word", kind: "broken", text: replaceFirst("x") },
          { name: "huge-number", what: "whose first number has 47 digits", kind: "broken", text: replaceFirst(huge) },
          {
            name: "huge-negative",
            what: "whose first number is negative and has 47 digits",
            kind: "broken",
            text: replaceFirst(`-${huge}`),
          },
          {
            name: "leading-zero",
            what: "whose first number has a leading zero",
            kind: "lenient",
            text: replaceFirst(`0${tokens[0]}`),
          },
        ] as const)
      : []),
    ...(isNumber(tokens.at(-1))
      ? ([
          { name: "huge-last", what: "whose last number has 47 digits", kind: "broken", text: replaceLast(huge) },
        ] as const)
      : []),
    { name: "no-final-eoln", what: "without the last line end", kind: "lenient", text: text.replace(/\r?\n$/, "") },
    { name: "crlf", what: "with CRLF line ends", kind: "lenient", text: text.replaceAll(/(?<!\r)\n/g, "\r\n") },
    {
      name: "trailing-space",
      what: "with a space at the end of its first line",
      kind: "lenient",
      text: text.replace("\n", " \n"),
    },
    { name: "blank-line", what: "with an empty line at the end", kind: "lenient", text: `${text}\n` },
    { name: "leading-space", what: "that starts with a space", kind: "lenient", text: ` ${text}` },
    ...breakBounds(text, firstLine, bounds),
  ];
  return all.filter((item) => item.text !== text);
}

const huge = `1${"0".repeat(45)}1`;

/** The variables of the first line just beyond what the statement says of them. */
function breakBounds(
  text: string,
  firstLine: string,
  { names, list }: { readonly names: readonly string[]; readonly list: readonly StatementBound[] },
): readonly BrokenInput[] {
  const tokens = firstLine.trim().split(/\s+/);
  if (names.length === 0 || tokens.length !== names.length) return [];
  return names.flatMap((name, index) => {
    const own = list.filter((bound) => bound.name === name);
    const [bound] = own;
    if (own.length !== 1 || bound === undefined || !/^-?\d+$/.test(tokens[index] ?? "")) return [];
    return [bound.low - 1n, bound.high + 1n].map((value): BrokenInput => {
      const line = tokens.with(index, String(value)).join(" ");
      const what = `with ${name} = ${value}, where the statement says ${bound.low} to ${bound.high} (by a simple reading of it)`;
      return { name: `bound-${name}`, what, kind: "guess", text: line + text.slice(firstLine.length) };
    });
  });
}

function isNumber(token: string | undefined): boolean {
  return /^-?\d+$/.test(token ?? "");
}
