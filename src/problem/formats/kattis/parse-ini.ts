/**
 * The keys of an ini text as DOMjudge reads it: `key = value`, quotes may span lines, `;` and `#` start comments. Undefined
 * where a line is none of that.
 */
export function parseIni(text: string): ReadonlyMap<string, string> | { readonly line: number } {
  const entries = new Map<string, string>();
  const lines = text.split("\n");
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]?.trim() ?? "";
    if (line === "" || line.startsWith(";") || line.startsWith("#") || /^\[[^\]]*\]$/.test(line)) continue;
    const equals = line.indexOf("=");
    const key = line.slice(0, Math.max(0, equals)).trim();
    if (!/^[A-Za-z0-9_-]+$/.test(key)) return { line: index + 1 };
    let value = line.slice(equals + 1).trim();
    const quote = value[0];
    if (quote === "'" || quote === '"') {
      const first = index;
      value = value.slice(1);
      while (!value.includes(quote)) {
        if (++index >= lines.length) return { line: first + 1 };
        value += `\n${lines[index] ?? ""}`;
      }
      value = value.slice(0, value.indexOf(quote));
    } else value = value.replace(/\s+;.*$/, "");
    entries.set(key, value);
  }
  return entries;
}
