import { createHash } from "node:crypto";
import { toCanonicalJson, type Json } from "./json.ts";

/** SHA-256 as 64 lower-case hex digits. Strings are hashed as UTF-8. */
export function computeDigest(data: Uint8Array | string): string {
  return createHash("sha256").update(data).digest("hex");
}

/** The digest of a JSON value, independent of key order. */
export function computeJsonDigest(value: Json): string {
  return computeDigest(toCanonicalJson(value));
}
