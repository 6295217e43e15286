import { readFileSync } from "node:fs";

/** The version in package.json, which lies two folders above in a checkout and in a published package alike. */
export function readToolVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    readonly version: string;
  };
  return manifest.version;
}
