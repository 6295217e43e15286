import { z } from "zod";
import type { Journal } from "../../journal/index.ts";
import { AppError, type Clock } from "../../std/index.ts";
import { formatRational } from "../numbers/rational.ts";
import { alignTerms, toExactTerms, toPlainLine } from "./align-terms.ts";
import type { SequenceHint, SequenceSource } from "./contract.ts";
import { defaultFetchLimits, fetchJson, type FetchLimits } from "./fetch-json.ts";

export interface OeisOptions {
  /** Where the encyclopedia answers; by default the public site. */
  readonly baseUrl?: string;
  readonly limits?: Partial<FetchLimits>;
  /** Each look-up becomes an effect of it: an answer that is known is not asked for again. */
  readonly journal?: Journal;
  readonly clock?: Clock;
}

const entrySchema = z.looseObject({
  number: z.int().nonnegative(),
  name: z.string(),
  data: z.string().regex(/^-?\d+(,-?\d+)*$/),
  formula: z.array(z.string()).optional(),
});

/** The list itself, `null` for nothing found, or (as the site answered until 2024) an object that holds it. */
const answerSchema = z.union([
  z.null(),
  z.array(entrySchema),
  z.looseObject({ count: z.int(), results: z.array(entrySchema).nullish() }),
]);

/** More terms than this make the query long without making it sharper. */
const maxAskedTerms = 24;

const maxNotes = 12;

/**
 * The On-Line Encyclopedia of Integer Sequences. Its terms and formulas are hints like any other.
 *
 * @paper GrandCode 3.4, docs/paper-map.md#sequence-finder
 */
export function createOeisSource(options: OeisOptions = {}): SequenceSource {
  const limits = { ...defaultFetchLimits, ...options.limits };
  return {
    name: "oeis",
    lookUp: async (prefix, lookUpOptions) => {
      const terms = toExactTerms(prefix);
      if (terms.some(({ denominator }) => denominator !== 1n)) return [];
      const url = new URL("search", options.baseUrl ?? "https://oeis.org/");
      url.searchParams.set("fmt", "json");
      url.searchParams.set("q", terms.slice(0, maxAskedTerms).map(formatRational).join(","));
      const answer = await fetchJson(url, {
        source: "OEIS",
        limits,
        journal: options.journal,
        clock: options.clock,
        signal: lookUpOptions?.signal,
      });
      return parseAnswer(answer).flatMap((entry): SequenceHint[] => {
        const term = alignTerms(entry.data.split(",").map(BigInt), prefix);
        const id = `A${String(entry.number).padStart(6, "0")}`;
        if (term === undefined) return [];
        return [
          {
            source: "oeis",
            title: `${id}: ${toPlainLine(entry.name)}`,
            url: `https://oeis.org/${id}`,
            notes: (entry.formula ?? []).slice(0, maxNotes).map((line) => toPlainLine(line)),
            term,
          },
        ];
      });
    },
  };
}

function parseAnswer(answer: unknown): readonly z.infer<typeof entrySchema>[] {
  const parsed = answerSchema.safeParse(answer);
  if (parsed.success) return Array.isArray(parsed.data) ? parsed.data : (parsed.data?.results ?? []);
  const [issue] = parsed.error.issues;
  throw new AppError({
    code: "SEQUENCE_SOURCE_INVALID",
    message: `OEIS: expected a list of sequences with number, name and data, got something else (${issue?.message ?? "no list"}); the site's format may have changed`,
    cause: parsed.error,
  });
}
