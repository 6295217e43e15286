/** Text from UTF-8 bytes exactly as they are, or where the first byte that is not UTF-8 stands. */
export function parseUtf8(
  bytes: Uint8Array,
): { readonly kind: "text"; readonly text: string } | { readonly kind: "not-utf8"; readonly offset: number } {
  try {
    return { kind: "text", text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { kind: "not-utf8", offset: findInvalidOffset(bytes) };
  }
}

/** Text without a byte-order mark and with LF line ends. */
export function normalizeText(text: string): string {
  return text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
}

/** Where the longest valid prefix ends, by bisection: a prefix is valid up to a character that is still open. */
function findInvalidOffset(bytes: Uint8Array): number {
  let [valid, invalid] = [0, bytes.length];
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (isUtf8Prefix(bytes.subarray(0, middle))) valid = middle;
    else invalid = middle;
  }
  return valid;
}

function isUtf8Prefix(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
