import type { Rng } from "../../std/index.ts";
import type { CorePart } from "../cores/core.ts";
import { filters } from "../parts/filters.ts";
import { maps } from "../parts/maps.ts";
import { toOperandValue, type Placed } from "../parts/part.ts";
import { plainPost } from "../parts/posts.ts";
import { evaluateList, isCompatible, type ListComposition, type ListInput, type StepPart } from "./composition.ts";
import { coresByLevel } from "./draw-list.ts";
import { toReference } from "./list-programs.ts";

export interface WrongList {
  readonly name: string;
  readonly program: string;
  evaluate(input: ListInput): number;
}

/** Parts that are easily taken for each other, by name. */
const confusions: Readonly<Record<string, string>> = {
  even: "odd",
  odd: "even",
  positive: "negative",
  negative: "positive",
  above: "at-least",
  "at-least": "above",
  below: "at-most",
  "at-most": "below",
  divisible: "not-divisible",
  "not-divisible": "divisible",
  "odd-positions": "even-positions",
  "even-positions": "odd-positions",
  plus: "minus",
  minus: "plus",
  from: "minus",
  times: "plus",
  cap: "raise",
  raise: "cap",
  remainder: "quotient",
  quotient: "remainder",
  distance: "minus",
};

/** Plausible mistakes: a part left out or taken for another, two steps swapped, the last element missed, a slip in the core. */
export function listWrongLists(composition: ListComposition, rng: Rng): readonly WrongList[] {
  const { steps, core, post } = composition;
  const compositions: (readonly [string, ListComposition])[] = [];
  for (const [index, step] of steps.entries()) {
    const isKNeeded = step.operand?.kind === "input";
    if (!isKNeeded)
      compositions.push([`missing-step-${index + 1}`, { ...composition, steps: steps.toSpliced(index, 1) }]);
    const other = confuse(step);
    if (other) compositions.push([`other-step-${index + 1}`, { ...composition, steps: steps.with(index, other) }]);
  }
  if (steps.length === 2 && !isPositional(steps[0]))
    compositions.push(["swapped-steps", { ...composition, steps: steps.toReversed() }]);
  const otherCore = drawOtherCore(composition, rng);
  if (otherCore) compositions.push(["other-core", { ...composition, core: { ...core, part: otherCore } }]);
  if (post.part !== plainPost) compositions.push(["missing-ending", { ...composition, post: { part: plainPost } }]);
  return [
    ...compositions
      .filter(([, other]) => isCompatible(other))
      .map(([name, other]) => ({
        name,
        program: toReference(other),
        evaluate: (input: ListInput) => evaluateList(other, input),
      })),
    ...(core.part.faults ?? []).map((fault) => ({
      name: `core-${fault.name}`,
      program: toReference({ ...composition, core: { ...core, part: breakCore(core.part, fault) } }),
      evaluate: (input: ListInput) =>
        evaluateList({ ...composition, core: { ...core, part: { ...core.part, evaluate: fault.evaluate } } }, input),
    })),
    {
      name: "misses-last",
      program: toReference(composition, { skipsLast: true }),
      evaluate: (input) => evaluateWithoutLast(composition, input),
    },
  ];
}

function confuse(step: Placed<StepPart>): Placed<StepPart> | undefined {
  const name = confusions[step.part.name];
  const part = [...maps, ...filters].find((other) => other.kind === step.part.kind && other.name === name);
  return part && { ...step, part };
}

function isPositional(step: Placed<StepPart> | undefined): boolean {
  return step?.part.kind === "filter" && step.part.isPositional === true;
}

/** Another question of the level that can be asked with the same operand. */
function drawOtherCore({ level, core }: ListComposition, rng: Rng): CorePart | undefined {
  const others = coresByLevel[level].filter(
    (other) => other.name !== core.part.name && (other.operand === undefined) === (core.operand === undefined),
  );
  return others[rng.nextInt(0, others.length - 1)];
}

function breakCore(core: CorePart, { from, to }: { readonly from: string; readonly to: string }): CorePart {
  const { loop, code } = core;
  return loop?.includes(from) === true
    ? { ...core, loop: loop.replaceAll(from, to) }
    : { ...core, code: code.replaceAll(from, to) };
}

function evaluateWithoutLast(composition: ListComposition, { rows, k }: ListInput): number {
  const { post } = composition;
  const result = evaluateList({ ...composition, post: { part: plainPost } }, { rows: rows.slice(0, -1), k });
  return post.part.apply(result, toOperandValue(post.operand, k), rows.length);
}
