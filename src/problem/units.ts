const timeUnits: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  sec: 1000,
  second: 1000,
  seconds: 1000,
  min: 60_000,
};

/** Contest usage: `MB` means MiB. */
const memoryUnits: Readonly<Record<string, number>> = { b: 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };

/**
 * A duration in whole milliseconds from a text with a unit (`2 s`, `250ms`, `0.25s`), rounded to the nearest;
 * undefined where the text is no positive duration.
 */
export function parseTimeMs(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?|\.\d+)\s*([a-z]+)$/i.exec(text.trim());
  const factor = match?.[2] === undefined ? undefined : timeUnits[match[2].toLowerCase()];
  if (match?.[1] === undefined || factor === undefined) return undefined;
  return toPositiveInteger(Number(match[1]) * factor);
}

/**
 * A size in whole bytes from a text with a unit (`256m`, `256 MiB`, `256MB`, `65536 B`); all units are powers of 1024.
 * Undefined where the text is no positive size.
 */
export function parseMemoryBytes(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?|\.\d+)\s*(?:([kmg])(?:i?b)?|b)$/i.exec(text.trim());
  if (match?.[1] === undefined) return undefined;
  return toPositiveInteger(Number(match[1]) * (memoryUnits[match[2]?.toLowerCase() ?? "b"] ?? 1));
}

/** The shortest exact form that `parseTimeMs` reads back. */
export function toTimeText(timeMs: number): string {
  return timeMs % 1000 === 0 ? `${timeMs / 1000} s` : `${timeMs} ms`;
}

/** The shortest exact form that `parseMemoryBytes` reads back. */
export function toMemoryText(bytes: number): string {
  if (bytes % 2 ** 30 === 0) return `${bytes / 2 ** 30} GiB`;
  if (bytes % 2 ** 20 === 0) return `${bytes / 2 ** 20} MiB`;
  if (bytes % 2 ** 10 === 0) return `${bytes / 2 ** 10} KiB`;
  return `${bytes} B`;
}

function toPositiveInteger(value: number): number | undefined {
  const rounded = Math.round(value);
  return Number.isSafeInteger(rounded) && rounded > 0 ? rounded : undefined;
}
