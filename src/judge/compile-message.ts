const maxBytes = 2048;

/**
 * A compiler's complaint in a form that does not depend on the machine: `line:column: error: …`, one a line, without
 * paths, notes or the compiler's own bookkeeping; at most 2 KiB.
 */
export function normaliseCompileMessage(stderr: Uint8Array): string {
  const lines = Buffer.from(stderr).toString("utf8").split("\n").map(toPlainLine);
  const errors = lines.filter((line) =>
    /(?:^|: )(?:fatal )?error: |undefined reference|multiple definition/.test(line),
  );
  const chosen = (errors.length > 0 ? errors : lines).filter((line) => line !== "" && !isBookkeeping(line));
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

function toPlainLine(line: string): string {
  return line
    .replaceAll(/(?:\/[\w.+@-]+)+\/([\w.+@-]+)/g, "$1")
    .replace(/^main\.(?:cpp|c|py):(?=\d)/, "")
    .replace(/^(?:[\w-]*ld(?:\.\w+)?|mold): (?:error: )?/, "link: error: ")
    .replace(/^\w+\.o:.*?: /, "link: error: ")
    .replace(/^[\w.+-]+:\(\.text[^)]*\): /, "link: error: ")
    .replaceAll(/\/[\w.+-]{6,}\.o\b/g, "program")
    .replaceAll(/\b(?:cc|tmp)[A-Za-z0-9]{6}\.o:?/g, "")
    .trimEnd();
}

function isBookkeeping(line: string): boolean {
  return /^collect2: |^link: error: ld returned|^compilation terminated|In function|^In file included|^\s+from /.test(
    line,
  );
}
