const maxBytes = 2048;

/**
 * A compiler's complaint in a form that does not depend on the machine: `line:column: error: …`, one a line, without
 * paths, notes or the compiler's own bookkeeping; at most 2 KiB.
 */
export function normaliseCompileMessage(stderr: Uint8Array): string {
  const lines = Buffer.from(stderr).toString("utf8").split("\n");
  const errors = lines.map(toErrorLine).filter((line) => line !== undefined);
  const chosen = errors.length > 0 ? errors : lines.map(withoutPaths).filter((line) => line.trim() !== "");
  const text = [...new Set(chosen)].join("\n");
  return toCapped(text === "" ? "the compiler gave no reason" : text, maxBytes);
}

/** Text cut to so many bytes of UTF-8, never inside a character. */
export function toCapped(text: string, limitBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= limitBytes) return text;
  let end = limitBytes;
  while (end > 0 && ((bytes[end] as number) & 0xc0) === 0x80) end--;
  return bytes.toString("utf8", 0, end);
}

/** A line's error in plain form; undefined for a line without one. */
function toErrorLine(line: string): string | undefined {
  const linked = /((?:undefined reference|multiple definition).*? [`'][^']*')/.exec(line)?.[1];
  if (linked !== undefined && !line.includes(": error: ")) return `link: error: ${linked.replaceAll("`", "'")}`;
  if (linked !== undefined && /\bld(?:\.\w+)?: error: /.test(line))
    return `link: error: ${linked.replaceAll("`", "'")}`;
  const placed = /^(?:.*\/)?([^/:]+):(\d+(?::\d+)?): (?:fatal )?error: (.*)$/.exec(line);
  if (placed !== null) {
    const [, file, place, message] = placed;
    const isMain = file === "main.cpp" || file === "main.c" || file === "main.py";
    return `${isMain ? "" : `${file}:`}${place}: error: ${withoutPaths(message ?? "")}`;
  }
  const bare = /^(?:(?:[\w+./-]+: )?(?:fatal )?error: |\d+:\d+: error: )(.*)$/.exec(line);
  if (bare === null || bare[1]?.startsWith("ld returned") === true) return undefined;
  return /^\d/.test(line) ? line : `error: ${withoutPaths(bare[1] ?? "")}`;
}

function withoutPaths(text: string): string {
  return text.replaceAll(/(?:\/[\w.+@-]+)+\/([\w.+@-]+)/g, "$1").trimEnd();
}
