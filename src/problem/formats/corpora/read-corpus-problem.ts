import { AppError } from "../../../std/index.ts";
import { createProblemError } from "../../problem-issue.ts";
import type { ReadProblemResult } from "../loss.ts";
import { toProblemId } from "./build-problem.ts";
import { detectCorpus, idColumns, type CorpusName } from "./corpus.ts";
import { readSourceRows, toCorpusRow } from "./read-corpus.ts";
import type { SourceRow } from "./row-source.ts";

/** The path and the row in `tasks.jsonl#12`; undefined for any other text. */
export function parseCorpusAddress(text: string): { readonly path: string; readonly selector: string } | undefined {
  const match = /^(.+?\.(?:jsonl|ndjson|jsonl\.gz|ndjson\.gz|parquet))#(.+)$/i.exec(text);
  return match?.[1] === undefined || match[2] === undefined ? undefined : { path: match[1], selector: match[2] };
}

/**
 * The problem of one row: `12` is the twelfth row, any other selector is the row's own id or the problem's id, and
 * `id:12` is an id that looks like a number. Reading stops at that row.
 *
 * @throws PROBLEM_NOT_FOUND (file or row), PROBLEM_FORMAT_UNKNOWN, PROBLEM_INVALID (`data.issues`), PROBLEM_UNREADABLE
 */
export async function readCorpusProblem(
  path: string,
  selector: string,
  options: { readonly corpus?: CorpusName | undefined; readonly signal?: AbortSignal | undefined } = {},
): Promise<ReadProblemResult> {
  const number = /^[1-9]\d{0,9}$/.test(selector) ? Number(selector) : undefined;
  const id = selector.startsWith("id:") ? selector.slice(3) : selector;
  let rows = 0;
  for await (const source of readSourceRows(path, { signal: options.signal })) {
    rows = source.lastRow ?? source.row;
    const isWanted = number === undefined ? hasId(source, id, options.corpus) : coversRow(source, number);
    if (!isWanted) continue;
    const found = toCorpusRow(source, path, options.corpus);
    if (found.kind === "row-read") return found.result;
    throw createProblemError({ code: "PROBLEM_INVALID", subject: `${path}#${selector}`, issues: found.issues });
  }
  const wanted = number === undefined ? `a row with the id ${JSON.stringify(id)}` : `row ${number}`;
  throw new AppError({
    code: "PROBLEM_NOT_FOUND",
    message: `expected ${wanted} in ${path}; found ${rows} rows${number === undefined ? ", none with that id" : ""}. Name a row by its number from 1, or by its id`,
    data: { path, selector },
  });
}

function coversRow(source: SourceRow, number: number): boolean {
  return number >= source.row && number <= (source.lastRow ?? source.row);
}

function hasId(source: SourceRow, id: string, corpus: CorpusName | undefined): boolean {
  const read = source.read();
  if (read.kind === "row-fault") return false;
  const name = corpus ?? detectCorpus(Object.keys(read.columns));
  if (name === undefined) return false;
  const isId = (value: unknown): boolean => value === id || (typeof value === "number" && String(value) === id);
  if (idColumns[name].some((column) => isId(read.columns[column]))) return true;
  const title = titleColumns.map((column) => read.columns[column]).find((value) => typeof value === "string");
  return title !== undefined && toProblemId(title) === id;
}

const titleColumns = ["pid", "question_title", "title", "name"];
