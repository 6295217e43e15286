import { z } from "zod";
import type { Journal } from "../../journal/index.ts";
import { AppError, type Clock } from "../../std/index.ts";
import { formatRational } from "../numbers/rational.ts";
import { alignTerms, toExactTerms, toPlainLine } from "./align-terms.ts";
import type { SequenceHint, SequenceSource } from "./contract.ts";
import { defaultFetchLimits, fetchJson, type FetchLimits } from "./fetch-json.ts";

export interface WolframOptions {
  /** The AppID; without one nothing can be asked. */
  readonly key: string | undefined;
  /** Where the service answers; by default the public one. */
  readonly baseUrl?: string;
  readonly limits?: Partial<FetchLimits>;
  /** Each look-up becomes an effect of it: an answer that is known is not asked for again. */
  readonly journal?: Journal;
  readonly clock?: Clock;
}

/** One block of an answer, as text from outside. */
export interface WolframPod {
  readonly title: string;
  readonly texts: readonly string[];
}

/** Wolfram Alpha for sequences, and for any subproblem that can be put as a formula. */
export interface WolframSource extends SequenceSource {
  /** The text blocks of the answer; none where the question was not understood. Never trusted: check it. */
  readonly ask: (
    question: string,
    options?: { readonly signal?: AbortSignal | undefined },
  ) => Promise<readonly WolframPod[]>;
}

const answerSchema = z.looseObject({
  queryresult: z.looseObject({
    success: z.boolean(),
    error: z.union([z.boolean(), z.looseObject({ code: z.coerce.string(), msg: z.string() })]),
    pods: z
      .array(
        z.looseObject({
          title: z.string(),
          subpods: z.array(z.looseObject({ title: z.string().nullish(), plaintext: z.string().nullish() })),
        }),
      )
      .optional(),
  }),
});

const maxPods = 20;

/**
 * Wolfram Alpha by its Full Results API.
 *
 * @throws WOLFRAM_KEY_MISSING without a key
 * @paper GrandCode 3.4, docs/paper-map.md#sequence-finder
 */
export function createWolframSource(options: WolframOptions): WolframSource {
  const { key } = options;
  if (key === undefined || key === "") {
    throw new AppError({
      code: "WOLFRAM_KEY_MISSING",
      message: "Wolfram Alpha: expected an AppID, got none; get one at developer.wolframalpha.com, or go on without",
    });
  }
  const limits = { ...defaultFetchLimits, ...options.limits };
  const ask: WolframSource["ask"] = async (question, askOptions) => {
    const url = new URL("v2/query", options.baseUrl ?? "https://api.wolframalpha.com/");
    url.searchParams.set("appid", key);
    url.searchParams.set("input", question);
    url.searchParams.set("output", "json");
    url.searchParams.set("format", "plaintext");
    const answer = await fetchJson(url, {
      source: "Wolfram Alpha",
      limits,
      journal: options.journal,
      clock: options.clock,
      signal: askOptions?.signal,
    });
    return parseAnswer(answer);
  };
  return {
    name: "wolfram-alpha",
    ask,
    lookUp: async (prefix, lookUpOptions) => {
      const asked = toExactTerms(prefix).map(formatRational).join(", ");
      const pods = await ask(`${asked}, ...`, lookUpOptions);
      const texts = pods.flatMap((pod) => pod.texts);
      // The longest list that fits: an answer also repeats the question.
      const lists = texts.map(listIntegers).toSorted((a, b) => b.length - a.length);
      const term = lists.map((list) => alignTerms(list, prefix)).find((each) => each !== undefined);
      const notes = pods.flatMap(({ title, texts: lines }) => lines.map((line) => `${title}: ${line}`));
      const hint: SequenceHint = {
        source: "wolfram-alpha",
        title: notes.find((note) => /closed form|recurrence/i.test(note)) ?? "continuation",
        notes,
        term: term ?? (() => undefined),
      };
      return term === undefined && hint.title === "continuation" ? [] : [hint];
    },
  };
}

/** The integers of a comma-separated list up to whatever else follows; a remark after it does not count. */
function listIntegers(text: string): readonly bigint[] {
  const list = /-?\d+(?:\s*,\s*-?\d+)+/.exec(text)?.[0] ?? "";
  return list === "" ? [] : list.split(",").map((part) => BigInt(part.trim()));
}

function parseAnswer(answer: unknown): readonly WolframPod[] {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) {
    throw new AppError({
      code: "SEQUENCE_SOURCE_INVALID",
      message: `Wolfram Alpha: expected a queryresult with pods, got something else (${parsed.error.issues[0]?.message ?? "no object"}); the format may have changed`,
      cause: parsed.error,
    });
  }
  const { error, pods = [] } = parsed.data.queryresult;
  if (typeof error === "object") {
    throw new AppError({
      code: "SEQUENCE_SOURCE_REFUSED",
      message: `Wolfram Alpha: expected an answer, got error ${toPlainLine(error.code, 20)} (${toPlainLine(error.msg, 100)}); check the AppID`,
    });
  }
  return pods.slice(0, maxPods).map(({ title, subpods }) => ({
    title: toPlainLine(title, 100),
    texts: subpods.flatMap(({ title: name, plaintext }) => {
      const text = toPlainLine(plaintext ?? "");
      return text === ""
        ? []
        : [name === "" || name === null || name === undefined ? text : `${toPlainLine(name, 100)}: ${text}`];
    }),
  }));
}
