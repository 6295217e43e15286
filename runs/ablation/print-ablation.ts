import { computePairedInterval, computeWilson } from "./intervals.ts";
import { variants, type Row, type Variant } from "./measure-variants.ts";

/** One way of solving, over all problems; shares in percent with 95 % intervals. */
interface VariantSummary {
  readonly accepted: readonly [percent: number, low: number, high: number];
  /** Accepted here less accepted by the whole pipeline, on the same problems; null for the whole itself. */
  readonly difference: readonly [percent: number, low: number, high: number] | null;
  readonly submitted: number;
  /** Submitted though some hidden test fails. */
  readonly wrongSubmissions: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** A problem, mean; null where it cannot be told. */
  readonly cpuSeconds: number | null;
}

export interface AblationSummary {
  readonly problems: number;
  readonly variants: Readonly<Partial<Record<Variant, VariantSummary>>>;
  /** Problems on which a part of the whole pipeline did anything. */
  readonly tookEffectOn: Readonly<Record<Exclude<Variant, "full">, number>>;
  /** Accepted by the whole pipeline, by level. */
  readonly byLevel: Readonly<Record<string, string>>;
}

function summarise(rows: readonly Row[]): AblationSummary {
  const tookEffect = (part: Exclude<Variant, "full">): number =>
    rows.filter(({ outcomes }) => outcomes.full.effects[part] > 0).length;
  const levels = [...Map.groupBy(rows, ({ level }) => level)];
  return {
    problems: rows.length,
    variants: Object.fromEntries(variants.map((variant) => [variant, summariseVariant(rows, variant)])),
    tookEffectOn: {
      hypothesis: tookEffect("hypothesis"),
      summary: tookEffect("summary"),
      attack: tookEffect("attack"),
      search: tookEffect("search"),
    },
    byLevel: Object.fromEntries(
      levels.map(([level, some]) => [
        level,
        `${some.filter(({ outcomes }) => outcomes.full.isAccepted).length} of ${some.length}`,
      ]),
    ),
  };
}

function summariseVariant(rows: readonly Row[], variant: Variant): VariantSummary {
  const own = rows.map(({ outcomes }) => outcomes[variant]);
  const accepted = own.filter(({ isAccepted }) => isAccepted).length;
  const cpu = own.flatMap(({ cpuMs }) => cpuMs ?? []);
  const submitted = own.filter(({ isSubmitted }) => isSubmitted);
  return {
    accepted: [toPercent(accepted / Math.max(1, rows.length)), ...toPercents(computeWilson(accepted, rows.length))],
    difference: variant === "full" || rows.length === 0 ? null : toDifference(rows, variant),
    submitted: submitted.length,
    wrongSubmissions: submitted.filter(({ isAccepted }) => !isAccepted).length,
    inputTokens: Math.round(computeMean(own.map(({ inputTokens }) => inputTokens))),
    outputTokens: Math.round(computeMean(own.map(({ outputTokens }) => outputTokens))),
    cpuSeconds: cpu.length < own.length ? null : Math.round(computeMean(cpu) / 10) / 100,
  };
}

function computeMean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function toDifference(rows: readonly Row[], variant: Variant): readonly [number, number, number] {
  const count = (here: boolean, full: boolean): number =>
    rows.filter(({ outcomes }) => outcomes[variant].isAccepted === here && outcomes.full.isAccepted === full).length;
  const counts = {
    both: count(true, true),
    onlyFirst: count(true, false),
    onlySecond: count(false, true),
    neither: count(false, false),
  };
  const difference = (counts.onlyFirst - counts.onlySecond) / rows.length;
  return [toPercent(difference), ...toPercents(computePairedInterval(counts))];
}

export function printAblation(title: string, rows: readonly Row[]): AblationSummary {
  const summary = summarise(rows);
  const head = ["pipeline", "accepted", "less whole", "submitted", "wrong", "tokens in", "out", "CPU s", "effect on"];
  const lines = variants.map((variant) => {
    const own = summary.variants[variant] ?? summariseVariant(rows, variant);
    return [
      variant === "full" ? "whole" : `no ${variant}`,
      toText(own.accepted),
      own.difference === null ? "-" : toText(own.difference),
      own.submitted,
      own.wrongSubmissions,
      own.inputTokens,
      own.outputTokens,
      own.cpuSeconds ?? "-",
      variant === "full" ? "-" : summary.tookEffectOn[variant],
    ];
  });
  console.log(`\n${title}: ${rows.length} problems, in percent with 95 % intervals\n`);
  const widths = [16, 22, 22, 11, 7, 11, 8, 8, 0];
  for (const line of [head, ...lines]) {
    console.log(
      line
        .map((cell, column) => String(cell).padEnd(widths[column] ?? 0))
        .join("")
        .trimEnd(),
    );
  }
  const idle = Object.entries(summary.tookEffectOn).flatMap(([part, count]) => (count === 0 ? [part] : []));
  const levels = Object.entries(summary.byLevel).map(([level, share]) => `${level}: ${share}`);
  console.log(`\naccepted by the whole pipeline, by level: ${levels.join(", ")}`);
  if (idle.length > 0) {
    console.log(`never took effect, so that its row measures chance and cost alone: ${idle.join(", ")}`);
  }
  return summary;
}

function toText([value, low, high]: readonly [number, number, number]): string {
  return `${value} (${low} to ${high})`;
}

function toPercents([low, high]: readonly [number, number]): [number, number] {
  return [toPercent(low), toPercent(high)];
}

function toPercent(share: number): number {
  return Math.round(1000 * share) / 10;
}
