import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { boundary } from "../../../std/index.ts";
import { checkProblem } from "../../check-problem.ts";
import type { Problem } from "../../problem.ts";
import { createProblemError, type ProblemIssue } from "../../problem-issue.ts";
import type { Program } from "../../program.ts";
import type { Loss } from "../loss.ts";
import { isInsidePath } from "../native/folder.ts";
import { findReachable } from "./includes.ts";

/** What a writer gathers before anything is written. */
export interface ForeignOutput {
  readonly add: (path: string, content: Uint8Array | string) => void;
  readonly report: (issue: ProblemIssue) => void;
  readonly lose: (loss: Loss) => void;
}

/**
 * Writes a package of a foreign format into a folder that must not exist, or be empty; gives what the format cannot say.
 *
 * @throws PROBLEM_UNWRITABLE (`data.issues`) before anything is written, or where the file system refuses
 */
export async function writeForeign(
  problem: Problem,
  target: { readonly directory: string; readonly manifestName: string; readonly signal?: AbortSignal | undefined },
  gather: (output: ForeignOutput) => void,
): Promise<readonly Loss[]> {
  const { directory, manifestName, signal } = target;
  const issues = checkProblem(problem, manifestName);
  const losses: Loss[] = [];
  const files = new Map<string, Uint8Array | string>();
  const refuse = (): never => {
    throw createProblemError({ code: "PROBLEM_UNWRITABLE", subject: problem.id, issues });
  };
  if (issues.length > 0) refuse();
  const report = (issue: ProblemIssue): void => void issues.push(issue);
  gather({
    add: (path, content) => addFile(files, { path, content }, report),
    report,
    lose: (loss) => losses.push(loss),
  });
  if (issues.length > 0) refuse();
  const what = `writing the problem ${problem.id} to ${directory}`;
  await boundary({ code: "PROBLEM_UNWRITABLE", what }, async () => {
    await mkdir(directory, { recursive: true });
    if ((await readdir(directory)).length > 0) {
      report({ file: directory, expected: "a new or empty folder", actual: "one with files in it" });
      refuse();
    }
    for (const [path, content] of files) {
      signal?.throwIfAborted();
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await writeFile(join(directory, path), content, { flag: "wx" });
    }
  });
  return losses;
}

/** Adds a program's resources to a folder, and says which of them a reader would not find again. */
export function addResources(output: ForeignOutput, folder: string, program: Program): void {
  const resources = program.resources ?? [];
  const reachable = findReachable(program);
  for (const { fileName, source } of resources) {
    const path = folder === "" ? fileName : `${folder}/${fileName}`;
    output.add(path, source);
    if (!reachable.includes(fileName)) {
      const reason = `${program.fileName} does not include it, so that nothing in the package says whose it is`;
      output.lose({ file: path, field: "", reason });
    }
  }
  const held = resources.map((resource) => resource.fileName).filter((name) => reachable.includes(name));
  if (held.join("/") !== reachable.join("/")) {
    output.lose({ file: program.fileName, field: "resources", reason: "their order becomes that of the includes" });
  }
}

function addFile(
  files: Map<string, Uint8Array | string>,
  file: { readonly path: string; readonly content: Uint8Array | string },
  report: (issue: ProblemIssue) => void,
): void {
  const { path, content } = file;
  if (!isInsidePath(path)) return report({ file: path, expected: "a path inside the package", actual: path });
  const known = files.get(path);
  if (known !== undefined && !Buffer.from(known).equals(Buffer.from(content))) {
    report({ file: path, expected: "one content", actual: "two files that would share this path" });
  }
  files.set(path, content);
}
