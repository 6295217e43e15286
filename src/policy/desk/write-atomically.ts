import { randomUUID } from "node:crypto";
import { rename, writeFile } from "node:fs/promises";
import { dirname, join, basename } from "node:path";

/** Writes a file so that it appears whole: into a hidden file beside it, which is then renamed. */
export async function writeAtomically(path: string, data: string | Uint8Array): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  await writeFile(temporary, data);
  await rename(temporary, path);
}
