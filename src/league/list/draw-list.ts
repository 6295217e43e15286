import type { Rng } from "../../std/index.ts";
import type { CorePart } from "../cores/core.ts";
import { countingCores } from "../cores/counting-cores.ts";
import { orderCores } from "../cores/order-cores.ts";
import { prefixCores } from "../cores/prefix-cores.ts";
import { processCores } from "../cores/process-cores.ts";
import { scanCores } from "../cores/scan-cores.ts";
import { sequenceCores } from "../cores/sequence-cores.ts";
import { sortCores } from "../cores/sort-cores.ts";
import { splitCores } from "../cores/split-cores.ts";
import { subsetCores } from "../cores/subset-cores.ts";
import { windowCores } from "../cores/window-cores.ts";
import { filters } from "../parts/filters.ts";
import { maps } from "../parts/maps.ts";
import type { Operand, Part, Placed } from "../parts/part.ts";
import { plainPost, posts } from "../parts/posts.ts";
import { plainShape, shapes } from "../parts/shapes.ts";
import { isCompatible, type ListComposition, type StepPart } from "./composition.ts";

type ListLevel = ListComposition["level"];

export const coresByLevel: Readonly<Record<ListLevel, readonly CorePart[]>> = {
  2: scanCores,
  3: [...sortCores, ...prefixCores],
  4: [...countingCores, ...windowCores],
  5: [...subsetCores, ...sequenceCores, ...splitCores, ...orderCores, ...processCores],
};

/** How likely 0, 1 or 2 steps are, in percent. */
const stepWeights: Readonly<Record<ListLevel, readonly [number, number, number]>> = {
  2: [10, 45, 45],
  3: [25, 50, 25],
  4: [35, 50, 15],
  5: [45, 55, 0],
};

/** Parts besides the core at level 5, where the claim is what is hard and texts are long. */
const mostAdditions = 2;

/** A composition at random; undefined where its parts do not go together. */
export function drawList(level: ListLevel, rng: Rng): ListComposition | undefined {
  const draw = createDraw(rng);
  const shape = draw.chance(60) ? plainShape : draw.pick(shapes);
  const isSigned = draw.chance(50);
  const stepCount = draw.weighted(stepWeights[level]);
  const steps = Array.from({ length: stepCount }, () =>
    draw.place<StepPart>(draw.pick<StepPart>(draw.chance(50) ? maps : filters)),
  );
  const core = draw.place(draw.pick(coresByLevel[level]));
  const post = draw.place(draw.chance(50) ? plainPost : draw.pick(posts));
  const composition: ListComposition = { level, shape, isSigned, steps, core, post };
  return isSound(composition) && isCompatible(composition) ? composition : undefined;
}

function isSound({ level, shape, steps, core, post }: ListComposition): boolean {
  const additions = (shape === plainShape ? 0 : 1) + steps.length + (post.part === plainPost ? 0 : 1);
  if (level === 5 && additions > mostAdditions) return false;
  if (new Set(steps.map(({ part }) => part.name)).size < steps.length) return false;
  if (steps.slice(1).some(({ part }) => part.kind === "filter" && part.isPositional === true)) return false;
  return core.part.ignoresValues !== true || steps.at(-1)?.part.kind === "filter";
}

interface Draw {
  chance(percent: number): boolean;
  pick<T>(items: readonly T[]): T;
  weighted(weights: readonly number[]): number;
  place<T extends Part>(part: T): Placed<T>;
}

function createDraw(rng: Rng): Draw {
  let isKTaken = false;
  const chance = (percent: number): boolean => rng.nextInt(1, 100) <= percent;
  const toOperand = ({ operand }: Part): Operand | undefined => {
    if (operand === undefined) return undefined;
    if (operand.highestInput !== undefined && !isKTaken && chance(30)) {
      isKTaken = true;
      return { kind: "input" };
    }
    return { kind: "constant", value: rng.nextInt(operand.low, operand.high) };
  };
  return {
    chance,
    pick: <T>(items: readonly T[]): T => items[rng.nextInt(0, items.length - 1)] as T,
    weighted: (weights) => {
      let at = rng.nextInt(1, 100);
      return weights.findIndex((weight) => (at -= weight) <= 0);
    },
    place: (part) => ({ part, operand: toOperand(part) }),
  };
}
