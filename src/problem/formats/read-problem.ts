import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { AppError, boundary } from "../../std/index.ts";
import type { Problem } from "../problem.ts";
import { createProblemError, type ProblemIssue } from "../problem-issue.ts";
import { parseCompetitiveCompanion } from "./competitive-companion/parse-competitive-companion.ts";
import { parseCorpusAddress, readCorpusProblem } from "./corpora/read-corpus-problem.ts";
import { corpusFilePattern } from "./corpora/read-corpus.ts";
import type { ForeignOptions } from "./foreign/read-foreign.ts";
import { isFrontierCsFolder, readFrontierCsProblem } from "./frontier-cs/read-frontier-cs-problem.ts";
import { isKattisPackage } from "./kattis/is-kattis-package.ts";
import { readKattisProblem } from "./kattis/read-kattis-problem.ts";
import { infoName } from "./library-checker/info.ts";
import { readLibraryCheckerProblem } from "./library-checker/read-library-checker-problem.ts";
import type { ReadProblemResult } from "./loss.ts";
import { manifestName } from "./native/layout.ts";
import { readNativeProblem } from "./native/read-native-problem.ts";
import { manifestName as polygonManifestName } from "./polygon/names.ts";
import { readPolygonProblem } from "./polygon/read-polygon-problem.ts";
import { parseUtf8 } from "./text.ts";
import { extractZip } from "./zip/extract-zip.ts";

const supported = `a folder (or a .zip of it) with ${manifestName} (native, or a Kattis or ICPC package), ${polygonManifestName} (Polygon), config.yaml and testdata (Frontier-CS) or ${infoName} (library-checker), a .json file from Competitive Companion, or a row of a corpus (tasks.jsonl#12)`;

const payloadCapBytes = 64 * 2 ** 20;

interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a problem in any supported format from a path.
 *
 * @throws PROBLEM_NOT_FOUND, PROBLEM_FORMAT_UNKNOWN, PROBLEM_INVALID (`data.issues`), PROBLEM_UNREADABLE
 */
export async function readProblem(path: string, options: ReadOptions = {}): Promise<Problem> {
  return (await readProblemResult(path, options)).problem;
}

/**
 * Reads a problem in any supported format from a path, and says what of it the model cannot hold.
 *
 * @throws PROBLEM_NOT_FOUND, PROBLEM_FORMAT_UNKNOWN, PROBLEM_INVALID (`data.issues`), PROBLEM_UNREADABLE
 */
export async function readProblemResult(path: string, options: ReadOptions = {}): Promise<ReadProblemResult> {
  const stats = await stat(path).catch(() => undefined);
  const address = stats === undefined ? parseCorpusAddress(path) : undefined;
  if (address !== undefined) return readCorpusProblem(address.path, address.selector, options);
  if (stats === undefined) throw fail("PROBLEM_NOT_FOUND", path, "nothing is there");
  if (stats.isDirectory()) {
    const read = await findFolderReader(path);
    if (read === undefined) throw fail("PROBLEM_FORMAT_UNKNOWN", path, await describeFolder(path));
    return read(path, options);
  }
  if (!stats.isFile()) throw fail("PROBLEM_FORMAT_UNKNOWN", path, "neither a file nor a folder");
  if (corpusFilePattern.test(path)) throw fail("PROBLEM_FORMAT_UNKNOWN", path, `many rows; name one, as in ${path}#1`);
  if (path.toLowerCase().endsWith(".zip")) return readZip(path, options);
  if (!path.toLowerCase().endsWith(".json")) throw fail("PROBLEM_FORMAT_UNKNOWN", path, "a file of another kind");
  return { problem: await readPayload(path, stats.size, options), losses: [] };
}

type FolderReader = (directory: string, options: ForeignOptions) => Promise<ReadProblemResult>;

/** The reader of the format that a folder's top names show; undefined where they show none. */
async function findFolderReader(path: string): Promise<FolderReader | undefined> {
  const names = await readdir(path);
  if (await isKattisPackage(path)) return readKattisProblem;
  if (names.includes(manifestName) || names.includes("problem.yml")) {
    return async (directory, options) => ({ problem: await readNativeProblem(directory, options), losses: [] });
  }
  if (names.includes(polygonManifestName)) return readPolygonProblem;
  if (names.includes(infoName)) return readLibraryCheckerProblem;
  return isFrontierCsFolder(names) ? readFrontierCsProblem : undefined;
}

/** What is there instead; a name that differs by case alone is named. */
async function describeFolder(path: string): Promise<string> {
  const known = new Set<string>([manifestName, polygonManifestName, infoName, "config.yaml"]);
  const near = (await readdir(path)).find((name) => !known.has(name) && known.has(name.toLowerCase()));
  return near === undefined ? "a folder with none of them" : `${near}, which must be called ${near.toLowerCase()}`;
}

const zipDepth = 4;

/** Reads the problem at the top of an archive, or in the only folder there. Paths in errors are those in the archive. */
async function readZip(path: string, options: ReadOptions): Promise<ReadProblemResult> {
  await using extracted = await extractZip(path, options);
  let directory = extracted.directory;
  for (let depth = 0; depth < zipDepth; depth++) {
    const read = await findFolderReader(directory);
    if (read !== undefined) {
      const inner = relative(extracted.directory, directory);
      return await renameSubject(() => read(directory, { ...options, within: extracted.directory }), path, inner);
    }
    const entries = (await readdir(directory, { withFileTypes: true })).filter((entry) => !entry.name.startsWith("."));
    const [only] = entries;
    if (entries.length !== 1 || only?.isDirectory() !== true) break;
    directory = join(directory, only.name);
  }
  throw fail("PROBLEM_FORMAT_UNKNOWN", path, "an archive with none of them");
}

/** The same, with errors that speak of the archive instead of the temporary folder. */
async function renameSubject(
  read: () => Promise<ReadProblemResult>,
  path: string,
  inner: string,
): Promise<ReadProblemResult> {
  try {
    return await read();
  } catch (cause) {
    const issues = AppError.is(cause) && cause.code === "PROBLEM_INVALID" ? cause.data["issues"] : undefined;
    if (!isIssueList(issues)) throw cause;
    throw createProblemError({
      code: "PROBLEM_INVALID",
      subject: path,
      issues: issues.map((issue) => (inner === "" ? issue : { ...issue, file: join(inner, issue.file) })),
    });
  }
}

function isIssueList(value: unknown): value is readonly ProblemIssue[] {
  return Array.isArray(value) && value.every((item) => typeof item === "object" && item !== null && "expected" in item);
}

async function readPayload(path: string, size: number, options: ReadOptions): Promise<Problem> {
  if (size > payloadCapBytes) {
    const issue = { file: path, expected: `at most ${payloadCapBytes} bytes`, actual: `${size} bytes` };
    throw createProblemError({ code: "PROBLEM_INVALID", subject: path, issues: [issue] });
  }
  const bytes = await boundary({ code: "PROBLEM_UNREADABLE", what: `reading ${path}` }, () => readFile(path));
  options.signal?.throwIfAborted();
  const parsed = parseUtf8(bytes);
  if (parsed.kind === "text") return parseCompetitiveCompanion(parsed.text, { file: path });
  const issue = { file: path, expected: "UTF-8 text", actual: `something else at offset ${parsed.offset}` };
  throw createProblemError({ code: "PROBLEM_INVALID", subject: path, issues: [issue] });
}

function fail(code: "PROBLEM_NOT_FOUND" | "PROBLEM_FORMAT_UNKNOWN", path: string, actual: string): AppError {
  return new AppError({
    code,
    message: `expected a problem at ${path}: ${supported}; found ${actual}`,
    data: { path },
  });
}
