import type { Limits } from "../problem/index.ts";
import type { TimeLimitReport } from "./contract.ts";

/** A solution's longest run: CPU time in milliseconds without the language's start-up allowance. */
export interface MeasuredTime {
  readonly name: string;
  readonly timeMs: number;
}

/** A surprise this close to the limit, either way, is a warning. */
export const timeZone = 1.2;

const defaultMargin = 1.5;

/** The limit that accepted solutions call for: the slowest times the factor, rounded up to the resolution. */
export function computeMeasuredLimitMs(slowestMs: number, limits: Limits): number {
  const resolutionMs = limits.timeResolutionMs ?? 1;
  const wantedMs = slowestMs * (limits.timeLimitFactor ?? 1);
  return Math.max(1, Math.ceil(wantedMs / resolutionMs - 1e-9)) * resolutionMs;
}

/** What bounds a time limit from both sides. */
export function computeTimeLimit(
  limits: Limits,
  measured: { readonly accepted: readonly MeasuredTime[]; readonly tooSlow: readonly MeasuredTime[] },
  source: TimeLimitReport["source"],
): TimeLimitReport {
  const slowest = measured.accepted.toSorted((a, b) => b.timeMs - a.timeMs)[0];
  const fastest = measured.tooSlow.toSorted((a, b) => a.timeMs - b.timeMs)[0];
  const margin = limits.timeLimitMargin ?? defaultMargin;
  const factor = limits.timeLimitFactor;
  return {
    limitMs: limits.timeLimitMs,
    source,
    ...(slowest === undefined ? {} : { slowestAcceptedMs: slowest.timeMs, slowestAcceptedName: slowest.name }),
    ...(fastest === undefined ? {} : { fastestTooSlowMs: fastest.timeMs, fastestTooSlowName: fastest.name }),
    ...(factor === undefined ? {} : { factor }),
    margin,
    ...(limits.timeResolutionMs === undefined ? {} : { resolutionMs: limits.timeResolutionMs }),
    ...(slowest === undefined ? {} : { lowestMs: Math.ceil(slowest.timeMs * (factor ?? 1)) }),
    ...(fastest === undefined ? {} : { highestMs: Math.floor(fastest.timeMs / margin) }),
    zone: timeZone,
  };
}

/** What is wrong with a limit, in sentences; `error` where no limit would do. */
export function findTimeLimitFaults(
  report: TimeLimitReport,
): readonly { readonly severity: "error" | "warning"; readonly code: string; readonly message: string }[] {
  const { lowestMs, highestMs, limitMs, margin, factor = 1 } = report;
  const faults: { severity: "error" | "warning"; code: string; message: string }[] = [];
  const slow = `${report.slowestAcceptedName ?? ""} takes ${toSeconds(report.slowestAcceptedMs ?? 0)}`;
  const fast = `${report.fastestTooSlowName ?? ""} takes ${toSeconds(report.fastestTooSlowMs ?? 0)}`;
  const isEmpty = lowestMs !== undefined && highestMs !== undefined && lowestMs > highestMs;
  if (isEmpty && report.source === "measured") {
    const message = `no time limit separates right from too slow: ${slow} (times ${factor}), ${fast} (divided by ${margin})`;
    faults.push({ severity: "error", code: "time-limit-empty", message });
    return faults;
  }
  if (highestMs !== undefined && limitMs > highestMs) {
    const message = `a limit of ${toSeconds(limitMs)} is not safe from above: ${fast}, less than the limit times ${margin}`;
    faults.push({ severity: "warning", code: "time-limit-unsafe", message });
  }
  if (lowestMs !== undefined && limitMs < lowestMs) {
    const message = `a limit of ${toSeconds(limitMs)} is tight: ${slow}, more than the limit divided by ${factor}`;
    faults.push({ severity: "warning", code: "time-limit-tight", message });
  }
  return faults;
}

/** Three digits behind the point at most, one rule for all times. */
export function toSeconds(timeMs: number): string {
  return `${Number((timeMs / 1000).toFixed(3))} s`;
}
