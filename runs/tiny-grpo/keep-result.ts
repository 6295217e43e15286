import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** The result in that file, or what `make` gives, kept there: an experiment that was broken off goes on. */
export async function keepResult<T>(file: string, make: () => Promise<T>): Promise<T> {
  const known = await readResult<T>(file);
  if (known !== undefined) return known;
  const made = await make();
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, `${JSON.stringify(made)}\n`);
  await rename(`${file}.new`, file);
  return made;
}

export async function readResult<T>(file: string): Promise<T | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as T);
}
