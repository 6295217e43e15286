import type { Rng } from "../../std/index.ts";
import type { ArmReport, InputArm } from "./contract.ts";

interface ArmState {
  readonly arm: InputArm;
  batches: number;
  inputs: number;
  kept: number;
  /** Recent successes and failures, older ones counting less. */
  wins: number;
  losses: number;
  /** Batches without a new valid input, one after another. */
  barren: number;
  isDry: boolean;
}

/**
 * Chooses the source of the next batch: every arm once, small inputs first, then Thompson sampling on what a batch
 * found, with discount for large inputs. It looks at counts alone, never at measured times, so that a seed decides.
 */
export class Bandit {
  readonly #arms: readonly ArmState[];
  readonly #rng: Rng;

  constructor(arms: readonly InputArm[], rng: Rng) {
    const sorted = arms.toSorted((a, b) => a.size - b.size);
    this.#arms = sorted.map((arm) => ({
      arm,
      batches: 0,
      inputs: 0,
      kept: 0,
      wins: 0,
      losses: 0,
      barren: 0,
      isDry: false,
    }));
    this.#rng = rng;
  }

  /** Undefined where no arm has more. */
  choose(): InputArm | undefined {
    const open = this.#arms.filter((state) => !state.isDry);
    const untried = open.find((state) => state.batches === 0);
    if (untried !== undefined) return untried.arm;
    let best: InputArm | undefined;
    let bestValue = -1;
    for (const { arm, wins, losses } of open) {
      const value = drawBeta(this.#rng, 1 + wins, 2 + losses) / (0.3 + arm.size);
      if (value > bestValue) [best, bestValue] = [arm, value];
    }
    return best;
  }

  record(arm: InputArm, outcome: { readonly drawn: number; readonly inputs: number; readonly kept: number }): void {
    const state = this.#arms.find((item) => item.arm === arm);
    if (state === undefined) return;
    state.batches++;
    state.inputs += outcome.inputs;
    state.kept += outcome.kept;
    state.wins = state.wins * memory + (outcome.kept > 0 ? 1 : 0);
    state.losses = state.losses * memory + (outcome.kept > 0 ? 0 : 1);
    state.barren = outcome.inputs === 0 ? state.barren + 1 : 0;
    if (outcome.drawn === 0 || state.barren >= maxBarren) state.isDry = true;
  }

  /** How many batches an arm has given. */
  countBatches(arm: InputArm): number {
    return this.#arms.find((item) => item.arm === arm)?.batches ?? 0;
  }

  report(): readonly ArmReport[] {
    return this.#arms.map(({ arm, batches, inputs, kept }) => ({ name: arm.name, batches, inputs, kept }));
  }
}

const memory = 0.9;
const maxBarren = 6;

/** Beta(a, b) for a, b ≥ 1 as a ratio of sums of exponentials, the counts rounded. */
function drawBeta(rng: Rng, a: number, b: number): number {
  const x = drawGamma(rng, a);
  return x / (x + drawGamma(rng, b));
}

function drawGamma(rng: Rng, shape: number): number {
  let sum = 0;
  for (let i = 0; i < Math.max(1, Math.round(shape)); i++) sum -= Math.log(1 - rng.nextFloat());
  return sum;
}
