import type { InputSpec } from "../../problem/index.ts";
import { buildInput } from "./build-input.ts";
import { drawGraph, drawGrid, drawNumbers, drawParents, drawPermutation, drawString, drawTree } from "./draw.ts";
import type { InputScope } from "./input-value.ts";
import { toSimplest } from "./simplest.ts";
import { BuildReject, type IntRequest, type Strategy, type StringRequest } from "./strategy.ts";
import { toCompiled } from "./to-compiled.ts";

/**
 * All small inputs, each once, smallest first: level by level, where a level bounds how far sizes and values stray
 * from their simplest. Several test cases in one file are not tried: see `packCases`.
 *
 * @param budget.visits how many combinations of choices to look at, dead ends included
 * @throws FORGE_SPEC_INVALID
 */
export function* enumerateInputs(spec: InputSpec, budget: { readonly visits: number }): Generator<InputScope, void> {
  const compiled = toCompiled(spec);
  let left = budget.visits;
  let emptyLevels = 0;
  for (let level = 0; emptyLevels < maxEmptyLevels; level++) {
    let found = 0;
    for (let sizeCap = 0; sizeCap <= level; sizeCap++) {
      const caps = { sizeCap, valueCap: level - sizeCap };
      const odometer = new Odometer();
      do {
        if (left-- <= 0) return;
        const used = { size: 0, value: 0 };
        const value = tryBuild(() => buildInput(compiled, createEnumeration(odometer, caps, used)));
        if (value !== undefined && used.size === caps.sizeCap && used.value === caps.valueCap) {
          found++;
          yield value;
        }
      } while (odometer.advance());
    }
    emptyLevels = found === 0 ? emptyLevels + 1 : 0;
  }
}

/** After so many levels without an input, there are no more. */
const maxEmptyLevels = 12;

function tryBuild(build: () => InputScope): InputScope | undefined {
  try {
    return build();
  } catch (thrown) {
    if (thrown instanceof BuildReject) return undefined;
    throw thrown;
  }
}

/** A sequence of choices, each among so many; `advance` goes to the next sequence in lexicographic order. */
class Odometer {
  #digits: number[] = [];
  #counts: number[] = [];
  #next = 0;

  pick(count: number): number {
    const at = this.#next++;
    this.#counts[at] = count;
    return (this.#digits[at] ??= 0);
  }

  /** False after the last sequence. */
  advance(): boolean {
    let at = Math.min(this.#next, this.#digits.length) - 1;
    while (at >= 0 && (this.#digits[at] ?? 0) + 1 >= (this.#counts[at] ?? 0)) at--;
    this.#next = 0;
    if (at < 0) return false;
    this.#digits = this.#digits.slice(0, at + 1);
    this.#digits[at] = (this.#digits[at] ?? 0) + 1;
    return true;
  }
}

function createEnumeration(
  odometer: Odometer,
  caps: { readonly sizeCap: number; readonly valueCap: number },
  used: { size: number; value: number },
): Strategy {
  const pick = (low: number, high: number): number => low + odometer.pick(Math.max(1, high - low + 1));
  const pickSize = (low: number, high: number): number => {
    const step = odometer.pick(Math.min(high - low, caps.sizeCap) + 1);
    used.size = Math.max(used.size, step);
    return low + step;
  };
  const pickLetter = (low: number, high: number): number => {
    const step = odometer.pick(Math.min(high - low, caps.valueCap) + 1);
    used.value = Math.max(used.value, step);
    return low + step;
  };
  const pickValue = (low: bigint, high: bigint, centre: bigint): bigint => {
    const options = listNear({ low, high, centre, cap: caps.valueCap });
    const value = options[odometer.pick(options.length)] ?? low;
    const distance = Number(value > centre ? value - centre : centre - value);
    used.value = Math.max(used.value, Math.min(distance, caps.valueCap));
    return value;
  };
  const chooseInt = ({ low, high, isSize, isCaseCount }: IntRequest): bigint => {
    if (isCaseCount) return low;
    if (isSize) return low + BigInt(pickSize(0, Number(high - low)));
    return pickValue(low, high, toSimplest(low, high));
  };
  return {
    tries: 1,
    chooseInt,
    chooseNumbers: (request) => drawNumbers((low, high) => pickValue(low, high, toSimplest(low, high)), request),
    chooseString: (request: StringRequest) => {
      const length = pickSize(request.low, request.high);
      return drawString((low, high) => (low === high ? low : pickLetter(low, high)), {
        ...request,
        low: length,
        high: length,
      });
    },
    chooseOption: (options) => options[pick(0, options.length - 1)] ?? "",
    choosePermutation: (_, n) => drawPermutation(pick, n),
    chooseTree: (_, n) => drawTree(pick, n),
    chooseParents: (_, n, { isOrdered }) => drawParents(pick, n, isOrdered),
    chooseGraph: (request) => drawGraph(pick, request),
    chooseGrid: (request) => drawGrid(pick, request),
    chooseInterval: ({ low, high, isStrict }) => {
      const gap = isStrict ? 1n : 0n;
      const left = pickValue(low, high - gap, toSimplest(low, high));
      return [left, pickValue(left + gap, high, left + gap)];
    },
    share: (left) => left,
  };
}

/** The values within `cap` of the centre, nearest first. */
function listNear(range: {
  readonly low: bigint;
  readonly high: bigint;
  readonly centre: bigint;
  readonly cap: number;
}): readonly bigint[] {
  const { low, high, centre } = range;
  const values: bigint[] = [];
  for (let distance = 0n; distance <= BigInt(range.cap); distance++) {
    for (const value of distance === 0n ? [centre] : [centre + distance, centre - distance]) {
      if (value >= low && value <= high) values.push(value);
    }
  }
  return values;
}
