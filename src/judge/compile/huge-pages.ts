import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { SandboxFile } from "../../sandbox/index.ts";
import { computeDigest } from "../../std/index.ts";
import { readToolOutput } from "../host-tools.ts";

const source = path.join(import.meta.dirname, "..", "..", "..", "native", "compiler", "huge-pages.c");

/** The object that is linked into programs (see its source), or undefined where it cannot be built. */
export async function buildHugePages(compiler: string): Promise<SandboxFile | undefined> {
  const directory = await mkdtemp(path.join(os.tmpdir(), "huge-pages-"));
  try {
    const object = path.join(directory, "huge-pages.o");
    await readToolOutput(compiler, ["-x", "c", "-O2", "-c", source, "-o", object]);
    const bytes = await readFile(object);
    const version = computeDigest(await readFile(source)).slice(0, 8);
    return { name: `huge-pages-${version}.o`, blob: { bytes, digest: computeDigest(bytes) }, isExecutable: false };
  } catch {
    return undefined;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
