/**
 * The known name that another one was probably meant as: equal but for case, separators and a plural. On file systems
 * that tell case apart such a slip would drop whole folders without a word.
 */
export function findNearName(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return undefined;
  return known.find((other) => toKey(other) === toKey(name));
}

function toKey(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[-_ .]/g, "")
    .replace(/s$/, "");
}
