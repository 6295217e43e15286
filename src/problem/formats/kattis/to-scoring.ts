import type { Scoring } from "../../problem.ts";
import type { TestCase, TestGroup } from "../../test-case.ts";
import type { KattisMetadata } from "./read-metadata.ts";

interface Parts {
  readonly groups: readonly TestGroup[];
  readonly tests: readonly TestCase[];
  /** Whether a validator of the package's own may give any score. */
  readonly hasProgram: boolean;
}

/** How a package is scored: up to a maximum where its groups fix one, else without end. */
export function toScoring(metadata: KattisMetadata, parts: Parts): Scoring {
  if (!metadata.isScoring) return { kind: "binary" };
  if (metadata.objective === "min") return { kind: "open-ended", direction: "minimize", aggregation: "sum" };
  const tops = parts.groups.filter((group) => group.parentId === undefined && group.isCounted !== false);
  const maximum = add(tops.map((group) => computeMaximum(group, parts)));
  return maximum !== undefined && maximum > 0
    ? { kind: "partial", maximum }
    : { kind: "open-ended", direction: "maximize", aggregation: "sum" };
}

/** The most that a group can give, where it is known. */
function computeMaximum(group: TestGroup, parts: Parts): number | undefined {
  if (group.points !== undefined) return group.points;
  if (group.scoreRange?.maximum !== undefined && parts.hasProgram) return group.scoreRange.maximum;
  const own = parts.tests.filter((test) => test.groupId === group.id);
  const share = parts.hasProgram ? undefined : group.acceptScore;
  const children = parts.groups.filter((other) => other.parentId === group.id && other.isCounted !== false);
  const values = [...own.map(() => share), ...children.map((child) => computeMaximum(child, parts))];
  const sum = add(values);
  const known = values.filter((value) => value !== undefined);
  if (sum === undefined || values.length === 0) return sum;
  switch (group.aggregation) {
    case "sum":
      return sum;
    case "average":
      return sum / values.length;
    case "minimum":
      return Math.min(...known);
    case "maximum":
      return Math.max(...known);
    case "complete":
      return undefined;
  }
}

function add(values: readonly (number | undefined)[]): number | undefined {
  return values.reduce<number | undefined>(
    (sum, value) => (sum === undefined || value === undefined ? undefined : sum + value),
    0,
  );
}
