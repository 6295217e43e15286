import { readProblemResult, type Problem, type ProblemIssue, type ReadProblemResult } from "../problem/index.ts";
import { AppError, systemClock } from "../std/index.ts";
import { auditChecks } from "./checks/audit-checks.ts";
import { checkIncludes, checkLinks } from "./checks/check-files.ts";
import { checkGenerators } from "./checks/check-generators.ts";
import type {
  AuditCheck,
  AuditCheckReport,
  AuditFinding,
  AuditOptions,
  AuditReport,
  AuditSeverity,
  CheckOutcome,
  FilesContext,
  FindingDraft,
  PackageFiles,
} from "./contract.ts";
import { openPackageFiles } from "./package-files.ts";
import { toShellWord } from "./shell-word.ts";

const defaultBudgetMs = 180_000;

/**
 * Looks for what is wrong with a package though it reads well: programs that do nothing and score, checkers that accept
 * junk, validators that accept broken inputs, files that do not resolve. A package that cannot be read gives findings
 * too.
 *
 * @throws PROBLEM_NOT_FOUND, PROBLEM_FORMAT_UNKNOWN, PROBLEM_UNREADABLE, AUDIT_CHECK_UNKNOWN
 */
export async function auditPackage(path: string, options: AuditOptions): Promise<AuditReport> {
  const read = await readPackage(path, options);
  const files = await openPackageFiles(path, options.signal);
  const run = new AuditRun(options.shownPath ?? path, { ...options, files });
  if (read.kind === "package-unreadable") {
    for (const issue of read.issues) run.reportUnreadable(issue);
    await run.perform([checkLinks, checkIncludes], (context) => context);
    return { path, findings: run.findings, checks: run.checks, facts: options.judge.facts };
  }
  const { problem, losses } = read.result;
  const checks = chooseChecks(options.only, problem);
  let subject = problem;
  await run.perform(
    checks,
    (context) => ({ ...context, headers: listHeaders(subject), problem: subject, losses, judge: options.judge }),
    (made) => {
      subject = made;
    },
  );
  return {
    path,
    problem: { id: problem.id, title: problem.title, format: problem.provenance.format },
    findings: run.findings,
    checks: run.checks,
    facts: options.judge.facts,
  };
}

/** The checks that are wanted, and the one that makes the tests that others need. */
function chooseChecks(only: readonly string[] | undefined, problem: Problem): readonly AuditCheck[] {
  if (only === undefined) return auditChecks;
  for (const name of only) {
    if (auditChecks.some((check) => check.name === name)) continue;
    const known = auditChecks.map((check) => check.name).join(", ");
    throw new AppError({ code: "AUDIT_CHECK_UNKNOWN", message: `there is no check ${name}; there are ${known}` });
  }
  const makesTests = (check: AuditCheck): boolean => check === checkGenerators && problem.plannedTests !== undefined;
  return auditChecks.filter((check) => only.includes(check.name) || makesTests(check));
}

function listHeaders({ checker, interactor, validators, generators, solutions }: Problem): ReadonlySet<string> {
  const programs = [
    ...[checker, interactor].flatMap((tool) => (tool?.kind === "program" ? [tool.program] : [])),
    ...[...validators, ...generators, ...solutions].map((item) => item.program),
  ];
  return new Set(programs.flatMap((program) => (program.resources ?? []).map((resource) => resource.fileName)));
}

type Read =
  | { readonly kind: "package-read"; readonly result: ReadProblemResult }
  | { readonly kind: "package-unreadable"; readonly issues: readonly ProblemIssue[] };

async function readPackage(path: string, { signal }: AuditOptions): Promise<Read> {
  try {
    return { kind: "package-read", result: await readProblemResult(path, { signal }) };
  } catch (cause) {
    if (!AppError.is(cause) || cause.code !== "PROBLEM_INVALID") throw cause;
    return { kind: "package-unreadable", issues: cause.data["issues"] as readonly ProblemIssue[] };
  }
}

class AuditRun {
  readonly checks: AuditCheckReport[] = [];
  readonly #path: string;
  readonly #options: AuditOptions & { readonly files: PackageFiles };
  readonly #found: AuditFinding[] = [];

  constructor(path: string, options: AuditOptions & { readonly files: PackageFiles }) {
    this.#path = path;
    this.#options = options;
  }

  get findings(): readonly AuditFinding[] {
    const rank: Readonly<Record<AuditSeverity, number>> = { error: 0, warning: 1, hint: 2 };
    return this.#found.toSorted((a, b) => rank[a.severity] - rank[b.severity]);
  }

  reportUnreadable(issue: ProblemIssue): void {
    const field = issue.field === undefined ? "" : `${issue.field}: `;
    const line = issue.line === undefined ? "" : `line ${issue.line}: `;
    this.#report("", {
      severity: "error",
      code: "package-unreadable",
      file: issue.file,
      message: `${line}${field}expected ${issue.expected}, got ${issue.actual}`,
      command: "grandsmith audit {package}",
    });
  }

  /** Runs checks in order; each gets a fair share of the time that is left, and what earlier ones left over. */
  async perform<Context extends FilesContext>(
    checks: readonly AuditCheck<Context>[],
    toContext: (context: FilesContext) => Context,
    onProblem: (problem: Problem) => void = () => {},
  ): Promise<void> {
    const { clock = systemClock, budgetMs = defaultBudgetMs, onProgress } = this.#options;
    const endMs = clock.nowMs() + budgetMs;
    for (const [index, check] of checks.entries()) {
      onProgress?.({ kind: "check-started", name: check.name, index, count: checks.length });
      const startMs = clock.nowMs();
      const leftMs = endMs - startMs;
      const shareMs = index === checks.length - 1 ? leftMs : Math.min(leftMs, (2 * leftMs) / (checks.length - index));
      const { problem, ...outcome } = await this.#performOne(check, toContext, shareMs);
      if (problem !== undefined) onProblem(problem);
      this.checks.push({ name: check.name, ...outcome, timeMs: clock.nowMs() - startMs });
    }
  }

  async #performOne<Context extends FilesContext>(
    check: AuditCheck<Context>,
    toContext: (context: FilesContext) => Context,
    shareMs: number,
  ): Promise<Omit<AuditCheckReport, "name" | "timeMs"> & Pick<CheckOutcome, "problem">> {
    const { signal, files } = this.#options;
    if (shareMs <= 0) return { status: "cut-short", note: "no time was left" };
    const timeout = AbortSignal.timeout(Math.ceil(shareMs));
    const both = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    try {
      const report = (draft: FindingDraft): void => this.#report(check.name, draft);
      return await check.run(toContext({ files, headers: new Set(), signal: both, report }));
    } catch (cause) {
      signal?.throwIfAborted();
      if (!timeout.aborted) throw cause;
      return { status: "cut-short", note: `stopped after ${Math.round(shareMs / 1000)} s` };
    }
  }

  #report(checkName: string, draft: FindingDraft): void {
    const { filesDirectory, onProgress } = this.#options;
    const number = String(this.#found.length + 1).padStart(3, "0");
    const own = `${number}-${draft.code}`;
    const command = draft.command ?? `grandsmith audit {package} --only ${checkName}`;
    const encoder = new TextEncoder();
    const finding: AuditFinding = {
      severity: draft.severity,
      code: draft.code,
      file: draft.file ?? this.#path,
      message: draft.message,
      reproduction: {
        command: command
          .replaceAll("{package}", () => toShellWord(this.#path))
          .replaceAll("{files}", () => toShellWord(`${filesDirectory}/${own}`)),
        files: Object.entries(draft.files ?? {}).map(([name, content]) => ({
          fileName: `${own}/${name}`,
          bytes: typeof content === "string" ? encoder.encode(content) : content,
        })),
      },
    };
    this.#found.push(finding);
    onProgress?.({ kind: "finding-made", finding });
  }
}
