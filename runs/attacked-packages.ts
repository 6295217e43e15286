import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { classifySolutions } from "../src/forge/index.ts";
import { parseInputSpec, readProblem, type InputSpec, type Problem } from "../src/problem/index.ts";
import { AppError } from "../src/std/index.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folders = ["examples", "test/packages"];

/** Specifications for packages whose formats have no place for one. */
async function readSpec(name: string): Promise<InputSpec | undefined> {
  const file = join(root, "runs", "kill-rate", `${name}.yaml`);
  const text = await readFile(file, "utf8").catch(() => undefined);
  const parsed = text === undefined ? undefined : parseInputSpec(text, file);
  if (parsed?.kind === "spec-refused") throw new Error(`${file}: ${JSON.stringify(parsed.issues)}`);
  return parsed?.spec;
}

/** Packages of ours with right and wrong solutions, and with something that says what inputs are valid. */
export async function listAttackedPackages(): Promise<readonly { readonly name: string; readonly problem: Problem }[]> {
  const found: { readonly name: string; readonly problem: Problem }[] = [];
  for (const folder of folders) {
    for (const name of (await readdir(join(root, folder))).toSorted()) {
      const problem = await readProblem(join(root, folder, name)).catch((cause: unknown) => {
        if (AppError.is(cause)) return undefined;
        throw cause;
      });
      if (problem === undefined) continue;
      const inputSpec = problem.inputSpec ?? (await readSpec(name));
      const hasSource = inputSpec !== undefined || problem.validators.length + problem.generators.length > 0;
      const { accepted, wrong } = classifySolutions(problem);
      if (hasSource && wrong.length > 0 && accepted.length > 0)
        found.push({ name, problem: { ...problem, inputSpec } });
    }
  }
  return found;
}
