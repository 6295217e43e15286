import { AppError } from "../std/index.ts";
import { compileExpression } from "./compile-expression.ts";
import type { FoundFormula, SequencePrefix } from "./contract.ts";
import { countDataBits } from "./evidence/count-data-bits.ts";
import { countFreeParameters } from "./evidence/count-free-parameters.ts";
import { isExceptionShorter } from "./explain-with-exception.ts";
import { printProgram } from "./print/print-program.ts";
import { printText } from "./print/print-text.ts";
import { toRational } from "./numbers/rational.ts";
import { search, solvePlainly, type Candidate } from "./search.ts";
import { toSeries, type Series } from "./series.ts";

/** A formula is claimed only if it saves this many bits: of patternless terms one in 2⁶ does at most. */
const minEvidenceBits = 6;

/** … and if it has this many terms more than free numbers. */
const minSurplusTerms = 2;

/** With so much evidence for a simple formula, no longer one is looked for. */
const enoughEvidenceBits = 10;

/** Terms that a search looks at; a formula must give the others too. */
const maxTerms = 40;

/** Fewer terms say too little for any claim: 1, 2, 4, 8, 16 goes on with 31 as well as with 32. */
const minTerms = 6;

/**
 * Formulas that give every term and have evidence, by falling evidence; none where nothing short enough was found. Works
 * offline and exactly: interpolation, recurrences (Berlekamp and Massey, P-recursive), periods, digits and divisors,
 * sequences known by a formula, and sums, products, running sums and interleavings of these.
 *
 * @param prefix 12 terms or more give evidence for anything but the simplest; fewer than 6 for nothing
 * @throws SEQUENCE_INVALID for no terms or a first index that is not an integer
 * @paper GrandCode 3.4, docs/paper-map.md#sequence-finder
 */
export function findFormulas(prefix: SequencePrefix): readonly FoundFormula[] {
  const all = toCheckedSeries(prefix);
  if (all.terms.length < minTerms) return [];
  const series = all.terms.length > maxTerms ? toSeries(all.start, all.terms.slice(0, maxTerms)) : all;
  const dataBits = countDataBits(series.terms);
  const claims = search(series, { mostBits: dataBits - minEvidenceBits, enoughBits: dataBits - enoughEvidenceBits })
    .map((candidate) => toFoundFormula(candidate, series, dataBits))
    .filter(({ evidenceBits, surplusTerms }) => evidenceBits >= minEvidenceBits && surplusTerms >= minSurplusTerms)
    .filter(({ term }) =>
      all.terms.every(({ numerator, denominator }, i) => {
        const value = term(all.start + i);
        return value?.numerator === numerator && value.denominator === denominator;
      }),
    );
  const [best] = claims;
  return best === undefined || isExceptionShorter(series, best.expression, solvePlainly) ? [] : claims;
}

function toCheckedSeries({ firstIndex = 0, terms }: SequencePrefix): Series {
  if (!Number.isSafeInteger(firstIndex) || terms.length === 0) {
    throw new AppError({
      code: "SEQUENCE_INVALID",
      message: `expected terms from an integer index, got ${terms.length} from ${firstIndex}; compute more terms`,
    });
  }
  return toSeries(
    firstIndex,
    terms.map((term) => (typeof term === "bigint" ? toRational(term) : toRational(term.numerator, term.denominator))),
  );
}

function toFoundFormula({ expression, formulaBits }: Candidate, series: Series, dataBits: number): FoundFormula {
  const evaluate = compileExpression(expression);
  const fittedTerms = series.terms.length;
  const freeParameters = countFreeParameters(expression);
  return {
    kind: expression.kind,
    text: `a(n) = ${printText(expression)}`,
    fittedTerms,
    freeParameters,
    surplusTerms: fittedTerms - freeParameters,
    formulaBits,
    dataBits,
    evidenceBits: dataBits - formulaBits,
    expression,
    term: (index) => evaluate(BigInt(index)),
    toProgram: (language) => printProgram(expression, language),
  };
}
