import { defaultChecker } from "../../checker.ts";
import { parseExpectation } from "../../expected-verdicts.ts";
import { defaultLimits } from "../../limits.ts";
import type { NamedProgram, Problem, Solution } from "../../problem.ts";
import type { Language, Program } from "../../program.ts";
import type { Statement } from "../../statement.ts";
import { createTestData, type TestCase } from "../../test-case.ts";
import { findImageReferences } from "../native/image-references.ts";
import { normalizeText } from "../text.ts";
import type { RowContext } from "./row-context.ts";

/** A problem from the parts that a row has; the rest is as it is where nothing is said. */
export function buildProblem(
  parts: Pick<Problem, "title" | "statements" | "tests" | "provenance"> & Partial<Problem>,
): Problem {
  return {
    id: toProblemId(parts.title),
    limits: defaultLimits,
    streams: { input: { kind: "stdin" }, output: { kind: "stdout" } },
    groups: [],
    checker: defaultChecker,
    validators: [],
    generators: [],
    solutions: [],
    scoring: { kind: "binary" },
    ...parts,
  };
}

/** `1575_A. Another Problem` gives `1575-a-another-problem`; texts without Latin letters or digits give `problem`. */
export function toProblemId(title: string): string {
  const id = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 100)
    .replace(/-+$/, "");
  return id === "" ? "problem" : id;
}

/** A statement as corpora hold it: text without its images. Control characters are dropped. */
export function toStatement(text: string, context: RowContext, rest: Partial<Statement> = {}): Statement {
  const normal = normalizeText(text);
  const clean = normal.replace(/[^\P{Cc}\t\n\u0080-\u009F]/gu, "");
  if (clean !== normal) context.lose("statement", "control characters in the text are dropped");
  const references = findImageReferences(clean);
  if (references.length > 0)
    context.lose("statement", `images that rows do not hold: ${references.slice(0, 5).join(", ")}`);
  const markdown =
    references.length === 0
      ? clean
      : clean.replace(/!\[([^\]\n]{0,999})\]\((?!\w+:|\/\/)[^)\n]{0,999}\)/g, "[image $1]");
  return { languageTag: "en", markdown, images: [], ...rest };
}

/** Tests with ids `prefix/1`, `prefix/2`, …, bytes as they came. An output of null is no answer. */
export function toTests(
  pairs: readonly { readonly input: string; readonly output?: string | null | undefined }[],
  options: {
    readonly prefix: string;
    readonly isSample?: boolean;
    readonly field: string;
    readonly context: RowContext;
  },
): TestCase[] {
  const { prefix, isSample = false, field, context } = options;
  return pairs.map(({ input, output }, index) => {
    if (!input.isWellFormed() || output?.isWellFormed() === false) {
      context.refuse(`${field}.${index}`, "whole characters", "half of a surrogate pair");
    }
    return {
      id: `${prefix}/${index + 1}`,
      isSample,
      input: createTestData(input),
      answer: output === null || output === undefined ? undefined : createTestData(output),
    };
  });
}

/** Solutions named `prefix-1`, `prefix-2`, …; `expectation` as in `parseExpectation`. */
export function toSolutions(
  programs: readonly Program[],
  prefix: string,
  expectation: "accepted" | "rejected" | "any",
): Solution[] {
  const expected = parseExpectation(expectation) ?? { permitted: [], required: [] };
  return programs.map((program, index) => ({ name: `${prefix}-${index + 1}`, program, isMain: false, expected }));
}

/** A submission as a program; Java is filed under its public class. */
export function toProgram(source: string, language: Language, otherFileName = "main.txt"): Program {
  return { language, fileName: toFileName(source, language) ?? otherFileName, source };
}

/** A testlib program of a package, called by `name`. */
export function toTestlibProgram(name: string, source: string, resources?: Program["resources"]): NamedProgram {
  const program = { language: "cpp17" as const, fileName: `${name}.cpp`, source, ...(resources && { resources }) };
  return { name, program, convention: "testlib", flags: [] };
}

const extensions: Partial<Readonly<Record<Language, string>>> = {
  c: "c",
  cpp17: "cpp",
  cpp20: "cpp",
  cpp23: "cpp",
  python3: "py",
  pypy3: "py",
  javascript: "js",
  rust: "rs",
  go: "go",
  kotlin: "kt",
};

function toFileName(source: string, language: Language): string | undefined {
  if (language === "java") {
    const name = /^\s*public\s+(?:(?:final|abstract|strictfp)\s+)*class\s+([A-Za-z_]\w{0,90})/m.exec(source)?.[1];
    return `${name ?? "Main"}.java`;
  }
  const extension = extensions[language];
  return extension === undefined ? undefined : `main.${extension}`;
}

/** A language by the words that corpora use (`py3`, `C++17`, `CPP`, `Java 8`); `other` for any that is not known. */
export function parseLanguageWord(word: string): Language {
  const text = word.toLowerCase().replace(/[\s_-]+/g, "");
  if (/^(?:gnu)?(?:c\+\+|cpp|g\+\+)/.test(text)) {
    if (/2[3b]/.test(text)) return "cpp23";
    return /2[0a]/.test(text) ? "cpp20" : "cpp17";
  }
  if (/^(?:py|python|cpython)3(?:[.\d]|$)/.test(text)) return "python3";
  if (text.startsWith("pypy3")) return "pypy3";
  if (/^java(?:\d|$)/.test(text)) return "java";
  const known: Readonly<Record<string, Language>> = {
    c: "c",
    gnuc: "c",
    c11: "c",
    javascript: "javascript",
    js: "javascript",
    rust: "rust",
    go: "go",
    golang: "go",
    kotlin: "kotlin",
  };
  return Object.hasOwn(known, text) ? (known[text] ?? "other") : "other";
}

/** The file name that tells Python 2 from other languages that are kept as text. */
export const python2FileName = "main.py2";

/** `2021-06-06T…` gives its day; undefined, and lost, where it is no date. */
export function readDay(field: string, text: string | undefined, context: RowContext): string | undefined {
  if (text === undefined) return undefined;
  const day = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(text)?.[1];
  if (day !== undefined && !Number.isNaN(Date.parse(day))) return day;
  context.lose(field, `${JSON.stringify(text)} is no date of the form YYYY-MM-DD`);
  return undefined;
}
