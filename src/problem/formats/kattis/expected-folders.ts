import { parseExpectation } from "../../expected-verdicts.ts";
import type { ExpectedVerdicts } from "../../problem.ts";
import { verdicts, type Verdict } from "../../verdict.ts";
import type { VerdictRule } from "./verdict-sets.ts";

const everything = ["AC", "WA", "TLE", "RTE"] as const;

/** What the folders below `submissions/` mean since 2023-07. */
export const modernFolders: Readonly<Record<string, VerdictRule>> = {
  accepted: { permitted: ["AC"], required: ["AC"] },
  rejected: { permitted: everything, required: ["RTE", "TLE", "WA"] },
  wrong_answer: { permitted: ["AC", "WA"], required: ["WA"] },
  time_limit_exceeded: { permitted: ["AC", "TLE"], required: ["TLE"] },
  run_time_error: { permitted: ["AC", "RTE"], required: ["RTE"] },
  brute_force: { permitted: ["AC", "RTE", "TLE"], required: ["RTE", "TLE"] },
};

/** The same in version legacy, with the folders of its tools. */
export const legacyFolders: Readonly<Record<string, VerdictRule>> = {
  accepted: { permitted: ["AC"], required: ["AC"] },
  // No tool of today knows it: right, and too slow to measure a limit by.
  slow_accepted: { permitted: ["AC", "TLE"], required: ["AC", "TLE"] },
  rejected: { permitted: everything, required: ["RTE", "TLE", "WA"] },
  partially_accepted: { permitted: everything, required: ["RTE", "TLE", "WA"] },
  wrong_answer: { permitted: ["AC", "WA"], required: ["WA"] },
  time_limit_exceeded: { permitted: ["AC", "WA", "TLE"], required: ["TLE"] },
  run_time_error: { permitted: everything, required: ["RTE"] },
  brute_force: { permitted: ["AC", "RTE", "TLE"], required: ["RTE", "TLE"] },
};

/** Folders of DOMjudge and others, with verdicts that the format has no word for. */
export const toolFolders: Readonly<Record<string, ExpectedVerdicts | undefined>> = {
  compiler_error: parseExpectation("compile-error"),
  output_limit: parseExpectation("output-limit-exceeded"),
  memory_limit: parseExpectation("memory-limit-exceeded"),
  no_output: parseExpectation("wrong-answer"),
  partial: parseExpectation("rejected"),
  partially_accepted: parseExpectation("rejected"),
  slow_accepted: { permitted: ["accepted", "time-limit-exceeded", "idleness-limit-exceeded"], required: [] },
};

const resultVerdicts: Readonly<Record<string, readonly Verdict[]>> = {
  CORRECT: ["accepted"],
  ACCEPTED: ["accepted"],
  "WRONG-ANSWER": ["wrong-answer", "presentation-error"],
  TIMELIMIT: ["time-limit-exceeded", "idleness-limit-exceeded"],
  "TIME-LIMIT-EXCEEDED": ["time-limit-exceeded", "idleness-limit-exceeded"],
  "RUN-ERROR": ["runtime-error", "memory-limit-exceeded", "output-limit-exceeded"],
  "RUN-TIME-ERROR": ["runtime-error", "memory-limit-exceeded", "output-limit-exceeded"],
  "COMPILER-ERROR": ["compile-error"],
  "NO-OUTPUT": ["wrong-answer", "presentation-error"],
  "OUTPUT-LIMIT": ["output-limit-exceeded"],
  "MEMORY-LIMIT": ["memory-limit-exceeded"],
};

/** What an annotation in a source text expects: `@EXPECTED_RESULTS@: A, B` or `@EXPECTED_SCORE@: 10`. */
export type Annotation =
  | { readonly kind: "annotation-found"; readonly expected: ExpectedVerdicts }
  | { readonly kind: "annotation-absent" }
  | { readonly kind: "annotation-bad"; readonly actual: string };

/** Reads DOMjudge's annotations; they count where the folder's name says nothing. */
export function parseAnnotation(source: string): Annotation {
  const tags = [...source.matchAll(/@EXPECTED_(RESULTS|SCORE)@: ?([^\n]{0,500})/gi)];
  if (tags.length === 0) return { kind: "annotation-absent" };
  const results = tags.filter((tag) => tag[1]?.toUpperCase() === "RESULTS");
  if (results.length > 1 || tags.length - results.length > 1) {
    return { kind: "annotation-bad", actual: "several annotations" };
  }
  let expected: ExpectedVerdicts = parseExpectation("any") ?? { permitted: [], required: [] };
  for (const tag of tags) {
    const text = (tag[2] ?? "").replace(/\*\/\s*$|-->\s*$/, "").trim();
    const score = Number(text);
    if (tag[1]?.toUpperCase() === "SCORE" && text !== "" && Number.isFinite(score)) {
      expected = { ...expected, score: { minimum: score, maximum: score } };
      continue;
    }
    const words = text.split(",").map((word) => word.trim().toUpperCase().replaceAll("_", "-"));
    if (words.includes("CHECK-MANUALLY")) continue;
    const sets = words.map((word) => (Object.hasOwn(resultVerdicts, word) ? resultVerdicts[word] : undefined));
    if (sets.some((set) => set === undefined)) return { kind: "annotation-bad", actual: text };
    const named = new Set(sets.flatMap((set) => set ?? []));
    const isSure = !named.has("accepted");
    const required = verdicts.filter((verdict) => named.has(verdict));
    expected = {
      ...expected,
      permitted: verdicts.filter((verdict) => named.has(verdict) || verdict === "accepted"),
      required: isSure || named.size === 1 ? required : [],
    };
  }
  return { kind: "annotation-found", expected };
}
