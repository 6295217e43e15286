import type { Rng } from "../../std/index.ts";
import type { Blueprint, InputPlan, StatementPhrases, Variant } from "../blueprint.ts";
import { fill, toOperandText } from "../parts/part.ts";
import { toPrinting, toProgramText, toReading } from "../program/program-text.ts";
import {
  evaluateFormula,
  largestInput,
  listFormulaParts,
  toInputRange,
  type FormulaComposition,
  type FormulaInput,
  type PlacedExpression,
} from "./composition.ts";
import { listWrongFormulas } from "./wrong-formulas.ts";

const testPlans: readonly InputPlan[] = [
  { count: 0, spread: 10 },
  { count: 0, spread: 10 },
  { count: 0, spread: 0 },
  { count: 0, spread: 3 },
  { count: 0, spread: 12, form: "equal" },
  { count: 0, spread: 25 },
  { count: 0, spread: 25 },
  { count: 0, spread: 100 },
  { count: 0, spread: largestInput },
  { count: 0, spread: largestInput },
];

export function createFormulaBlueprint(composition: FormulaComposition): Blueprint {
  const wrong = listWrongFormulas(composition);
  const program = toFormulaProgram(composition);
  const thinking = toThinking(composition);
  return {
    parts: listFormulaParts(composition),
    title: toTitle(composition),
    say: (rng) => say(composition, rng),
    constraints: [`$${toInputRange(composition).low} \\le ${composition.inputs.join(", ")} \\le ${largestInput}$`],
    inputSpec: {
      input: [
        {
          line: Object.fromEntries(
            composition.inputs.map((name) => [name, [toInputRange(composition).low, largestInput] as const]),
          ),
        },
      ],
    },
    program,
    thinking,
    // A formula is all that there is to claim.
    hypothesis: { claim: thinking, program },
    brute: toNestedProgram(composition),
    slow: [],
    wrong: wrong.map(({ name, composition: other }): Variant => ({ name, program: toFormulaProgram(other) })),
    testPlans,
    largePlans: [],
    createCase: (plan, rng) => {
      const input = drawFormulaInput(composition, plan, rng);
      return {
        input: `${composition.inputs.map((name) => input[name]).join(" ")}\n`,
        answer: `${evaluateFormula(composition, input)}\n`,
        wrongAnswers: wrong.map(({ composition: other }) => `${evaluateFormula(other, input)}\n`),
      };
    },
  };
}

function toTitle({ p, q, ending }: FormulaComposition): string {
  const last = ending.kind === "choice" ? ending.choice.part.label : ending.expression.part.label;
  const labels = [fill(p.part.label, p.operand), fill(q.part.label, q.operand)];
  return `${labels.join(", ")}: ${fill(last, ending.kind === "choice" ? ending.choice.operand : undefined)}`;
}

function say({ inputs, p, q, ending }: FormulaComposition, rng: Rng): StatementPhrases {
  const pick = (items: readonly string[]): string => items[rng.nextInt(0, items.length - 1)] as string;
  const express = (expression: PlacedExpression): string => place(pick(expression.part.says), expression);
  const names = inputs.length === 2 ? "x and y" : "x , y and z";
  const number = inputs.length === 2 ? "two" : "three";
  const intro = pick([`you are given ${number} integers ${names} .`, `there are ${number} integers ${names} .`]);
  const answer =
    ending.kind === "expression"
      ? express(ending.expression)
      : `p if ${fill(pick(ending.choice.part.says), ending.choice.operand)} , and q otherwise`;
  const [first, second] = [express(p), express(q)];
  const print = pick(["print", "output", "find"]);
  const body = pick([
    `${intro} let p be ${first} . let q be ${second} . ${print} ${answer} .`,
    `${intro} ${print} ${answer} , where p is ${first} and q is ${second} .`,
    `${intro} compute p , ${first} , and q , ${second} . then ${print} ${answer} .`,
  ]);
  return { body, input: `the only line has ${names} .` };
}

function toThinking({ p, q, ending }: FormulaComposition): string {
  const last =
    ending.kind === "choice"
      ? fill(ending.choice.part.label, ending.choice.operand)
      : fill(ending.expression.part.label, ending.expression.operand);
  const labels = [`p : ${fill(p.part.label, p.operand)}`, `q : ${fill(q.part.label, q.operand)}`, last, "print"];
  return labels.map((label) => `${label} .`).join(" ");
}

function toFormulaProgram(composition: FormulaComposition): string {
  const { inputs, p, q, ending } = composition;
  const answer =
    ending.kind === "choice"
      ? `${fill(ending.choice.part.code, ending.choice.operand)}?p:q`
      : place(ending.expression.part.code, ending.expression);
  return toProgramText(
    `${toReading(...inputs)}p=${place(p.part.code, p)};q=${place(q.part.code, q)};s=${answer};${toPrinting("s")}`,
  );
}

/** The whole formula as one expression. */
function toNestedProgram({ inputs, p, q, ending }: FormulaComposition): string {
  const inner = `(${place(p.part.code, p)})`;
  const other = `(${place(q.part.code, q).replaceAll(/\bp\b/g, inner)})`;
  const answer =
    ending.kind === "choice"
      ? `${fill(ending.choice.part.code, ending.choice.operand)}?p:q`
      : place(ending.expression.part.code, ending.expression);
  const nested = answer.replaceAll(/\b[pq]\b/g, (name) => (name === "p" ? inner : other));
  return toProgramText(`${toReading(...inputs)}${toPrinting(nested)}`);
}

function place(template: string, { operand, u, v }: PlacedExpression): string {
  return template.replaceAll("{u}", u).replaceAll("{v}", v).replaceAll("{c}", toOperandText(operand));
}

export function drawFormulaInput(composition: FormulaComposition, { spread, form }: InputPlan, rng: Rng): FormulaInput {
  const low = composition.isSigned ? -spread : 0;
  const first = rng.nextInt(low, spread);
  return Object.fromEntries(
    composition.inputs.map((name, i) => [name, form === "equal" || i === 0 ? first : rng.nextInt(low, spread)]),
  );
}
