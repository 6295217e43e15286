import type { InputSpec } from "../../problem/index.ts";
import type { InputScope } from "../input-spec/input-value.ts";
import { refitInput } from "../input-spec/refit-input.ts";
import { renderInput } from "../input-spec/render-input.ts";
import { toCompiled } from "../input-spec/to-compiled.ts";
import { keepIndexes, listDimensions, type Dimension } from "./dimensions.ts";
import { countLeaves, listLeafDrafts, listValueDrafts } from "./leaves.ts";
import { listRemovals } from "./remove-some.ts";
import type { Candidate, Search } from "./search.ts";
import { listStructureDrafts } from "./structure-drafts.ts";

/** Shrinks an input by its specification; `search.best` has the result. */
export async function minimiseValue(search: Search, spec: InputSpec, start: InputScope): Promise<void> {
  const { scope, sizeNames } = toCompiled(spec);
  let value = start;
  const take = async (drafts: Iterable<InputScope>): Promise<boolean> => {
    const found = await search.take(toCandidates(spec, drafts));
    if (found !== undefined) value = found;
    return found !== undefined;
  };
  await take([start]);
  for (let before = ""; before !== search.best && !search.isSpent;) {
    before = search.best;
    search.isCut = false;
    search.pass = "sizes";
    for (let at = 0; at < listDimensions(scope, value, sizeNames).length && !search.isSpent; at++) {
      while (await take(listSizeDrafts(value, listDimensions(scope, value, sizeNames)[at]))) continue;
    }
    search.pass = "values";
    while (await take(listValueDrafts(value, sizeNames))) continue;
    for (let at = 0; at < countLeaves(value, sizeNames) && !search.isSpent; at++) {
      while (await take(listLeafDrafts(value, sizeNames, at))) continue;
    }
    search.pass = "structure";
    while (await take(listStructureDrafts(scope, value))) continue;
  }
}

function* listSizeDrafts(value: InputScope, dimension: Dimension | undefined): Generator<InputScope, void> {
  if (dimension === undefined) return;
  for (const kept of listRemovals(dimension.size, dimension.least)) {
    yield* keepIndexes(value, dimension, kept);
  }
}

/** Drafts made valid, with their texts; undefined for those that cannot be made valid. */
function* toCandidates(
  spec: InputSpec,
  drafts: Iterable<InputScope>,
): Generator<Candidate<InputScope> | undefined, void> {
  for (const draft of drafts) {
    const fitted = refitInput(spec, draft);
    if (fitted !== undefined) yield { text: renderInput(spec, fitted), item: fitted };
    else yield undefined;
  }
}
