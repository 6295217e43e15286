import { stat } from "node:fs/promises";
import { join } from "node:path";
import { toActualText } from "../../problem-issue.ts";
import { fileCaps } from "../native/layout.ts";
import { normalizeText } from "../text.ts";
import { toWords, type KattisContext } from "./context.ts";
import { parseIni } from "./parse-ini.ts";
import type { KattisMetadata } from "./read-metadata.ts";

const iniFile = "domjudge-problem.ini";
const limitFile = ".timelimit";

/** What DOMjudge (and older BAPCtools) keep beside `problem.yaml`. */
export interface DomjudgeSettings {
  /** Whether any of its files is there. */
  readonly isThere: boolean;
  readonly hasManifest: boolean;
  readonly entries: ReadonlyMap<string, string>;
  readonly timeLimitMs: number | undefined;
}

export async function readDomjudge(context: KattisContext): Promise<DomjudgeSettings> {
  const exists = async (name: string): Promise<boolean> =>
    (await stat(join(context.folder.directory, name)).catch(() => undefined)) !== undefined;
  const ini = (await exists(iniFile)) ? await context.folder.readText(iniFile, fileCaps.manifest) : undefined;
  const parsed = parseIni(normalizeText(ini ?? ""));
  if ("line" in parsed) {
    context.report({ file: iniFile, line: parsed.line, expected: "key = value", actual: "something else" });
  }
  const entries = "line" in parsed ? new Map<string, string>() : parsed;
  const limit = (await exists(limitFile)) ? await context.folder.readText(limitFile, fileCaps.manifest) : undefined;
  return {
    isThere: ini !== undefined || limit !== undefined,
    hasManifest: !entries.size || (await exists("problem.yaml")),
    entries,
    timeLimitMs:
      toTimeMs(context, { file: limitFile, field: "", text: limit }) ??
      toTimeMs(context, { file: iniFile, field: "timelimit", text: entries.get("timelimit") }),
  };
}

/** The metadata with DOMjudge's settings put in where `problem.yaml` is silent. */
export function applyDomjudge(
  context: KattisContext,
  settings: DomjudgeSettings,
  metadata: KattisMetadata,
): KattisMetadata {
  const { entries, timeLimitMs } = settings;
  const known = new Set(["name", "timelimit", "special_run", "special_compare", "special_compare_args", "externalid"]);
  for (const [key, value] of entries) {
    if (known.has(key)) continue;
    const reason = contestKeys.has(key) ? "of a contest, not of the problem" : "not known to DOMjudge either";
    context.lose(iniFile, key, `${reason}: ${toActualText(value)}`);
  }
  const isFixed = metadata.limits.timeLimitFactor === undefined;
  if (isFixed && timeLimitMs !== undefined && timeLimitMs !== metadata.limits.timeLimitMs) {
    context.report({
      file: limitFile,
      expected: `the time limit of problem.yaml, ${metadata.limits.timeLimitMs} ms`,
      actual: `${timeLimitMs} ms`,
    });
  }
  const { timeLimitFactor, ...limits } = metadata.limits;
  const args = entries.get("special_compare_args");
  const name = entries.get("name");
  return {
    ...metadata,
    names: metadata.names.size === 0 && name ? new Map([["", name]]) : metadata.names,
    limits: timeLimitMs === undefined || isFixed ? { ...limits, timeLimitFactor } : { ...limits, timeLimitMs },
    isInteractive: metadata.isInteractive || entries.has("special_run"),
    needsValidator: metadata.needsValidator || entries.has("special_run") || entries.has("special_compare"),
    validatorFlags:
      args !== undefined && metadata.validatorFlags.length === 0 ? toWords(args) : metadata.validatorFlags,
    provenance: {
      ...metadata.provenance,
      sourceId: metadata.provenance.sourceId ?? (entries.get("externalid") || undefined),
    },
  };
}

const contestKeys = new Set(["allow_submit", "allow_judge", "points", "color", "short-name", "probid", "cid"]);

function toTimeMs(
  { report }: KattisContext,
  { file, field, text }: { readonly file: string; readonly field: string; readonly text: string | undefined },
): number | undefined {
  if (text === undefined) return undefined;
  const timeMs = Math.round(Number(text.trim()) * 1000);
  if (text.trim() !== "" && timeMs >= 1 && timeMs <= 3_600_000) return timeMs;
  report({ file, field: field || undefined, expected: "seconds, such as 2 or 0.5", actual: toActualText(text.trim()) });
  return undefined;
}
