import type { Program } from "../../problem/index.ts";

/**
 * Names of a C or C++ program's further sources: those of its files that no other of them includes. Compiled and linked
 * with it, as packages with programs of several files mean it.
 */
export function findTranslationUnits({ language, source, resources = [] }: Program): readonly string[] {
  if (language !== "c" && !language.startsWith("cpp")) return [];
  const sources = resources.filter(({ fileName }) => /\.(?:c|cc|cpp|cxx|c\+\+)$/i.test(fileName));
  if (sources.length === 0) return [];
  const texts = [source, ...resources.map((resource) => resource.source)];
  const included = new Set(texts.flatMap(findIncluded));
  return sources.map(({ fileName }) => fileName).filter((name) => !included.has(name));
}

function findIncluded(text: string): readonly string[] {
  const names = text.matchAll(/^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]/gm);
  return [...names].map(([, path = ""]) => path.slice(path.lastIndexOf("/") + 1));
}
