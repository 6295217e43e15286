/** A value that survives JSON. Optional fields may be `undefined`; they are dropped, as JSON drops them. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/** JSON with sorted keys and no spaces, so that equal values give equal text. Non-finite numbers are refused. */
export function toCanonicalJson(value: Json): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError(`JSON cannot hold ${value}`);
    return JSON.stringify(value);
  }
  if (isArray(value)) return `[${value.map(toCanonicalJson).join(",")}]`;
  const entries = Object.entries(value)
    .filter((entry): entry is [string, Json] => entry[1] !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${toCanonicalJson(item)}`).join(",")}}`;
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
