import type { SequencePrefix } from "../contract.ts";
import { isEqual, toRational, type Rational } from "../numbers/rational.ts";

/** The terms of a prefix as exact fractions. */
export function toExactTerms({ terms }: SequencePrefix): readonly Rational[] {
  return terms.map((term) =>
    typeof term === "bigint" ? toRational(term) : toRational(term.numerator, term.denominator),
  );
}

/**
 * The terms that a source lists, by the asker's own index: the listed terms must hold those asked about as a run.
 * Undefined where they do not: then the source means another sequence.
 */
export function alignTerms(
  listed: readonly bigint[],
  prefix: SequencePrefix,
): ((index: number) => Rational | undefined) | undefined {
  const asked = toExactTerms(prefix);
  const values = listed.map((value) => toRational(value));
  for (let at = 0; at + asked.length <= values.length; at += 1) {
    if (!asked.every((term, i) => isEqual(term, values[at + i] ?? toRational(0)))) continue;
    const shift = at - (prefix.firstIndex ?? 0);
    return (index) => values[index + shift];
  }
  return undefined;
}

/** Text from outside on one line of bounded length, without control and formatting characters. */
export function toPlainLine(text: string, maxLength = 500): string {
  return text
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, maxLength);
}
