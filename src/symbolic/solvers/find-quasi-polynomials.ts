import type { Expression } from "../expression.ts";
import type { Series } from "../series.ts";
import { interpolate } from "./find-polynomials.ts";

const maxPeriod = 6;

/** A polynomial for each remainder of the index, where every one has a term more than its degree needs. */
export function findQuasiPolynomials({ start, terms }: Series): readonly Expression[] {
  const found: Expression[] = [];
  for (let period = 2; period <= maxPeriod && terms.length >= 3 * period; period += 1) {
    const parts: Expression[] = [];
    for (let place = 0; place < period; place += 1) {
      const part = interpolate({ start: 0, terms: terms.filter((_, i) => i % period === place) });
      if (part === undefined) break;
      parts.push(part);
    }
    if (parts.length === period) found.push({ kind: "interleaving", start, parts });
  }
  return found;
}
