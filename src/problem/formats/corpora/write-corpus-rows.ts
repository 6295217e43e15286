import { open } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { boundary } from "../../../std/index.ts";
import type { Problem } from "../../problem.ts";
import { createProblemError } from "../../problem-issue.ts";
import type { Loss } from "../loss.ts";
import type { CorpusName, RawRow } from "./corpus.ts";
import { parseCorpusRow } from "./parse-corpus-row.ts";
import { problemToCodeContestsRow, problemToLiveCodeBenchRow } from "./problem-to-row.ts";

/** The corpora whose rows are written. */
export type WritableCorpus = Extract<CorpusName, "code_contests" | "livecodebench">;

const writers: Readonly<Record<WritableCorpus, (problem: Problem) => RawRow>> = {
  code_contests: problemToCodeContestsRow,
  livecodebench: problemToLiveCodeBenchRow,
};

/**
 * Writes problems as JSONL rows of a corpus, one after the other. What a row cannot hold is left out and named: the row
 * is read back and compared. The file must not exist.
 *
 * @throws PROBLEM_UNWRITABLE where a row would not read back as a problem, or where the file system refuses
 */
export async function writeCorpusRows(
  problems: Iterable<Problem> | AsyncIterable<Problem>,
  path: string,
  options: { readonly corpus: WritableCorpus; readonly signal?: AbortSignal | undefined },
): Promise<{ readonly rows: number; readonly losses: readonly Loss[] }> {
  return boundary({ code: "PROBLEM_UNWRITABLE", what: `writing rows to ${path}` }, async () => {
    const handle = await open(path, "wx");
    const losses: Loss[] = [];
    let rows = 0;
    try {
      for await (const problem of problems) {
        options.signal?.throwIfAborted();
        rows += 1;
        const written = problemToCorpusRow(problem, { corpus: options.corpus, file: `${path}#${rows}`, row: rows });
        losses.push(...written.losses);
        await handle.appendFile(`${JSON.stringify(written.columns)}\n`);
      }
    } finally {
      await handle.close();
    }
    return { rows, losses };
  });
}

/** One row, and what of the problem it does not hold. @throws PROBLEM_UNWRITABLE (`data.issues`) */
export function problemToCorpusRow(
  problem: Problem,
  options: { readonly corpus: WritableCorpus; readonly file: string; readonly row: number },
): { readonly columns: RawRow; readonly losses: readonly Loss[] } {
  const { corpus, file, row } = options;
  const columns = writers[corpus](problem);
  const back = parseCorpusRow(columns, corpus, { file, row });
  if (back.kind === "row-refused") {
    throw createProblemError({ code: "PROBLEM_UNWRITABLE", subject: problem.id, issues: back.issues });
  }
  return { columns, losses: findLosses(problem, back.result.problem, { corpus, file }) };
}

function findLosses(
  problem: Problem,
  back: Problem,
  { corpus, file }: { readonly corpus: CorpusName; readonly file: string },
): Loss[] {
  const fields = Object.keys({ ...problem, ...back }) as (keyof Problem)[];
  const lose = (field: string): Loss => ({ file, field, reason: `a row of ${corpus} cannot hold it as it is` });
  return fields.flatMap((field) => {
    if (field === "provenance") {
      const keys = Object.keys({ ...problem.provenance, ...back.provenance }) as (keyof Problem["provenance"])[];
      return keys
        .filter((key) => key !== "format" && !isSame(problem.provenance[key], back.provenance[key]))
        .map((key) => lose(`provenance.${key}`));
    }
    return isSame(problem[field], back[field]) ? [] : [lose(field)];
  });
}

function isSame(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(withoutUndefined(a), withoutUndefined(b));
}

function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(withoutUndefined);
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[key, withoutUndefined(item)]])),
  );
}
