import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { SandboxFile } from "../../sandbox/index.ts";
import { computeDigest } from "../../std/index.ts";
import { readToolOutput } from "../host-tools.ts";

const source = path.join(import.meta.dirname, "..", "..", "..", "native", "compiler", "huge-pages.c");

/** The object that is linked into programs (see its source), or undefined where none can be. */
export async function buildHugePages(compiler: string): Promise<SandboxFile | undefined> {
  const directory = await mkdtemp(path.join(os.tmpdir(), "huge-pages-"));
  try {
    return (await buildVariant(compiler, directory, [])) ?? (await buildVariant(compiler, directory, ["-DNO_MALLOC"]));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Undefined where a static program that allocates does not link with it. */
async function buildVariant(
  compiler: string,
  directory: string,
  flags: readonly string[],
): Promise<SandboxFile | undefined> {
  try {
    const object = path.join(directory, "huge-pages.o");
    const probe = path.join(directory, "probe.c");
    await writeFile(probe, "#include <stdlib.h>\nint main(void) { return malloc(1) == 0; }\n");
    await readToolOutput(compiler, ["-x", "c", "-O2", ...flags, "-c", source, "-o", object]);
    await readToolOutput(compiler, ["-static", probe, object, "-o", path.join(directory, "probe")]);
    const bytes = await readFile(object);
    const version = computeDigest([await readFile(source, "utf8"), ...flags].join("\0")).slice(0, 8);
    return { name: `huge-pages-${version}.o`, blob: { bytes, digest: computeDigest(bytes) }, isExecutable: false };
  } catch {
    return undefined;
  }
}
