import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { AppError, boundary } from "../../std/index.ts";
import type { Problem } from "../problem.ts";
import { createProblemError } from "../problem-issue.ts";
import { parseCompetitiveCompanion } from "./competitive-companion/parse-competitive-companion.ts";
import { parseCorpusAddress, readCorpusProblem } from "./corpora/read-corpus-problem.ts";
import { corpusFilePattern } from "./corpora/read-corpus.ts";
import { manifestName } from "./native/layout.ts";
import { readNativeProblem } from "./native/read-native-problem.ts";
import { parseUtf8 } from "./text.ts";

const supported = `a folder with ${manifestName} (native), a .json file from Competitive Companion, or a row of a corpus (tasks.jsonl#12)`;

const payloadCapBytes = 64 * 2 ** 20;

/**
 * Reads a problem in any supported format from a path.
 *
 * @throws PROBLEM_NOT_FOUND, PROBLEM_FORMAT_UNKNOWN, PROBLEM_INVALID (`data.issues`), PROBLEM_UNREADABLE
 */
export async function readProblem(
  path: string,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<Problem> {
  const stats = await stat(path).catch(() => undefined);
  const address = stats === undefined ? parseCorpusAddress(path) : undefined;
  if (address !== undefined) return (await readCorpusProblem(address.path, address.selector, options)).problem;
  if (stats === undefined) throw fail("PROBLEM_NOT_FOUND", path, "nothing is there");
  if (stats.isDirectory()) {
    const manifest = await stat(join(path, manifestName)).catch(() => undefined);
    const manifestYml = await stat(join(path, "problem.yml")).catch(() => undefined);
    if (manifest === undefined && manifestYml === undefined) {
      throw fail("PROBLEM_FORMAT_UNKNOWN", path, `a folder without ${manifestName}`);
    }
    return readNativeProblem(path, options);
  }
  if (!stats.isFile()) throw fail("PROBLEM_FORMAT_UNKNOWN", path, "neither a file nor a folder");
  if (corpusFilePattern.test(path)) throw fail("PROBLEM_FORMAT_UNKNOWN", path, `many rows; name one, as in ${path}#1`);
  if (!path.toLowerCase().endsWith(".json")) throw fail("PROBLEM_FORMAT_UNKNOWN", path, "a file of another kind");
  if (stats.size > payloadCapBytes) {
    const issue = { file: path, expected: `at most ${payloadCapBytes} bytes`, actual: `${stats.size} bytes` };
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
