import { basename, join, resolve } from "node:path";
import { auditPackage, writeReproductions, type AuditProgress } from "../../audit/index.ts";
import { hasColor, toWidth, type CliContext } from "../cli-context.ts";
import { exitCodes } from "../exit-codes.ts";
import { renderAudit } from "../report/render-audit.ts";
import { createPalette } from "../text/palette.ts";
import { createStatusLine } from "../view/status-line.ts";
import type { AuditFlags } from "./audit.ts";
import { parseNumber, withJudge } from "./with-judge.ts";

/** Audits a package, writes the files that reproduce findings, and returns the exit code. @throws what auditing throws */
export async function runAudit(context: CliContext, path: string, flags: AuditFlags): Promise<number> {
  const seconds = parseNumber(flags.seconds, { flag: "--seconds", from: 1, to: 86_400, isWhole: false }) ?? 180;
  const { stdout, env, cwd } = context;
  const isQuiet = flags.json === true;
  using status = createStatusLine(context.stderr, isQuiet);
  const onProgress = (event: AuditProgress): void => {
    if (event.kind === "check-started") status.show(`${event.index + 1} of ${event.count}: ${event.name}`);
  };
  const filesDirectory = flags.out ?? join("grandsmith-out", `audit-${basename(resolve(cwd, path))}`);
  const report = await withJudge(context, flags, async ({ judge, signal }) => {
    status.show("reading the package");
    const only = flags.only?.split(",").map((name) => name.trim());
    return auditPackage(resolve(cwd, path), {
      judge,
      signal,
      onProgress,
      only,
      shownPath: path,
      filesDirectory,
      budgetMs: Math.round(seconds * 1000),
    });
  });
  const fileCount = await writeReproductions(report, resolve(cwd, filesDirectory));
  status.clear();
  const hasErrors = report.findings.some((finding) => finding.severity === "error");
  const exitCode = hasErrors ? exitCodes.unexpected : exitCodes.solved;
  if (isQuiet) stdout.write(`${JSON.stringify(toJson(report, { exitCode, filesDirectory }))}\n`);
  else {
    const layout = { width: toWidth(stdout), palette: createPalette(hasColor(stdout, env)) };
    const files = fileCount === 0 ? undefined : filesDirectory;
    stdout.write(renderAudit(report, { ...layout, isVerbose: flags.verbose === true, files }));
  }
  return exitCode;
}

/** The report without the files' content, which lies on the disk. */
function toJson(
  report: Awaited<ReturnType<typeof auditPackage>>,
  more: { readonly exitCode: number; readonly filesDirectory: string },
) {
  const findings = report.findings.map(({ reproduction, ...finding }) => ({
    ...finding,
    command: reproduction.command,
    files: reproduction.files.map(({ fileName }) => join(more.filesDirectory, fileName)),
  }));
  return { kind: "audit", exitCode: more.exitCode, ...report, findings };
}
