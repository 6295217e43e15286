import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { AppError, boundary } from "../../../std/index.ts";
import { checkProblem, namePattern } from "../../check-problem.ts";
import type { Problem } from "../../problem.ts";
import { createProblemError, type ProblemIssue } from "../../problem-issue.ts";
import { createTestData, type TestData } from "../../test-case.ts";
import type { Loss, ReadProblemResult } from "../loss.ts";
import { ProblemFolder } from "../native/folder.ts";
import { fileCaps } from "../native/layout.ts";

export interface ForeignOptions {
  readonly signal?: AbortSignal | undefined;
  /** Files above the problem's folder are read only inside this folder. Undefined: wherever the format has them. */
  readonly within?: string | undefined;
}

/** What the parts of a reader share: the untrusted folder, and where faults and losses go. */
export interface ForeignContext {
  readonly folder: ProblemFolder;
  /** Every file of the package by path, hidden ones left out. */
  readonly files: ReadonlySet<string>;
  readonly report: (issue: ProblemIssue) => void;
  readonly lose: (loss: Loss) => void;
  /** Reads a test file; all of them together stay below the cap. */
  readonly readTest: (path: string) => Promise<TestData | undefined>;
}

/**
 * Reads a package of a foreign format from a folder, which may be hostile.
 *
 * @throws PROBLEM_NOT_FOUND, PROBLEM_INVALID (`data.issues` lists everything found), PROBLEM_UNREADABLE
 */
export async function readForeign(
  source: { readonly directory: string; readonly manifestName: string; readonly signal?: AbortSignal | undefined },
  read: (context: ForeignContext) => Promise<Problem | undefined>,
): Promise<ReadProblemResult> {
  const { directory, manifestName, signal } = source;
  await requireFolder(directory, manifestName);
  const issues: ProblemIssue[] = [];
  const losses: Loss[] = [];
  try {
    return await boundary({ code: "PROBLEM_UNREADABLE", what: `reading the problem ${directory}` }, async () => {
      const report = (issue: ProblemIssue): void => void issues.push(issue);
      const folder = await ProblemFolder.open(directory, { report, signal });
      const files = new Set(await folder.list("."));
      const readTest = createTestReader(folder, report);
      const problem = await read({ folder, files, report, lose: (loss) => losses.push(loss), readTest });
      if (problem !== undefined && issues.length === 0) issues.push(...checkProblem(problem, manifestName));
      if (problem !== undefined && issues.length === 0) return { problem, losses };
      throw createProblemError({ code: "PROBLEM_INVALID", subject: directory, issues });
    });
  } catch (cause) {
    signal?.throwIfAborted();
    throw cause;
  }
}

/** The folder's name made safe. */
export function toFolderId(directory: string): string {
  const name = toSafeName(basename(resolve(directory)));
  return namePattern.test(name) ? name : "problem";
}

/** The nearest text that names may be; empty where nothing is left. */
export function toSafeName(text: string): string {
  return text
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[.-]+/, "")
    .slice(0, 100);
}

function createTestReader(
  folder: ProblemFolder,
  report: (issue: ProblemIssue) => void,
): (path: string) => Promise<TestData | undefined> {
  let leftBytes: number = fileCaps.tests;
  return async (path) => {
    if (leftBytes < 0) return undefined;
    const bytes = await folder.read(path, fileCaps.test, "a test file");
    if (bytes === undefined) return undefined;
    leftBytes -= bytes.length;
    if (leftBytes >= 0) return createTestData(bytes);
    report({ file: path, expected: `at most ${fileCaps.tests} bytes of tests in all`, actual: "more" });
    return undefined;
  };
}

async function requireFolder(directory: string, manifestName: string): Promise<void> {
  const stats = await stat(directory).catch(() => undefined);
  if (stats?.isDirectory()) return;
  const what = stats === undefined ? "nothing is there" : "it is a file";
  throw new AppError({
    code: "PROBLEM_NOT_FOUND",
    message: `expected a problem folder at ${directory}, but ${what}; give the path of a folder with ${manifestName}`,
    data: { path: directory },
  });
}
