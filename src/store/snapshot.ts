import type { Json } from "../std/index.ts";

/** Stand-in for bytes in a snapshot's JSON. */
const artifactKey = "$artifact";

/** Turns plain data that holds bytes into JSON; the bytes go to `putArtifact`. */
export function toSnapshotJson(value: unknown, putArtifact: (bytes: Uint8Array) => string): Json | undefined {
  if (value instanceof Uint8Array) return { [artifactKey]: putArtifact(value) };
  if (Array.isArray(value)) return value.map((item) => toSnapshotJson(item, putArtifact) ?? null);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => [key, toSnapshotJson(item, putArtifact)]),
    );
  }
  return value as Json | undefined;
}

/** The inverse of `toSnapshotJson`. */
export function fromSnapshotJson(value: Json | undefined, getArtifact: (digest: string) => Uint8Array): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => fromSnapshotJson(item, getArtifact));
  const entries = Object.entries(value);
  const [first] = entries;
  if (entries.length === 1 && first?.[0] === artifactKey) return getArtifact(first[1] as string);
  return Object.fromEntries(entries.map(([key, item]) => [key, fromSnapshotJson(item as Json, getArtifact)]));
}
