export type { FormulaLanguage, FoundFormula, SequencePrefix } from "./contract.ts";
export type { Expression } from "./expression.ts";
export { findFormulas } from "./find-formulas.ts";
export { formatRational, toRational, type Rational } from "./numbers/rational.ts";
