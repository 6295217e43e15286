import { AppError } from "../std/index.ts";

/** One thing that is wrong with a problem, and where. */
export interface ProblemIssue {
  /** Relative to the problem's folder, or the file itself. */
  readonly file: string;
  /** Dotted path inside the file, e.g. `limits.time`. */
  readonly field?: string | undefined;
  /** From 1. */
  readonly line?: number | undefined;
  readonly expected: string;
  readonly actual: string;
  /** What to do, where `expected` does not say it. */
  readonly advice?: string | undefined;
}

/** Codes that reading and writing problems can raise. */
export type ProblemErrorCode =
  | "PROBLEM_NOT_FOUND"
  | "PROBLEM_FORMAT_UNKNOWN"
  | "PROBLEM_UNREADABLE"
  | "PROBLEM_INVALID"
  | "PROBLEM_UNWRITABLE";

const shownIssues = 20;

/** The error for everything that is wrong with a problem; `data.issues` has all of it. */
export function createProblemError(options: {
  readonly code: ProblemErrorCode;
  /** The folder or file as the user named it. */
  readonly subject: string;
  readonly issues: readonly ProblemIssue[];
}): AppError {
  const { code, subject, issues } = options;
  const lines = issues.slice(0, shownIssues).map((issue) => `  ${toIssueText(issue)}`);
  if (issues.length > shownIssues) lines.push(`  … and ${issues.length - shownIssues} more`);
  const what = code === "PROBLEM_UNWRITABLE" ? "cannot be written" : "is not a valid problem";
  return new AppError({
    code,
    message: `${subject} ${what}:\n${lines.join("\n")}`,
    data: { subject, issues: issues.map((issue) => ({ ...issue })) },
  });
}

/** One line: `file:line: field: expected …, got … (advice)`. */
function toIssueText(issue: ProblemIssue): string {
  const place = issue.line === undefined ? issue.file : `${issue.file}:${issue.line}`;
  const field = issue.field === undefined ? "" : ` ${issue.field}:`;
  const advice = issue.advice === undefined ? "" : ` (${issue.advice})`;
  return `${place}:${field} expected ${issue.expected}, got ${issue.actual}${advice}`;
}

/** A value as it is shown in an issue: JSON, shortened. */
export function toActualText(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value, toPlain) ?? typeof value;
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

function toPlain(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
