import { findFormulas } from "../find-formulas.ts";
import { listMeanings } from "../print/print-text.ts";
import type { SequenceSource } from "./contract.ts";

/** The finder as a source: needs no network and never fails for want of one. */
export function createOfflineSource(): SequenceSource {
  return {
    name: "finder",
    lookUp: (prefix, options) => {
      options?.signal?.throwIfAborted();
      return Promise.resolve(
        findFormulas(prefix).map((formula) => ({
          source: "finder",
          title: formula.text,
          notes: listMeanings(formula.expression),
          term: formula.term,
          formula,
        })),
      );
    },
  };
}
