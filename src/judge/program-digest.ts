import type { Program } from "../problem/index.ts";
import { computeJsonDigest } from "../std/index.ts";
import { parseCppTokens } from "./cpp-tokens.ts";
import { addTestlib } from "./testlib-resources.ts";

/**
 * What a program is, however it is laid out: C and C++ by their tokens (comments and white space dropped, literals and
 * directives kept), everything else by its bytes. Resources count by their bytes, our own `testlib.h` where it is used
 * included.
 */
export function computeProgramDigest(program: Program): string {
  const known = digests.get(program);
  if (known !== undefined) return known;
  const digest = computeJsonDigest({
    language: program.language,
    source: computeSourceKey(program),
    resources: toSortedResources(program),
  });
  digests.set(program, digest);
  return digest;
}

/** One judgement asks several times, and reading a source into tokens takes as long as a short run of it. */
const digests = new WeakMap<Program, string>();

/** The digest of the program exactly as it is spelled. */
export function computeSourceDigest(program: Program): string {
  return computeJsonDigest({
    language: program.language,
    source: program.source,
    resources: toSortedResources(program),
  });
}

const tokenLanguages: ReadonlySet<string> = new Set(["c", "cpp17", "cpp20", "cpp23"]);

function computeSourceKey(program: Program): { readonly bytes: string } | { readonly tokens: readonly string[] } {
  if (!tokenLanguages.has(program.language)) return { bytes: program.source };
  const parsed = parseCppTokens(program.source);
  return parsed.kind === "tokens-read" ? { tokens: parsed.tokens } : { bytes: program.source };
}

function toSortedResources(program: Program): readonly (readonly [string, string])[] {
  return (addTestlib(program).resources ?? [])
    .map((resource): readonly [string, string] => [resource.fileName, resource.source])
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
