import { computeProgramDigest, locateCppTokens } from "../../judge/index.ts";
import type { Program } from "../../problem/index.ts";
import type { Rng } from "../../std/index.ts";
import { findEdits, type Edit, type MutantKind } from "./find-edits.ts";

/** An accepted program with one small fault. */
export interface Mutant {
  /** E.g. `mutant/07 comparison`. */
  readonly name: string;
  readonly program: Program;
  readonly kind: MutantKind;
  /** Where in the original, from 1. */
  readonly line: number;
  /** E.g. `line 12: < became <=`. */
  readonly description: string;
}

/**
 * Up to `count` mutants of a C++ program, all kinds alike often; equal seeds give equal mutants. None for other
 * languages, and for sources whose tokens do not stand for them.
 */
export function createMutants(
  program: Program,
  options: { readonly count: number; readonly rng: Rng },
): readonly Mutant[] {
  if (!program.language.startsWith("cpp") && program.language !== "c") return [];
  const located = locateCppTokens(program.source);
  if (located.kind !== "tokens-located") return [];
  const { text, tokens, starts } = located;
  const queues = new Map<MutantKind, Edit[]>();
  for (const edit of options.rng.shuffle(findEdits(tokens))) {
    queues.set(edit.kind, [...(queues.get(edit.kind) ?? []), edit]);
  }
  const seen = new Set([computeProgramDigest(program)]);
  const mutants: Mutant[] = [];
  for (let left = true; left && mutants.length < options.count;) {
    left = false;
    for (const queue of queues.values()) {
      const edit = queue.pop();
      if (edit === undefined || mutants.length >= options.count) continue;
      left = true;
      const mutant = toMutant({ program, text, tokens, starts, edit, number: mutants.length + 1 });
      const digest = computeProgramDigest(mutant.program);
      if (!seen.has(digest)) mutants.push(mutant);
      seen.add(digest);
    }
  }
  return mutants;
}

function toMutant(parts: {
  readonly program: Program;
  readonly text: string;
  readonly tokens: readonly string[];
  readonly starts: readonly number[];
  readonly edit: Edit;
  readonly number: number;
}): Mutant {
  const { program, text, tokens, starts, edit } = parts;
  const start = starts[edit.from] ?? 0;
  const last = edit.to - 1;
  const end = (starts[last] ?? 0) + (tokens[last]?.length ?? 0);
  const line = text.slice(0, start).split("\n").length;
  const before = text.slice(start, end).replaceAll(/\s+/g, " ");
  const after = edit.text === "" ? "nothing" : edit.text;
  return {
    name: `mutant/${String(parts.number).padStart(2, "0")} ${edit.kind}`,
    program: { ...program, source: `${text.slice(0, start)} ${edit.text} ${text.slice(end)}` },
    kind: edit.kind,
    line,
    description: `line ${line}: ${before} became ${after}`,
  };
}
