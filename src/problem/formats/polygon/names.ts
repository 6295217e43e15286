import { parseExpectation } from "../../expected-verdicts.ts";
import type { ExpectedVerdicts } from "../../problem.ts";
import type { Language } from "../../program.ts";

export const manifestName = "problem.xml";

/** The test set whose tests carry no prefix in their ids, and whose limits are the problem's. */
export const mainTestset = "tests";

const languageTags: Readonly<Record<string, string>> = {
  english: "en",
  russian: "ru",
  ukrainian: "uk",
  belarusian: "be",
  chinese: "zh",
  japanese: "ja",
  korean: "ko",
  german: "de",
  french: "fr",
  spanish: "es",
  portuguese: "pt",
  italian: "it",
  polish: "pl",
  czech: "cs",
  slovak: "sk",
  hungarian: "hu",
  romanian: "ro",
  bulgarian: "bg",
  croatian: "hr",
  serbian: "sr",
  slovene: "sl",
  macedonian: "mk",
  greek: "el",
  turkish: "tr",
  azerbaijani: "az",
  armenian: "hy",
  georgian: "ka",
  hebrew: "he",
  arabic: "ar",
  persian: "fa",
  hindi: "hi",
  bengali: "bn",
  thai: "th",
  vietnamese: "vi",
  indonesian: "id",
  kazakh: "kk",
  uzbek: "uz",
  kyrgyz: "ky",
  tajik: "tg",
  mongolian: "mn",
  finnish: "fi",
  swedish: "sv",
  norwegian: "no",
  danish: "da",
  dutch: "nl",
  estonian: "et",
  latvian: "lv",
  lithuanian: "lt",
};

/** The tag of a language that Polygon names; undefined for one that is neither known nor a tag itself. */
export function toLanguageTag(name: string): string | undefined {
  const key = name.toLowerCase();
  if (Object.hasOwn(languageTags, key)) return languageTags[key];
  return /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/.test(name) ? name : undefined;
}

/** Polygon's name of a language, or the tag itself where it has none. */
export function toLanguageName(tag: string): string {
  return Object.entries(languageTags).find(([, known]) => known === tag)?.[0] ?? tag;
}

/** The language behind a `type` such as `cpp.g++17`, `cpp.gcc13-64-winlibs-g++20` or `python.pypy3-64`. */
export function toLanguage(type: string): Language {
  if (type.startsWith("cpp.")) {
    const standard = /\+\+(\d\w)/.exec(type)?.[1] ?? "17";
    return standard === "20" || standard === "2a"
      ? "cpp20"
      : standard === "23" || standard === "2b"
        ? "cpp23"
        : "cpp17";
  }
  if (type.startsWith("c.")) return "c";
  if (type.startsWith("python.pypy3")) return "pypy3";
  if (type.startsWith("python.3")) return "python3";
  if (/^java(?!script)/.test(type)) return "java";
  if (/^(?:js|javascript)\b/.test(type)) return "javascript";
  if (type.startsWith("rust")) return "rust";
  if (/^go(?:\d|lang|\.|$)/.test(type)) return "go";
  return type.startsWith("kotlin") ? "kotlin" : "other";
}

export const sourceTypes: Readonly<Record<Language, string>> = {
  c: "c.gcc",
  cpp17: "cpp.g++17",
  cpp20: "cpp.gcc13-64-winlibs-g++20",
  cpp23: "cpp.gcc14-64-msys2-g++23",
  python3: "python.3",
  pypy3: "python.pypy3-64",
  java: "java21",
  javascript: "js.node",
  rust: "rust.2021",
  go: "go.1",
  kotlin: "kotlin.21",
  other: "other",
};

const eitherOr = (verdict: ExpectedVerdicts["permitted"][number]): ExpectedVerdicts => ({
  permitted: ["accepted", verdict],
  required: [],
});

/** What a solution's tag promises. `failed` and `do-not-run` promise nothing. */
export function toExpected(tag: string): ExpectedVerdicts | undefined {
  switch (tag) {
    case "main":
      return parseExpectation("accepted");
    case "failed":
    case "do-not-run":
      return parseExpectation("any");
    case "time-limit-exceeded-or-accepted":
      return eitherOr("time-limit-exceeded");
    case "time-limit-exceeded-or-memory-limit-exceeded":
      return {
        permitted: ["accepted", "time-limit-exceeded", "memory-limit-exceeded"],
        required: ["time-limit-exceeded", "memory-limit-exceeded"],
      };
    default:
      return polygonTags.includes(tag) ? parseExpectation(tag) : undefined;
  }
}

const polygonTags: readonly string[] = [
  "accepted",
  "rejected",
  "wrong-answer",
  "time-limit-exceeded",
  "memory-limit-exceeded",
  "presentation-error",
  "runtime-error",
];

export const knownTags: readonly string[] = [
  "main",
  ...polygonTags,
  "time-limit-exceeded-or-accepted",
  "time-limit-exceeded-or-memory-limit-exceeded",
  "failed",
  "do-not-run",
];

/** The tag that promises exactly this, if there is one. */
export function toTag(expected: ExpectedVerdicts): string | undefined {
  const wanted = JSON.stringify(strip(expected));
  return knownTags.slice(1).find((tag) => JSON.stringify(strip(toExpected(tag))) === wanted);
}

function strip(expected: ExpectedVerdicts | undefined): ExpectedVerdicts | undefined {
  return expected && { ...expected, permitted: expected.permitted, required: expected.required };
}

/** The path of a test by its number from 1: `tests/%02d` gives `tests/07`; undefined for a pattern of another kind. */
export function formatPath(pattern: string, number: number): string | undefined {
  const match = /^([^%]*)%(?:0(\d))?d([^%]*)$/.exec(pattern);
  if (match === null) return undefined;
  return `${match[1] ?? ""}${String(number).padStart(Number(match[2] ?? 0), "0")}${match[3] ?? ""}`;
}
