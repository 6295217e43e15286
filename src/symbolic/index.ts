export type { FormulaLanguage, FoundFormula, SequencePrefix } from "./contract.ts";
export type { Expression } from "./expression.ts";
export { findFormulas } from "./find-formulas.ts";
export { formatRational, toRational, type Rational } from "./numbers/rational.ts";
export { checkHint, type HintCheck } from "./sources/check-hint.ts";
export type { SequenceHint, SequenceSource } from "./sources/contract.ts";
export { createOeisSource, type OeisOptions } from "./sources/create-oeis-source.ts";
export { createOfflineSource } from "./sources/create-offline-source.ts";
export {
  createWolframSource,
  type WolframOptions,
  type WolframPod,
  type WolframSource,
} from "./sources/create-wolfram-source.ts";
export type { FetchLimits } from "./sources/fetch-json.ts";
