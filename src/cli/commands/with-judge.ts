import { resolve } from "node:path";
import type { Journal } from "../../journal/index.ts";
import { createJudge, type Judge, type JudgeOptions } from "../../judge/index.ts";
import { AppError } from "../../std/index.ts";
import { openFolderJournal } from "../../verify/index.ts";
import type { CliContext } from "../cli-context.ts";

/** Options that every judging command has. */
export interface JudgingFlags {
  readonly jobs?: string;
  readonly sandbox?: string;
  readonly journal?: string;
}

/**
 * Opens a judge for a command and closes it afterwards; a request to stop ends what is running.
 *
 * @throws USAGE_INVALID, INTERRUPTED and what the action throws
 */
export async function withJudge<T>(
  context: CliContext,
  flags: JudgingFlags,
  action: (parts: {
    readonly judge: Judge;
    readonly journal: Journal;
    readonly jobs: number | undefined;
    readonly signal: AbortSignal;
  }) => Promise<T>,
): Promise<T> {
  const jobs = parseNumber(flags.jobs, { flag: "--jobs", from: 1, to: 1024, isWhole: true });
  const tier = parseTier(flags.sandbox);
  const controller = new AbortController();
  const stopListening = context.onInterrupt(() => controller.abort(new Error("interrupted")));
  const { signal } = controller;
  using folder = openFolderJournal(flags.journal === undefined ? undefined : resolve(context.cwd, flags.journal));
  try {
    await using judge = await createJudge({ journal: folder.journal, slots: jobs, tier, signal });
    return await action({ judge, journal: folder.journal, jobs, signal });
  } catch (cause) {
    if (!signal.aborted) throw cause;
    const hint =
      flags.journal === undefined
        ? "; with --journal FOLDER the same command would go on where it was"
        : `; go on with the same command and --journal ${flags.journal}`;
    throw new AppError({ code: "INTERRUPTED", message: `interrupted${hint}`, cause });
  } finally {
    stopListening();
  }
}

/** A number that an option gives, or undefined where it is missing. @throws USAGE_INVALID */
export function parseNumber(
  text: string | undefined,
  rule: { readonly flag: string; readonly from: number; readonly to: number; readonly isWhole: boolean },
): number | undefined {
  if (text === undefined) return undefined;
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (value >= rule.from && value <= rule.to && (!rule.isWhole || Number.isInteger(value))) return value;
  const kind = rule.isWhole ? "a whole number" : "a number";
  throw new AppError({
    code: "USAGE_INVALID",
    message: `${rule.flag}: expected ${kind} from ${rule.from} to ${rule.to}, got ${JSON.stringify(text)}`,
    data: { field: rule.flag },
  });
}

function parseTier(text: string | undefined): JudgeOptions["tier"] {
  if (text === undefined) return undefined;
  const tier = (["R", "U", "B", "L"] as const).find((item) => item === text);
  if (tier !== undefined) return tier;
  throw new AppError({
    code: "USAGE_INVALID",
    message: `--sandbox: expected R, U, B or L, got ${JSON.stringify(text)}`,
    data: { field: "--sandbox" },
  });
}
