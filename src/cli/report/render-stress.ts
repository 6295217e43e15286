import type { StressReport } from "../../forge/index.ts";
import { fitWidth, padWidth } from "../text/fit.ts";
import { formatBytes, formatDuration } from "../text/format.ts";
import type { Palette } from "../text/palette.ts";
import { toSafeLine } from "../text/safe-text.ts";

/** Time, memory and growth of each program on the largest inputs, for people. */
export function renderStress(
  report: StressReport,
  layout: { readonly width: number; readonly palette: Palette },
): string {
  const { width, palette } = layout;
  const { tests, candidates, reference } = report;
  const by =
    reference === undefined
      ? "nobody answers them"
      : reference.kind === "consensus"
        ? `answers by consensus of ${reference.of.length}`
        : `answers by ${reference.kind}`;
  const nameWidth = Math.min(40, Math.max(8, ...candidates.map(({ name }) => name.length)));
  const rows = candidates.map(({ name, maxCpuTimeMs, maxMemoryBytes, growth, failed }) => {
    const exponent = growth.kind === "growth-estimated" ? `size^${growth.exponent.toFixed(2)}` : "too quick";
    const parts = [
      padWidth(toSafeLine(name).slice(-nameWidth), nameWidth),
      padWidth(formatDuration(maxCpuTimeMs), 9),
      padWidth(formatBytes(maxMemoryBytes), 10),
      padWidth(exponent, 9),
      failed === 0 ? "passes all" : `fails ${failed} of ${tests.length}`,
    ];
    return (failed === 0 ? palette.good : palette.bad)(fitWidth(parts.join("  "), width));
  });
  const head = palette.strong(`at size: ${tests.length} inputs up to the largest, ${by}`);
  return `${[head, ...rows, ""].join("\n")}\n`;
}
