import { constants, existsSync } from "node:fs";
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import type { SolveResult } from "../../solve/index.ts";
import { AppError, boundary } from "../../std/index.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { toTestFile, type RunReport } from "./run-report.ts";

/** There while an output is being written, so that what a kill or a full disk left is known as ours. */
const unfinishedMarker = ".grandsmith-unfinished";

/**
 * Refuses an output folder that holds anything but an earlier output of ours (files there would be overwritten), and
 * one that cannot be written: before the run spends anything.
 *
 * @throws OUTPUT_FOLDER_TAKEN, OUTPUT_WRITE_FAILED
 */
export async function checkOutputDirectory(directory: string): Promise<void> {
  const names = existsSync(directory) ? await boundaryOf("read", directory, () => readdir(directory)) : [];
  const foreign = names.filter((name) => name !== "desk" && !name.startsWith("."));
  if (foreign.length === 0 || (await isOurs(directory))) {
    const there = findExisting(directory);
    await boundaryOf("write", directory, () => access(`${there}/`, constants.W_OK | constants.X_OK));
    return;
  }
  throw new AppError({
    code: "OUTPUT_FOLDER_TAKEN",
    message: `${directory} holds other files (${foreign.slice(0, 3).join(", ")}); give --out a new or empty folder`,
    data: { file: directory },
  });
}

/**
 * Writes solution, report.md, report.json and tests/; each file appears whole or not at all, report.json last. What
 * could not be completed can be written again.
 *
 * @throws OUTPUT_WRITE_FAILED
 */
export async function writeOutput(report: RunReport, result: SolveResult): Promise<void> {
  const directory = report.outDirectory;
  await boundaryOf("write", directory, async () => {
    await mkdir(directory, { recursive: true });
    const marker = join(directory, unfinishedMarker);
    const isTaken = await isOurs(directory);
    await writeFile(marker, "An output of grandsmith that is not complete.\n");
    if (isTaken) await removeEarlier(directory);
    for (const test of result.tests) {
      await writeAtomically(join(directory, toTestFile(test.id, "in")), test.input.bytes);
      if (test.answer !== undefined) {
        await writeAtomically(join(directory, toTestFile(test.id, "ans")), test.answer.bytes);
      }
    }
    const chosen = result.candidates.find(({ id }) => id === result.chosenId)?.program;
    if (chosen !== undefined) {
      await writeAtomically(join(directory, `solution${toExtension(chosen.fileName)}`), chosen.source);
    }
    await writeAtomically(join(directory, "report.md"), renderMarkdown(report));
    await writeAtomically(join(directory, "report.json"), `${JSON.stringify(report, undefined, 2)}\n`);
    await rm(marker);
  });
}

function findExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : findExisting(dirname(path));
}

async function isOurs(directory: string): Promise<boolean> {
  if (existsSync(join(directory, unfinishedMarker))) return true;
  try {
    const report = JSON.parse(await readFile(join(directory, "report.json"), "utf8")) as Partial<RunReport>;
    return report.generator === "grandsmith";
  } catch {
    return false;
  }
}

/** What an earlier run of ours left, temporary files of a killed one too. */
async function removeEarlier(directory: string): Promise<void> {
  const names = await readdir(directory);
  const ours = names.filter((name) => /^solution\.[a-zA-Z0-9]+$|^\.\d+\.tmp$/.test(name));
  for (const name of [...ours, "report.md", "tests", "report.json"]) {
    await rm(join(directory, name), { recursive: true, force: true });
  }
}

async function writeAtomically(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = join(dirname(path), `.${process.pid}.tmp`);
  await writeFile(temporary, content);
  await rename(temporary, path);
}

function toExtension(fileName: string): string {
  const extension = extname(fileName);
  return /^\.[a-z0-9]{1,8}$/i.test(extension) ? extension : ".txt";
}

function boundaryOf<T>(verb: "read" | "write", directory: string, action: () => Promise<T>): Promise<T> {
  const code = verb === "write" ? "OUTPUT_WRITE_FAILED" : "OUTPUT_FOLDER_TAKEN";
  return boundary(
    { code, what: `the output folder ${directory} could not be ${verb === "write" ? "written" : "read"}` },
    action,
  );
}
