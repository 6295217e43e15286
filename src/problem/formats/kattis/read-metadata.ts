import type { z } from "zod";
import type { Limits } from "../../limits.ts";
import { toActualText } from "../../problem-issue.ts";
import type { Provenance } from "../../problem.ts";
import { fileCaps } from "../native/layout.ts";
import { toSchemaIssues } from "../schema-issues.ts";
import { isRecord, readYamlText, toWords, type Constants, type KattisContext, type KattisVersion } from "./context.ts";
import { applyDomjudge, type DomjudgeSettings } from "./read-domjudge.ts";
import { legacySchema, modernSchema, type LegacyManifest, type ModernManifest } from "./schema.ts";

export const manifestFile = "problem.yaml";

/** What `problem.yaml` and the files beside it say, the same for all versions. */
export interface KattisMetadata {
  readonly version: KattisVersion;
  /** By language; the key `` where no language is given. */
  readonly names: ReadonlyMap<string, string>;
  readonly isScoring: boolean;
  readonly isInteractive: boolean;
  readonly isMultiPass: boolean;
  readonly isSubmitAnswer: boolean;
  /** Whether an output validator must be there. */
  readonly needsValidator: boolean;
  readonly objective: "max" | "min";
  readonly validatorFlags: readonly string[];
  readonly limits: Limits;
  readonly passLimit: number | undefined;
  readonly provenance: Provenance;
  readonly constants: Constants;
}

const mebibyte = 2 ** 20;

/** What systems give where a package is silent. */
const typicalMemoryBytes = 2048 * mebibyte;

/** Reads `problem.yaml`, `domjudge-problem.ini` and `.timelimit`; undefined with the faults reported. */
export async function readMetadata(
  context: KattisContext,
  settings: DomjudgeSettings,
): Promise<KattisMetadata | undefined> {
  const text = settings.hasManifest
    ? await context.folder.readText(manifestFile, fileCaps.manifest, "the problem's metadata")
    : "";
  const source = text === undefined ? undefined : readYamlText(context, manifestFile, text);
  if (source === undefined) return undefined;
  const version = isRecord(source.data) ? source.data["problem_format_version"] : undefined;
  const isLegacy = version === undefined || version === "legacy" || version === "legacy-icpc";
  const parse = <T>(schema: z.ZodType<T>): T | undefined => {
    const parsed = schema.safeParse(source.data);
    if (parsed.success) return parsed.data;
    for (const issue of toSchemaIssues(parsed.error, {
      file: manifestFile,
      data: source.data,
      lineOf: source.lineOf,
    })) {
      context.report(addAdvice(issue));
    }
    return undefined;
  };
  if (isLegacy) {
    const manifest = parse(legacySchema);
    return manifest && applyDomjudge(context, settings, fromLegacy(context, manifest));
  }
  const manifest = parse(modernSchema);
  return manifest && applyDomjudge(context, settings, fromModern(context, manifest));
}

function addAdvice<T extends { readonly field?: string | undefined; readonly advice?: string | undefined }>(
  issue: T,
): T {
  const advice: Readonly<Record<string, string>> = {
    author: "write credits: { authors: … }",
    validation: "since 2023-07 it follows from type and output_validator/",
    validator_flags: "write output_validator_args in data/secret/test_group.yaml",
  };
  const known = issue.field === undefined ? undefined : advice[issue.field];
  return known === undefined ? issue : { ...issue, advice: known };
}

function fromLegacy(context: KattisContext, manifest: LegacyManifest): KattisMetadata {
  const validation = toWords(manifest.validation ?? "default");
  const types = toWords(manifest.type ?? "pass-fail");
  checkWords(context, "type", types, ["pass-fail", "scoring", "interactive", "multi-pass"]);
  checkWords(context, "validation", validation, ["default", "custom", "score", "interactive", "multi-pass"]);
  const { limits } = manifest;
  const isMultiPass = validation.includes("multi-pass") || types.includes("multi-pass");
  const isInteractive = validation.includes("interactive") || types.includes("interactive");
  const flags = manifest.validator_flags ?? [];
  const { grading } = manifest;
  for (const key of ["accept_score", "reject_score", "range", "on_reject"] as const) {
    if (grading?.[key] !== undefined) {
      context.lose(manifestFile, `grading.${key}`, "older than the format: what data/testdata.yaml says counts");
    }
  }
  if (typeof manifest.languages === "object" || (manifest.languages ?? "all") !== "all") loseLanguages(context);
  return {
    version: "legacy",
    names: toNames(manifest.name),
    isScoring: types.includes("scoring"),
    isInteractive,
    isMultiPass,
    isSubmitAnswer: false,
    needsValidator: validation[0] === "custom" || isInteractive || isMultiPass,
    objective: grading?.objective ?? "max",
    validatorFlags: typeof flags === "string" ? toWords(flags) : flags,
    limits: {
      ...toLimits(limits ?? {}),
      ...(limits?.time_limit === undefined ? { timeLimitFactor: limits?.time_multiplier ?? 5 } : {}),
      timeLimitMargin: limits?.time_safety_margin ?? 2,
      timeResolutionMs: 1000,
    },
    passLimit: isMultiPass ? (limits?.validation_passes ?? 2) : undefined,
    provenance: {
      format: "kattis-legacy",
      url: manifest.source_url || undefined,
      source: manifest.source || undefined,
      sourceId: manifest.uuid || undefined,
      license: manifest.license ?? undefined,
      rightsOwner: manifest.rights_owner || undefined,
      authors: (manifest.author ?? "")
        .split(/,\s*|\s+and\s+|\s+&\s+/)
        .map((name) => name.trim())
        .filter((name) => name !== ""),
      tags: toKeywords(manifest.keywords),
    },
    constants: new Map(),
  };
}

function fromModern(context: KattisContext, manifest: ModernManifest): KattisMetadata {
  const type = manifest.type ?? "pass-fail";
  const types = typeof type === "string" ? toWords(type) : type;
  checkWords(context, "type", types, ["pass-fail", "scoring", "multi-pass", "interactive", "submit-answer"]);
  checkConflicts(context, types);
  const { limits } = manifest;
  const isMultiPass = types.includes("multi-pass");
  if (limits?.time_limit !== undefined && limits.time_multipliers?.ac_to_time_limit !== undefined) {
    context.lose(
      manifestFile,
      "limits.time_multipliers.ac_to_time_limit",
      "only for setting the limit, which is given",
    );
  }
  for (const key of ["version", "embargo_until"] as const) {
    if (manifest[key]) context.lose(manifestFile, key, "of the package's own life, not of the problem");
  }
  if (manifest.allow_file_writing === true) {
    context.lose(manifestFile, "allow_file_writing", "programs write no files here");
  }
  if (typeof manifest.languages === "object" || (manifest.languages ?? "all") !== "all") loseLanguages(context);
  return {
    version: manifest.problem_format_version.startsWith("2023") ? "2023-07-draft" : "2025-09",
    names: toNames(manifest.name),
    isScoring: types.includes("scoring"),
    isInteractive: types.includes("interactive"),
    isMultiPass,
    isSubmitAnswer: types.includes("submit-answer"),
    needsValidator: types.includes("interactive") || isMultiPass,
    objective: "max",
    validatorFlags: [],
    limits: {
      ...toLimits(limits ?? {}),
      ...(limits?.time_limit === undefined ? { timeLimitFactor: limits?.time_multipliers?.ac_to_time_limit ?? 2 } : {}),
      timeLimitMargin: limits?.time_multipliers?.time_limit_to_tle ?? 1.5,
      timeResolutionMs: Math.max(1, Math.round((limits?.time_resolution ?? 1) * 1000)),
    },
    passLimit: isMultiPass ? (limits?.validation_passes ?? 2) : undefined,
    provenance: toProvenance(context, manifest),
    constants: toConstants(context, manifest),
  };
}

function toLimits(limits: NonNullable<LegacyManifest["limits"]>): Limits {
  return {
    timeLimitMs: scale(limits.time_limit, 1000) ?? 10_000,
    memoryLimitBytes: scale(limits.memory, mebibyte) ?? typicalMemoryBytes,
    outputLimitBytes: scale(limits.output, mebibyte),
    codeLimitBytes: scale(limits.code, 1024),
    compilationTimeMs: scale(limits.compilation_time, 1000),
    compilationMemoryBytes: scale(limits.compilation_memory, mebibyte),
    validationTimeMs: scale(limits.validation_time, 1000),
    validationMemoryBytes: scale(limits.validation_memory, mebibyte),
    validationOutputBytes: scale(limits.validation_output, mebibyte),
  };
}

function toNames(name: LegacyManifest["name"]): ReadonlyMap<string, string> {
  if (name === undefined || name === null) return new Map();
  return typeof name === "string" ? new Map([["", name]]) : new Map(Object.entries(name));
}

function toKeywords(keywords: LegacyManifest["keywords"]): readonly string[] {
  return typeof keywords === "string" ? toWords(keywords) : (keywords ?? []);
}

function checkWords(context: KattisContext, field: string, words: readonly string[], known: readonly string[]): void {
  for (const [index, item] of words.entries()) {
    if (known.includes(item) && words.indexOf(item) === index) continue;
    context.report({
      file: manifestFile,
      field,
      expected: `some of ${known.join(", ")}`,
      actual: toActualText(words.join(" ")),
    });
    return;
  }
}

function checkConflicts(context: KattisContext, types: readonly string[]): void {
  const conflicts = [
    ["pass-fail", "scoring"],
    ["submit-answer", "multi-pass"],
    ["submit-answer", "interactive"],
  ] as const;
  for (const [a, b] of conflicts) {
    if (types.includes(a) && types.includes(b)) {
      context.report({ file: manifestFile, field: "type", expected: `either ${a} or ${b}`, actual: "both" });
    }
  }
}

function loseLanguages(context: KattisContext): void {
  context.lose(manifestFile, "languages", "solutions in any language are judged");
}

function toProvenance(context: KattisContext, manifest: ModernManifest): Provenance {
  const sources = manifest.source === undefined || manifest.source === null ? [] : [manifest.source].flat();
  const [source] = sources.map((item) => (typeof item === "string" ? { name: item, url: undefined } : item));
  if (sources.length > 1) context.lose(manifestFile, "source", "of several sources, the first is kept");
  if (manifest.source_url) context.lose(manifestFile, "source_url", "a key of version legacy: read as source.url");
  return {
    format: `kattis-${manifest.problem_format_version.startsWith("2023") ? "2023-07-draft" : "2025-09"}`,
    url: source?.url || manifest.source_url || undefined,
    source: source?.name || undefined,
    sourceId: manifest.uuid || undefined,
    license: manifest.license ?? undefined,
    rightsOwner: manifest.rights_owner || undefined,
    authors: toAuthors(context, manifest.credits),
    tags: toKeywords(manifest.keywords),
  };
}

function toAuthors(context: KattisContext, credits: ModernManifest["credits"]): readonly string[] {
  if (credits === undefined || credits === null) return [];
  const toName = (person: string | { readonly name: string }): string => {
    const name = typeof person === "string" ? person : person.name;
    const [, bare = name] = /^(.*\S)\s*<[^<>]*>\s*$/.exec(name) ?? [];
    if (bare !== name || typeof person !== "string") context.lose(manifestFile, "credits", `how to reach ${bare}`);
    return bare;
  };
  if (typeof credits === "string") return [toName(credits)];
  for (const key of ["contributors", "testers", "translators", "packagers", "acknowledgements"] as const) {
    if (credits[key]) context.lose(manifestFile, `credits.${key}`, "only authors are kept");
  }
  return [credits.authors ?? []].flat().map(toName);
}

function toConstants(context: KattisContext, { constants }: ModernManifest): Constants {
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(constants ?? {})) {
    if (!/^[A-Za-z_]\w{0,99}$/.test(name)) {
      context.report({
        file: manifestFile,
        field: `constants.${name}`,
        expected: "a name of letters, digits and _",
        actual: name,
      });
      continue;
    }
    if (typeof value !== "object") {
      values.set(name, String(value));
      values.set(`${name}.value`, String(value));
      continue;
    }
    if (value["value"] === undefined) {
      context.report({ file: manifestFile, field: `constants.${name}`, expected: "the key value", actual: "none" });
    } else values.set(name, String(value["value"]));
    for (const [variant, item] of Object.entries(value)) values.set(`${name}.${variant}`, String(item));
  }
  return values;
}

function scale(value: number | undefined, factor: number): number | undefined {
  return value === undefined ? undefined : Math.max(1, Math.round(value * factor));
}
