import type { Problem } from "../../problem.ts";
import type { CorpusName, RawRow } from "./corpus.ts";
import { parseCodeContestsO } from "./parse-code-contests-o.ts";
import { parseCodeContestsPlus } from "./parse-code-contests-plus.ts";
import { parseCodeContests } from "./parse-code-contests.ts";
import { parseHardTests } from "./parse-hardtests.ts";
import { parseLiveCodeBench } from "./parse-livecodebench.ts";
import { parseTaco } from "./parse-taco.ts";
import { parseRow, type ParsedRow, type RowContext, type RowPlace } from "./row-context.ts";

const parsers: Readonly<Record<CorpusName, (row: RawRow, context: RowContext) => Problem | undefined>> = {
  code_contests: parseCodeContests,
  code_contests_plus: parseCodeContestsPlus,
  code_contests_o: parseCodeContestsO,
  taco: parseTaco,
  hardtests: parseHardTests,
  livecodebench: parseLiveCodeBench,
};

/** A problem from one row of a corpus, or all that is wrong with the row. */
export function parseCorpusRow(row: RawRow, corpus: CorpusName, place: RowPlace): ParsedRow {
  return parseRow(row, place, parsers[corpus]);
}
