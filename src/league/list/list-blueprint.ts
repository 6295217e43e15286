import type { FieldSpec, InputSpec } from "../../problem/index.ts";
import type { Rng } from "../../std/index.ts";
import type { Blueprint, InputPlan, Variant } from "../blueprint.ts";
import { longestList } from "../cores/core.ts";
import { fill } from "../parts/part.ts";
import { evaluateList, findKPart, listListParts, toDomain, usesK, type ListComposition } from "./composition.ts";
import { drawListInput, renderListInput } from "./draw-input.ts";
import { toBruteProgram, toHypothesis, toReference, toSlowProgram } from "./list-programs.ts";
import { claimAboutList, sayList, thinkAboutList } from "./say-list.ts";
import { listWrongLists } from "./wrong-lists.ts";

/** Small inputs first. */
export const listTestPlans: readonly InputPlan[] = [
  { count: 6, spread: 9, isDense: true },
  { count: 8, spread: 20, isDense: true },
  { count: 1, spread: 9 },
  { count: 2, spread: 12, isDense: true },
  { count: 7, spread: 4 },
  { count: 6, spread: 12, form: "equal", isDense: true },
  { count: 12, spread: 12, isDense: true },
  { count: 15, spread: 30, form: "ascending" },
  { count: 40, spread: 100, isDense: true },
  { count: 100, spread: 1000 },
  { count: 400, spread: 1000, isDense: true },
];

const largePlans: readonly InputPlan[] = [
  { count: longestList, spread: 1000, isDense: true },
  { count: longestList, spread: 20, isDense: true },
];

/** @param rng decides which of many plausible mistakes are made. */
export function createListBlueprint(composition: ListComposition, rng: Rng): Blueprint {
  const wrong = listWrongLists(composition, rng);
  const { core } = composition;
  const slow = toSlowProgram(composition);
  const claim =
    core.part.claim === undefined ? claimAboutList(composition) : `${fill(core.part.claim, core.operand)} .`;
  return {
    parts: listListParts(composition),
    title: toTitle(composition),
    say: (words) => sayList(composition, words),
    constraints: toConstraints(composition),
    inputSpec: toInputSpec(composition),
    program: toReference(composition),
    thinking: thinkAboutList(composition),
    hypothesis: { claim, program: toHypothesis(composition) },
    brute: toBruteProgram(composition),
    slow: slow === undefined ? [] : [{ name: "quadratic", program: slow }],
    wrong: wrong.map(({ name, program }): Variant => ({ name, program })),
    testPlans: listTestPlans,
    largePlans,
    createCase: (plan, draw) => {
      const input = drawListInput(composition, plan, draw);
      return {
        input: renderListInput(composition, input),
        answer: `${evaluateList(composition, input)}\n`,
        wrongAnswers: wrong.map((variant) => `${variant.evaluate(input)}\n`),
      };
    },
  };
}

function toTitle({ shape, steps, core, post }: ListComposition): string {
  const labels = [shape.label, ...[...steps, core, post].map(({ part, operand }) => fill(part.label, operand))];
  return labels.join(", ").replaceAll(" ,", ",");
}

function toConstraints(composition: ListComposition): readonly string[] {
  const { low, high } = toDomain(composition);
  const k = findKPart(composition)?.operand;
  return [
    `$1 \\le n \\le ${longestList}$`,
    ...(k === undefined ? [] : [`$${k.low} \\le k \\le ${k.highestInput}$`]),
    `all other numbers of the input are integers from ${low} to ${high}`,
    "positions are counted from 1",
  ];
}

function toInputSpec(composition: ListComposition): InputSpec {
  const { low, high } = toDomain(composition);
  const number: FieldSpec = [low, high];
  const k = findKPart(composition)?.operand;
  const first = {
    n: [1, longestList] as const,
    ...(usesK(composition) && k !== undefined ? { k: [k.low, k.highestInput ?? k.low] as const } : {}),
  };
  return {
    input: [
      { line: first },
      composition.shape.isPairs
        ? { rows: "pairs", count: "n", line: { x: number, y: number } }
        : { line: { list: { array: "n", of: number } } },
    ],
  };
}
