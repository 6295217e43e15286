import { stringify } from "yaml";
import type { Limits } from "../../limits.ts";
import type { Problem } from "../../problem.ts";
import { toCompareFlags } from "./compare-flags.ts";
import { manifestFile } from "./read-metadata.ts";
import type { KattisPackage } from "./write-kattis-problem.ts";

const licenses = new Set(["unknown", "public domain", "cc0", "cc by", "cc by-sa", "educational", "permission"]);

/** Writes `problem.yaml`. */
export function writeManifest(target: KattisPackage, problem: Problem): void {
  const { lose, version } = target;
  loseFields(target, problem);
  const { provenance } = problem;
  const license = provenance.license !== undefined && licenses.has(provenance.license) ? provenance.license : undefined;
  if (license !== provenance.license) lose(manifestFile, "license", `not one of the format's: ${provenance.license}`);
  const common = { uuid: provenance.sourceId, license, rights_owner: provenance.rightsOwner };
  const isScoring = problem.scoring.kind !== "binary";
  const data =
    version === "legacy"
      ? {
          name: toName(target, problem),
          type: isScoring ? "scoring" : undefined,
          ...toLegacy(target, problem),
          ...common,
        }
      : {
          problem_format_version: version,
          name: toName(target, problem),
          type: toTypes(problem),
          ...common,
          credits: provenance.authors.length === 0 ? undefined : { authors: [...provenance.authors] },
          source: toSource(target, problem),
          keywords: provenance.tags.length === 0 ? undefined : [...provenance.tags],
          limits: toModernLimits(target, problem),
        };
  target.add(manifestFile, stringify(data, { lineWidth: 0, aliasDuplicateObjects: false }));
}

/** The flags of the checker as the format passes them. */
export function toCheckerFlags({ checker, interactor }: Problem): readonly string[] {
  const judge = interactor ?? checker;
  if (judge.kind === "compare") return toCompareFlags(judge.options);
  return judge.kind === "program" ? judge.flags : [];
}

function loseFields({ lose, refuse, version }: KattisPackage, problem: Problem): void {
  const { provenance, streams, interactor, checker } = problem;
  const known: readonly (readonly [string, boolean, string])[] = [
    ["id", false, ""],
    ["publishedOn", provenance.publishedOn !== undefined, "when it was first public"],
    ["level", provenance.level !== undefined, "how hard it is"],
    ["rating", provenance.rating !== undefined, "how hard it is"],
    ["difficulty", provenance.difficulty !== undefined, "how hard it is"],
    ["isMultiTest", problem.isMultiTest !== undefined, "whether one input holds several cases"],
    ["stackLimitBytes", problem.limits.stackLimitBytes !== undefined, "the stack is as large as memory"],
    ["format", provenance.format !== `kattis-${version}`, `it came as ${provenance.format}`],
    ["checker", interactor !== undefined && checker.kind === "program", "beside an interactor no checker is run"],
  ];
  for (const [field, isLost, reason] of known) if (isLost) lose(manifestFile, field, reason);
  if (streams.input.kind === "file" || streams.output.kind === "file") {
    refuse({ file: manifestFile, field: "streams", expected: "standard input and output", actual: "files" });
  }
  if (problem.functionCall !== undefined) {
    refuse({
      file: manifestFile,
      field: "functionCall",
      expected: "a problem that is solved by a program",
      actual: "a function",
    });
  }
  if (version === "legacy" && problem.isSubmitAnswer) {
    refuse({ file: manifestFile, field: "type", expected: "2025-09 for submit-answer", actual: version });
  }
  if (version !== "legacy" && problem.scoring.kind === "open-ended" && problem.scoring.direction === "minimize") {
    refuse({
      file: manifestFile,
      field: "type",
      expected: "scores to be maximized: write version legacy",
      actual: "minimize",
    });
  }
}

function toName({ lose, version }: KattisPackage, { title, statements }: Problem): string | Record<string, string> {
  const titles = statements.map((statement) => [statement.languageTag, statement.title ?? title] as const);
  if (version === "legacy") {
    if (titles.some(([, name]) => name !== title)) lose(manifestFile, "name", "titles of translations");
    return title;
  }
  const isPlain = titles.length === 1 && titles[0]?.[0] === "en" && titles[0][1] === title;
  if (!isPlain && titles[0]?.[1] !== title)
    lose(manifestFile, "name", `the title ${title}: the first statement has its own`);
  return isPlain ? title : Object.fromEntries(titles);
}

function toTypes(problem: Problem): string | string[] | undefined {
  const types = [
    ...(problem.scoring.kind === "binary" ? [] : ["scoring"]),
    ...(problem.interactor === undefined ? [] : ["interactive"]),
    ...(problem.passLimit === undefined ? [] : ["multi-pass"]),
    ...(problem.isSubmitAnswer ? ["submit-answer"] : []),
  ];
  return types.length === 0 ? undefined : types.length === 1 ? types[0] : types;
}

function toSource({ lose }: KattisPackage, { provenance: { source, url } }: Problem) {
  if (source === undefined && url !== undefined) lose(manifestFile, "source.url", "an address needs the source's name");
  if (source === undefined) return undefined;
  return url === undefined ? source : { name: source, url };
}

function toLegacy(target: KattisPackage, problem: Problem) {
  const { provenance, scoring, interactor, checker, passLimit } = problem;
  const { authors, tags } = provenance;
  const judge = interactor ?? checker;
  const words = [
    judge.kind === "program" ? "custom" : "default",
    ...(judge.kind === "program" && scoring.kind !== "binary" ? ["score"] : []),
    ...(interactor === undefined ? [] : ["interactive"]),
    ...(passLimit === undefined ? [] : ["multi-pass"]),
  ];
  const flags = toCheckerFlags(problem);
  const bad = flags.find((flag) => flag === "" || /\s/.test(flag));
  if (bad !== undefined) target.lose(manifestFile, "validator_flags", `a flag with spaces: ${JSON.stringify(bad)}`);
  if (tags.some((tag) => /\s/.test(tag) || tag === "")) target.lose(manifestFile, "keywords", "words with spaces");
  if (authors.some((author) => /,|\band\b|&/.test(author) || author.trim() !== author)) {
    target.lose(manifestFile, "author", "names with commas or and");
  }
  if (provenance.source === undefined && provenance.url !== undefined) {
    target.lose(manifestFile, "source_url", "an address needs the source's name");
  }
  return {
    author: authors.length === 0 ? undefined : authors.join(", "),
    source: provenance.source,
    source_url: provenance.source === undefined ? undefined : provenance.url,
    validation: words.join(" ") === "default" ? undefined : words.join(" "),
    validator_flags: flags.length === 0 ? undefined : flags.join(" "),
    grading: scoring.kind === "open-ended" && scoring.direction === "minimize" ? { objective: "min" } : undefined,
    keywords: tags.length === 0 ? undefined : tags.join(" "),
    limits: toLegacyLimits(target, problem),
  };
}

function toLegacyLimits(target: KattisPackage, { limits, passLimit }: Problem) {
  const { lose } = target;
  if (limits.timeResolutionMs !== undefined && limits.timeResolutionMs !== 1000) {
    lose(manifestFile, "limits.time_resolution", "version legacy has none");
  }
  return {
    ...toCommonLimits(target, limits),
    time_multiplier: limits.timeLimitFactor,
    time_safety_margin: limits.timeLimitMargin,
    validation_passes: passLimit,
  };
}

function toModernLimits(target: KattisPackage, { limits, passLimit }: Problem) {
  const multipliers = { ac_to_time_limit: limits.timeLimitFactor, time_limit_to_tle: limits.timeLimitMargin };
  for (const [key, value] of Object.entries(multipliers)) {
    if (value !== undefined && value < 1)
      target.lose(manifestFile, `limits.time_multipliers.${key}`, `${value}: at least 1`);
  }
  const ac = atLeast(multipliers.ac_to_time_limit);
  const tle = atLeast(multipliers.time_limit_to_tle);
  const resolution = limits.timeResolutionMs;
  return {
    ...toCommonLimits(target, limits),
    time_multipliers:
      ac === undefined && tle === undefined ? undefined : { ac_to_time_limit: ac, time_limit_to_tle: tle },
    time_resolution: resolution === undefined ? undefined : resolution / 1000,
    validation_passes: passLimit,
  };
}

function toCommonLimits({ lose }: KattisPackage, limits: Limits) {
  const scale = (key: string, value: number | undefined, unit: number): number | undefined => {
    if (value === undefined) return undefined;
    if (value % unit !== 0) lose(manifestFile, `limits.${key}`, `${value} is no multiple of ${unit}: rounded up`);
    return Math.ceil(value / unit);
  };
  const mebibyte = 2 ** 20;
  return {
    time_limit: limits.timeLimitFactor === undefined ? limits.timeLimitMs / 1000 : undefined,
    memory: scale("memory", limits.memoryLimitBytes, mebibyte),
    output: scale("output", limits.outputLimitBytes, mebibyte),
    code: scale("code", limits.codeLimitBytes, 1024),
    compilation_time: scale("compilation_time", limits.compilationTimeMs, 1000),
    compilation_memory: scale("compilation_memory", limits.compilationMemoryBytes, mebibyte),
    validation_time: scale("validation_time", limits.validationTimeMs, 1000),
    validation_memory: scale("validation_memory", limits.validationMemoryBytes, mebibyte),
    validation_output: scale("validation_output", limits.validationOutputBytes, mebibyte),
  };
}

function atLeast(value: number | undefined): number | undefined {
  return value !== undefined && value < 1 ? undefined : value;
}
