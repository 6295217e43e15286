/**
 * The content of one input by the names of its specification: whole numbers (reals times 10^decimals), words, lists
 * (arrays, lines of a grid, rows, edges with `u` and `v`, cases), and scopes. A query has its tag under `kind`.
 */
export type InputItem = bigint | string | readonly InputItem[] | InputScope;

export interface InputScope {
  readonly [name: string]: InputItem;
}

export function isList(item: InputItem | undefined): item is readonly InputItem[] {
  return Array.isArray(item);
}

export function isScope(item: InputItem | undefined): item is InputScope {
  return typeof item === "object" && !Array.isArray(item);
}

/** The scopes of a list of rows, edges or cases; anything else in it is dropped. */
export function toScopes(item: InputItem | undefined): readonly InputScope[] {
  return isList(item) ? item.filter(isScope) : [];
}

/** The whole numbers of a list; anything else in it is dropped. */
export function toNumbers(item: InputItem | undefined): readonly bigint[] {
  return isList(item) ? item.filter((entry) => typeof entry === "bigint") : [];
}

export function toTexts(item: InputItem | undefined): readonly string[] {
  return isList(item) ? item.filter((entry) => typeof entry === "string") : [];
}
