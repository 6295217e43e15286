import { toResultRange, longestList, type CorePart } from "../cores/core.ts";
import type { FilterPart } from "../parts/filters.ts";
import type { MapPart } from "../parts/maps.ts";
import {
  toFamilyName,
  toOperandRange,
  toOperandValue,
  type Part,
  type Placed,
  type ValueRange,
} from "../parts/part.ts";
import type { PostPart } from "../parts/posts.ts";
import type { ShapePart } from "../parts/shapes.ts";

export type StepPart = MapPart | FilterPart;

/** A problem of levels 2 to 5: a list is read, changed step by step, asked about, and the result is finished. */
export interface ListComposition {
  readonly level: 2 | 3 | 4 | 5;
  readonly shape: ShapePart;
  /** Numbers of the input are from -1000 to 1000, else from 0. */
  readonly isSigned: boolean;
  readonly steps: readonly Placed<StepPart>[];
  readonly core: Placed<CorePart>;
  readonly post: Placed<PostPart>;
}

/** An input: n rows of x, or of x and y, and k where the problem has one. */
export interface ListInput {
  readonly rows: readonly (readonly [number, number])[];
  readonly k: number;
}

export const largestNumber = 1000;

/** All parts with their operands, in the order in which they are applied. */
function listPlaced({ steps, core, post }: ListComposition): readonly Placed<Part>[] {
  return [...steps, core, post];
}

export function usesK(composition: ListComposition): boolean {
  return listPlaced(composition).some(({ operand }) => operand?.kind === "input");
}

/** The part whose operand is k. */
export function findKPart(composition: ListComposition): Part | undefined {
  return listPlaced(composition).find(({ operand }) => operand?.kind === "input")?.part;
}

export function listListParts(composition: ListComposition): readonly string[] {
  const { shape, steps, core, post } = composition;
  return [
    `shape:${shape.name}`,
    ...steps.map((step) => `${step.part.kind}:${toFamilyName(step)}`),
    `core:${toFamilyName(core)}`,
    `post:${toFamilyName(post)}`,
  ];
}

export function toDomain({ isSigned }: ListComposition): ValueRange {
  return { low: isSigned ? -largestNumber : 0, high: largestNumber };
}

/** What is left of the list after shape and steps. */
export function toElements({ shape, steps }: ListComposition, { rows, k }: ListInput): readonly number[] {
  let list = shape.toList(rows);
  for (const { part, operand } of steps) {
    const c = toOperandValue(operand, k);
    list =
      part.kind === "map" ? list.map((x) => part.apply(x, c)) : list.filter((x, index) => part.isKept(x, c, index));
  }
  return list;
}

/** The answer. */
export function evaluateList(composition: ListComposition, input: ListInput): number {
  const { core, post } = composition;
  const result = core.part.evaluate(toElements(composition, input), toOperandValue(core.operand, input.k));
  return post.part.apply(result, toOperandValue(post.operand, input.k), input.rows.length);
}

/** Whether every part makes sense of what it gets, and every number stays exact. */
export function isCompatible(composition: ListComposition): boolean {
  const { shape, steps, core, post } = composition;
  let range: ValueRange | undefined = shape.toRange(toDomain(composition), longestList);
  for (const step of steps) {
    range = toStepRange(step, range);
    if (range === undefined || Math.max(-range.low, range.high) > 2 ** 45) return false;
  }
  const result = toResultRange(core.part, range);
  if (result === undefined || !post.part.accepts(result)) return false;
  const growth = post.part.growth?.(toOperandValue(post.operand, 0)) ?? 1;
  return Math.max(-result.low, result.high) * growth < 2 ** 53;
}

function toStepRange(step: Placed<StepPart>, range: ValueRange): ValueRange | undefined {
  const { part } = step;
  if (part.kind === "filter" && step.operand?.kind === "input") return range;
  const operand = toOperandRange(step);
  const low = part.toRange(range, operand.low);
  const high = part.toRange(range, operand.high);
  if (low === undefined || high === undefined) return undefined;
  return { low: Math.min(low.low, high.low), high: Math.max(low.high, high.high) };
}
