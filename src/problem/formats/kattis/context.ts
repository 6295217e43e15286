import type { ProblemIssue } from "../../problem-issue.ts";
import type { Loss } from "../loss.ts";
import { ProblemFolder } from "../native/folder.ts";
import { parseYaml } from "../native/yaml-source.ts";
import { normalizeText } from "../text.ts";

export const kattisVersions = ["legacy", "2023-07-draft", "2025-09"] as const;

export type KattisVersion = (typeof kattisVersions)[number];

/** A reading in progress: what is read from, and where faults and losses go. */
export interface KattisContext {
  /** Whatever cannot be read is a fault of the package. */
  readonly folder: ProblemFolder;
  /** Whatever cannot be read is only lost. */
  readonly spare: ProblemFolder;
  readonly report: (issue: ProblemIssue) => void;
  readonly lose: (file: string, field: string, reason: string) => void;
}

export interface KattisReading extends KattisContext {
  readonly issues: readonly ProblemIssue[];
  readonly losses: readonly Loss[];
}

export async function openKattisContext(directory: string, signal: AbortSignal | undefined): Promise<KattisReading> {
  const issues: ProblemIssue[] = [];
  const losses: Loss[] = [];
  const report = (issue: ProblemIssue): void => {
    issues.push(issue);
  };
  const spareReport = (issue: ProblemIssue): void => {
    losses.push({
      file: issue.file,
      field: issue.field ?? "",
      reason: `left out: expected ${issue.expected}, got ${issue.actual}`,
    });
  };
  return {
    folder: await ProblemFolder.open(directory, { report, signal }),
    spare: await ProblemFolder.open(directory, { report: spareReport, signal }),
    report,
    lose: (file, field, reason) => losses.push({ file, field, reason }),
    issues,
    losses,
  };
}

/** A YAML text as data with the lines of its fields; undefined with the faults reported. */
export function readYamlText(
  { report }: Pick<KattisContext, "report">,
  file: string,
  text: string,
): { readonly data: unknown; readonly lineOf: (path: readonly (string | number)[]) => number | undefined } | undefined {
  const source = parseYaml(normalizeText(text), file);
  if ("lineOf" in source) return { data: source.data ?? {}, lineOf: (path) => source.lineOf(path) };
  for (const issue of source) report(issue);
  return undefined;
}

export type Constants = ReadonlyMap<string, string>;

/** Replaces `{{name}}` and `{{name.variant}}`; unknown names stay. */
export function applyConstants(text: string, constants: Constants): string {
  if (constants.size === 0) return text;
  return text.replace(
    /\{\{([A-Za-z_]\w{0,99}(?:\.\w{1,99})?)\}\}/g,
    (whole, name: string) => constants.get(name) ?? whole,
  );
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Words of a text, as a shell without quoting splits them. */
export function toWords(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}
