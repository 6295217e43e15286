import { computeDigest, invariant, Rng } from "../std/index.ts";
import type { Blueprint, InputPlan } from "./blueprint.ts";
import type { LeagueAddress, LeagueLevel, LeagueSplit } from "./contract.ts";
import { drawFormula, evaluateFormula, listFormulaParts, type FormulaComposition } from "./formula/composition.ts";
import { createFormulaBlueprint, drawFormulaInput } from "./formula/formula-blueprint.ts";
import { evaluateList, listListParts, toElements, type ListComposition } from "./list/composition.ts";
import { drawListInput } from "./list/draw-input.ts";
import { drawList } from "./list/draw-list.ts";
import { createListBlueprint, listTestPlans } from "./list/list-blueprint.ts";

type Composition = FormulaComposition | ListComposition;

/** One family in this many is held out. */
const heldOutShare = 5;

export interface DrawnBlueprint {
  readonly family: string;
  readonly blueprint: Blueprint;
  /** Where the problem's own random choices come from. */
  readonly rng: Rng;
}

/** The blueprint behind an address: compositions are drawn until one is of the split and says something. */
export function drawBlueprint({ level, seed, split }: LeagueAddress): DrawnBlueprint {
  const rng = new Rng(`league/${split}/${level}/${seed}`);
  for (let tries = 0; tries < 10_000; tries++) {
    const composition = level === 1 ? drawFormula(rng) : drawList(level, rng);
    if (composition === undefined) continue;
    const family = toFamily(composition);
    if (toSplit(family) !== split || !isInformative(composition, rng)) continue;
    const blueprint =
      composition.level === 1 ? createFormulaBlueprint(composition) : createListBlueprint(composition, rng);
    return { family, blueprint, rng };
  }
  return invariant(false, `no composition of level ${level} was found for seed ${seed}`) as never;
}

/** Which split a family is in: by its digest, so that it never changes. */
function toSplit(family: string): LeagueSplit {
  return Number.parseInt(computeDigest(family).slice(0, 8), 16) % heldOutShare === 0 ? "held-out" : "training";
}

function toFamily(composition: Composition): string {
  const level: LeagueLevel = composition.level;
  const parts = composition.level === 1 ? listFormulaParts(composition) : listListParts(composition);
  return `${level} ${parts.join(" ")}`;
}

/** The name under which tests are drawn, so that the first of them can be looked at before. */
export const testsSeed = "tests";

/** Inputs that a step must matter to, besides the small tests. */
const furtherProbes: readonly InputPlan[] = [
  { count: 9, spread: 12 },
  { count: 10, spread: 1000 },
  { count: 12, spread: 40, isDense: true },
];

/** Whether small inputs have different answers, and every step matters to some of them. */
function isInformative(composition: Composition, rng: Rng): boolean {
  if (composition.level === 1) {
    const answers = Array.from({ length: 10 }, () =>
      evaluateFormula(composition, drawFormulaInput(composition, { count: 0, spread: 15 }, rng)),
    );
    return new Set(answers).size >= 5;
  }
  const draw = rng.derive(testsSeed);
  const inputs = [...listTestPlans.slice(0, 8), ...furtherProbes].map((plan) => drawListInput(composition, plan, draw));
  const answers = inputs.map((input) => evaluateList(composition, input));
  if (new Set(answers.slice(0, 8)).size < (composition.core.part.isBinary === true ? 2 : 3)) return false;
  if (inputs.filter((input) => toElements(composition, input).length === 0).length > 4) return false;
  return composition.steps.every((_, index) => {
    const without = { ...composition, steps: composition.steps.toSpliced(index, 1) };
    return inputs.some((input, i) => evaluateList(without, input) !== answers[i]);
  });
}
