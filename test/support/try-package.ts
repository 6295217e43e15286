import { join } from "node:path";
import { computeProblemDigest, readCorpus, readProblemResult } from "../../src/problem/index.ts";
import { AppError } from "../../src/std/index.ts";
import { writeFileSync, rmSync } from "node:fs";
import { Rng } from "../../src/std/index.ts";
import { mutatePackage } from "./mutate-package.ts";
import { mutateBytes } from "./mutate-text.ts";
import { writeTree, zipTree, type PackageTree } from "./package-tree.ts";

/** What became of a damaged package; a `fault` is ours. */
export interface PackageTrial {
  readonly outcome: "loaded" | "refused" | "fault";
  readonly code?: string | undefined;
  /** For faults: what came instead of a problem or an error that names its place. */
  readonly message: string;
  readonly ways: readonly string[];
  /** CPU time of the thread. */
  readonly timeMs: number;
}

/** The longest that reading may take, in CPU time. */
const readingCapMs = 10_000;

/** Damages a package by a seed, reads what came of it in a folder of its own, and takes it away again. */
export async function tryPackage(
  base: PackageTree,
  options: { readonly seed: string; readonly root: string },
): Promise<PackageTrial> {
  const rng = new Rng(options.seed);
  const { tree, ways } = mutatePackage(base, rng.derive("package"));
  const isZip = rng.nextInt(0, 19) === 0;
  const path = join(options.root, isZip ? "package.zip" : "package");
  try {
    if (isZip) writeFileSync(path, zip(tree, rng, ways as string[]));
    else writeTree(path, tree);
    const before = process.threadCpuUsage();
    const trial = await read(path, tree, isZip);
    const spent = process.threadCpuUsage(before);
    const timeMs = (spent.user + spent.system) / 1000;
    if (timeMs < readingCapMs) return { ...trial, ways, timeMs };
    return { outcome: "fault", message: `reading took ${Math.round(timeMs)} ms of CPU time`, ways, timeMs };
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}

function zip(tree: PackageTree, rng: Rng, ways: string[]): Uint8Array {
  const bytes = zipTree(tree);
  if (rng.nextInt(0, 1) === 0) return bytes;
  const mutated = mutateBytes(bytes, rng);
  ways.push(`archive: ${mutated.way}`);
  return mutated.bytes;
}

type Reading = Pick<PackageTrial, "outcome" | "code" | "message">;

/** Enough to meet the damage, few where a file comes 400 times. */
const corpusCount = 4;
const corpusPattern = /\.(?:jsonl|parquet)(?:\.gz)?$/;

async function read(path: string, tree: PackageTree, isZip: boolean): Promise<Reading> {
  const rows = isZip ? [] : [...tree.keys()].filter((file) => corpusPattern.test(file)).slice(-corpusCount);
  if (rows.length === 0)
    return toReading(path, async () => computeProblemDigest((await readProblemResult(path)).problem));
  let last: Reading = { outcome: "loaded", message: "" };
  for (const file of rows) {
    const full = join(path, file);
    last = await toReading(full, async () => {
      for await (const row of readCorpus(full)) {
        if (row.kind !== "row-refused") computeProblemDigest(row.result.problem);
        else requirePlace(row.issues, full);
      }
    });
    if (last.outcome === "fault") return last;
  }
  return last;
}

async function toReading(path: string, action: () => Promise<unknown>): Promise<Reading> {
  try {
    await action();
    return { outcome: "loaded", message: "" };
  } catch (cause) {
    if (!AppError.is(cause)) {
      return { outcome: "fault", message: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) };
    }
    const complaint = findComplaint(cause, path);
    if (complaint === undefined) return { outcome: "refused", code: cause.code, message: cause.message };
    return { outcome: "fault", code: cause.code, message: `${complaint}: ${cause.message.slice(0, 500)}` };
  }
}

const knownCodes = new Set(["PROBLEM_NOT_FOUND", "PROBLEM_FORMAT_UNKNOWN", "PROBLEM_INVALID", "PROBLEM_UNREADABLE"]);

/** What is wrong with an error; undefined where it names its place. */
function findComplaint(error: AppError, path: string): string | undefined {
  if (!knownCodes.has(error.code)) return `an unknown code ${error.code}`;
  if (error.code === "PROBLEM_UNREADABLE" && !corpusPattern.test(path)) return "a file that could have been named";
  if (error.code !== "PROBLEM_INVALID") return error.message.includes(path) ? undefined : "the path is not named";
  try {
    requirePlace(error.data["issues"], path);
    return undefined;
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}

/** Every issue names a file and what was expected and came. */
function requirePlace(issues: unknown, path: string): void {
  if (!Array.isArray(issues) || issues.length === 0) throw new TypeError("no issues");
  for (const issue of issues as readonly Readonly<Record<string, unknown>>[]) {
    for (const key of ["file", "expected", "actual"]) {
      if (typeof issue[key] !== "string" || issue[key] === "")
        throw new TypeError(`an issue of ${path} without ${key}`);
    }
    if (String(issue["file"]).length > 2000 || String(issue["actual"]).length > 5000) {
      throw new TypeError(`an issue of ${path} that floods`);
    }
  }
}
