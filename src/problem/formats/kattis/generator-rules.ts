import { isRecord } from "./context.ts";

export const testKeys = ["generate", "copy", "in", "count"];
export const folderKeys = ["data", "test_group.yaml", "testdata.yaml", "include"];

/** The order in which BAPCtools reads the folders of `data/`, which decides what may be included where. */
export function rootRank(key: string): number {
  const order = ["sample", "secret", "invalid_output", "invalid_answer", "invalid_input", "valid_output"];
  return order.includes(key) ? order.indexOf(key) : order.length;
}

function isFolder(value: unknown): boolean {
  return (
    isRecord(value) &&
    folderKeys.some((key) => Object.hasOwn(value, key)) &&
    !testKeys.some((key) => Object.hasOwn(value, key))
  );
}

/** A test entry as a mapping; undefined for what is none. */
export function toRule(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (value === null || value === undefined) return {};
  if (typeof value === "string")
    return value.endsWith(".in") && !value.includes(" ") ? { copy: value.slice(0, -3) } : { generate: value };
  return isRecord(value) ? value : undefined;
}

/** How many tests an entry makes. */
export function countOf(value: unknown): number {
  return toCounts(toRule(value)?.["count"])?.length ?? 1;
}

/** The numbers that `count` stands for, at most 100. */
export function toCounts(value: unknown): readonly number[] | undefined {
  if (value === undefined || value === null) return [1];
  if (typeof value === "number") return Number.isInteger(value) ? toRange(1, value) : undefined;
  if (typeof value === "string") {
    const [, low, high] = /^(-?\d{1,9})\.\.=(-?\d{1,9})$/.exec(value.trim()) ?? [];
    return low === undefined || high === undefined ? undefined : toRange(Number(low), Number(high));
  }
  if (!Array.isArray(value) || value.length === 0 || value.length > 100) return undefined;
  const numbers = value.filter((item): item is number => Number.isInteger(item));
  return numbers.length === value.length && new Set(numbers).size === numbers.length ? numbers : undefined;
}

/** As Python's `{count:0width}` writes it. */
export function toPadded(count: number, width: number): string {
  return count < 0 ? `-${String(-count).padStart(width - 1, "0")}` : String(count).padStart(width, "0");
}

/** Whether a name can be that of a file. */
export function isName(name: string): boolean {
  return /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/.test(name);
}

/** A path below a folder; the empty folder is `data/`. */
export function join(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** Whether an entry is one test, or several by `count`. */
export function isTest(value: unknown): boolean {
  return !isFolder(value);
}

function toRange(low: number, high: number): readonly number[] | undefined {
  return high - low >= 0 && high - low < 100
    ? Array.from({ length: high - low + 1 }, (_, index) => low + index)
    : undefined;
}
