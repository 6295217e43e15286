import type { Program } from "../../program.ts";

const includePattern = /^([ \t]*#[ \t]*include[ \t]*)"([^"\n\r]{1,999})"/gm;

/** The targets of a C or C++ text's quoted includes, in order. */
export function findIncludes(source: string): readonly string[] {
  return [...source.matchAll(includePattern)].map((match) => match[2] ?? "");
}

/** The same text with the targets of quoted includes replaced. */
export function replaceIncludes(source: string, replace: (target: string) => string): string {
  return source.replace(includePattern, (_, head: string, target: string) => `${head}"${replace(target)}"`);
}

/** The resources that a program reaches by its includes, in the order in which a reader finds them. */
export function findReachable(program: Program): readonly string[] {
  if (!program.language.startsWith("c")) return [];
  const sources = new Map(program.resources?.map((resource) => [resource.fileName, resource.source]));
  const found: string[] = [];
  const visit = (source: string): void => {
    for (const target of findIncludes(source)) {
      const next = sources.get(target);
      if (next === undefined || found.includes(target)) continue;
      found.push(target);
      visit(next);
    }
  };
  visit(program.source);
  return found;
}
