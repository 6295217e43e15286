import { defaultLimits, type Limits } from "../../limits.ts";
import { parseMemoryBytes, parseTimeMs } from "../../units.ts";
import type { RowContext } from "./row-context.ts";

/** No judge gives less: smaller figures in scraped corpora are limits of something else (e.g. source length). */
const leastMemoryBytes = 2 ** 20;

/** No judge gives more: figures above are in another unit than the text says. */
const mostSeconds = 100;

/**
 * Limits from texts as they were scraped (`2.0 seconds`, `1 - 2 s`, `256 megabytes`, `50000 bytes`). What cannot be a
 * judge's limit is lost, and the default holds.
 */
export function readTextLimits(
  texts: { readonly time: string | undefined; readonly memory: string | undefined },
  context: RowContext,
): Limits {
  return {
    timeLimitMs: readTime(texts.time, context) ?? defaultLimits.timeLimitMs,
    memoryLimitBytes: readMemory(texts.memory, context) ?? defaultLimits.memoryLimitBytes,
  };
}

function readTime(text: string | undefined, { lose }: RowContext): number | undefined {
  if (text === undefined) return undefined;
  const times = splitRange(text).map(parseTimeMs);
  const known = times.filter((time) => time !== undefined);
  if (known.length !== times.length || known.length === 0) {
    lose("time_limit", `${JSON.stringify(text)} is no duration: the default of ${defaultLimits.timeLimitMs} ms holds`);
    return undefined;
  }
  const time = Math.max(...known);
  if (known.length > 1) lose("time_limit", `${JSON.stringify(text)} is a range: its larger end is taken`);
  if (time <= mostSeconds * 1000) return time;
  if (
    /\ds(?:ec(?:onds?)?)?\s*$/i.test(text.replaceAll(" ", "")) &&
    time % 1000 === 0 &&
    time / 1000 <= mostSeconds * 1000
  ) {
    lose("time_limit", `${JSON.stringify(text)} is read as milliseconds: no judge gives that many seconds`);
    return time / 1000;
  }
  lose(
    "time_limit",
    `${JSON.stringify(text)} is no judge's limit: the default of ${defaultLimits.timeLimitMs} ms holds`,
  );
  return undefined;
}

function readMemory(text: string | undefined, { lose }: RowContext): number | undefined {
  if (text === undefined) return undefined;
  const bytes = parseMemoryBytes(
    text
      .replaceAll(",", "")
      .replace(/\b(kilo|mega|giga)bytes?\b/i, (_, prefix: string) => `${prefix[0]}b`)
      .replace(/\bbytes?\b/i, "B"),
  );
  if (bytes !== undefined && bytes >= leastMemoryBytes) return bytes;
  const reason = bytes === undefined ? "is no size" : "is less than any judge gives";
  lose(
    "memory_limit",
    `${JSON.stringify(text)} ${reason}: the default of ${defaultLimits.memoryLimitBytes} bytes holds`,
  );
  return undefined;
}

/** `1 - 2 s` gives `1 s` and `2 s`. */
function splitRange(text: string): string[] {
  const match = /^\s*([\d.]+)\s*(?:-|–|~|to)\s*([\d.]+)\s*([a-z]+)\s*$/i.exec(text);
  return match === null ? [text] : [`${match[1]} ${match[3]}`, `${match[2]} ${match[3]}`];
}
