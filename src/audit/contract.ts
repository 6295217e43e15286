import type { Judge } from "../judge/index.ts";
import type { Loss, Problem } from "../problem/index.ts";
import type { SandboxFacts } from "../sandbox/index.ts";
import type { Clock } from "../std/index.ts";

/** `error`: the package judges wrongly or cannot be judged; `warning`: it probably does; `hint`: worth knowing. */
export type AuditSeverity = "error" | "warning" | "hint";

/** How a finding is seen again. */
export interface Reproduction {
  /** For a POSIX shell, run where the audit was. */
  readonly command: string;
  /** Files that the command needs, by path below the audit's own folder. */
  readonly files: readonly { readonly fileName: string; readonly bytes: Uint8Array }[];
}

/** One thing about a package that its author should know. */
export interface AuditFinding {
  readonly severity: AuditSeverity;
  /** noun-verb or noun-adjective, e.g. `checker-accepts-junk`. */
  readonly code: string;
  /** The file of the package that is at fault, or the package itself. */
  readonly file: string;
  readonly message: string;
  readonly reproduction: Reproduction;
}

/** What became of one check. */
export interface AuditCheckReport {
  readonly name: string;
  /** `cut-short`: time ran out, findings may be missing; `not-needed`: the package has nothing for it. */
  readonly status: "done" | "cut-short" | "not-needed";
  /** What was looked at, or why nothing was. */
  readonly note: string;
  readonly timeMs: number;
}

export interface AuditReport {
  readonly path: string;
  /** Undefined where the package could not be read: then findings say why. */
  readonly problem?: { readonly id: string; readonly title: string; readonly format: string } | undefined;
  /** Errors first. */
  readonly findings: readonly AuditFinding[];
  readonly checks: readonly AuditCheckReport[];
  readonly facts: SandboxFacts;
}

/** What is going on, for people who wait. */
export type AuditProgress =
  | { readonly kind: "check-started"; readonly name: string; readonly index: number; readonly count: number }
  | { readonly kind: "finding-made"; readonly finding: AuditFinding };

export interface AuditOptions {
  readonly judge: Judge;
  /** After this much time, checks are cut short. Undefined: 180 s. */
  readonly budgetMs?: number | undefined;
  /** Only these checks, by name. */
  readonly only?: readonly string[] | undefined;
  /** The package as commands name it. Undefined: its path. */
  readonly shownPath?: string | undefined;
  /** Where the files that reproduce findings are going to lie, as commands name it. */
  readonly filesDirectory: string;
  readonly clock?: Clock | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((event: AuditProgress) => void) | undefined;
}

/** A finding as checks make it; what is left out is filled in: the file by content, the command by the check's name. */
export interface FindingDraft {
  readonly severity: AuditSeverity;
  readonly code: string;
  readonly file?: string | undefined;
  readonly message: string;
  /** `{package}` and `{files}` stand for the package and the folder of the files. */
  readonly command?: string | undefined;
  readonly files?: Readonly<Record<string, Uint8Array | string>> | undefined;
}

/** What a check of files alone works with: packages that cannot be read have no more. */
export interface FilesContext {
  readonly files: PackageFiles;
  /** Names of files that were found to be included, perhaps from outside; none where the package cannot be read. */
  readonly headers: ReadonlySet<string>;
  /** Aborted when the check's time is up too. */
  readonly signal: AbortSignal;
  report(finding: FindingDraft): void;
}

/** What a check works with. */
export interface AuditContext extends FilesContext {
  readonly problem: Problem;
  readonly losses: readonly Loss[];
  readonly judge: Judge;
}

/** The package as files; empty for packages that are one file (an archive, a row of a corpus). */
export interface PackageFiles {
  /** Absolute; undefined where the package is no folder. */
  readonly directory: string | undefined;
  readonly entries: readonly PackageEntry[];
  /** The path of a file with these bytes, of several the one called most like `name`; undefined where there is none. */
  findBytes(data: { readonly bytes: Uint8Array; readonly digest: string }, name?: string): Promise<string | undefined>;
  /** The path of a source file. */
  findSource(program: { readonly fileName: string; readonly source: string }): Promise<string | undefined>;
}

export interface PackageEntry {
  /** Relative, with `/`. */
  readonly path: string;
  readonly kind: "file" | "link";
  readonly sizeBytes: number;
  /** Of a link: where it points, and what is there. */
  readonly link?: { readonly target: string; readonly state: "inside" | "outside" | "broken" } | undefined;
}

/** One kind of question about a package. */
export interface AuditCheck<Context extends FilesContext = AuditContext> {
  readonly name: string;
  readonly run: (context: Context) => Promise<CheckOutcome>;
}

/** What a check looked at, or why there was nothing for it. */
export interface CheckOutcome {
  readonly status: "done" | "not-needed";
  readonly note: string;
  /** With tests that were made: what later checks look at. */
  readonly problem?: Problem | undefined;
}
