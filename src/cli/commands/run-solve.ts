import {
  openSolveSession,
  readToolVersion,
  toFailedEnding,
  type SolveRequest,
  type SolveSession,
} from "../../app/index.ts";
import type { SolveResult } from "../../solve/index.ts";
import { AppError, type Json } from "../../std/index.ts";
import { hasColor, toWidth, type CliContext } from "../cli-context.ts";
import { exitCodes, toErrorExitCode, toSolveExitCode } from "../exit-codes.ts";
import { createRunReport } from "../report/run-report.ts";
import { renderSummary } from "../report/render-summary.ts";
import { checkOutputDirectory, writeOutput } from "../report/write-output.ts";
import { createPalette } from "../text/palette.ts";
import { chooseViewMode, createRunView, type ViewMode } from "../view/run-view.ts";
import type { ViewEvent } from "../view/view-event.ts";

export interface SolveInvocation extends Pick<SolveRequest, "target" | "flags" | "configPath"> {
  readonly json?: boolean;
  readonly plain?: boolean;
}

/** Runs `solve` and returns the exit code. @throws what the session throws, once the run's end is recorded */
export async function runSolve(context: CliContext, invocation: SolveInvocation): Promise<number> {
  const controller = new AbortController();
  const stopListening = context.onInterrupt(() => controller.abort(new Error("interrupted")));
  const { signal } = controller;
  const mode = chooseViewMode(context, invocation);
  const { target, flags, configPath } = invocation;
  const { env, cwd } = context;
  try {
    const request = { target, flags, configPath, env, cwd, signal, toExitCode: toErrorExitCode };
    await using session = await openSolveSession(request);
    try {
      await checkOutputDirectory(session.outDirectory);
      const result = await watch({ context, session, mode, signal });
      return await finish({ context, session, mode, result });
    } catch (cause) {
      if (!signal.aborted) {
        endFailed(session, cause);
        throw cause;
      }
      session.end({ status: "interrupted", exitCode: exitCodes.interrupted });
      throw toInterruption(session.runId);
    }
  } catch (cause) {
    if (signal.aborted && !AppError.is(cause)) throw toInterruption(undefined);
    throw cause;
  } finally {
    stopListening();
  }
}

/** A store that fails too must not hide why the run ended. */
function endFailed(session: SolveSession, cause: unknown): void {
  try {
    session.end(toFailedEnding(cause, toErrorExitCode(cause)));
  } catch {}
}

interface Watched {
  readonly context: CliContext;
  readonly session: SolveSession;
  readonly mode: ViewMode;
}

async function watch(parts: Watched & { readonly signal: AbortSignal }): Promise<SolveResult> {
  const { context, session, mode, signal } = parts;
  const readSpending = () => ({ ...session.budget.limits, ...session.budget.state });
  const view = await createRunView({ context, mode, readSpending });
  const unsubscribe = session.subscribe((event) => view.onEvent(event as ViewEvent, Date.now()));
  try {
    return await session.solve({ signal });
  } finally {
    unsubscribe();
    view.close();
  }
}

async function finish(parts: Watched & { readonly result: SolveResult }): Promise<number> {
  const { context, session, mode, result } = parts;
  const exitCode = toSolveExitCode(result.status);
  const report = createRunReport({ session, result, exitCode, toolVersion: readToolVersion() });
  await writeOutput(report, result).catch((cause: unknown) => {
    throw toOutputFailure(cause, session.runId);
  });
  session.end({ status: "finished", outcome: result.status, exitCode, result: report as unknown as Json });
  const { stdout, env } = context;
  if (mode === "json") {
    stdout.write(`${JSON.stringify({ kind: "result", ...report })}\n`);
  } else {
    stdout.write(renderSummary(report, { width: toWidth(stdout), palette: createPalette(hasColor(stdout, env)) }));
  }
  return exitCode;
}

/** Nothing is lost: the run holds it all. */
function toOutputFailure(cause: unknown, runId: string): unknown {
  if (!AppError.is(cause)) return cause;
  const { code, message, data } = cause;
  const hint = `the run is kept, write it elsewhere with: grandsmith solve --resume ${runId} --out FOLDER`;
  return new AppError({ code, message: `${message}; ${hint}`, data: { ...data, run: runId }, cause });
}

function toInterruption(runId: string | undefined): AppError {
  return new AppError({
    code: "INTERRUPTED",
    message:
      runId === undefined
        ? "interrupted before the run started"
        : `interrupted; go on with: grandsmith solve --resume ${runId}`,
    data: runId === undefined ? {} : { run: runId },
  });
}
