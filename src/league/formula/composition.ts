import type { Rng } from "../../std/index.ts";
import { toOperandValue, type Operand, type Placed, type ValueRange } from "../parts/part.ts";
import { choices, expressions, type ChoicePart, type ExpressionPart } from "./expressions.ts";

/** What an expression is made of: x, y and z of the input, and p where it comes later. */
export type Variable = "x" | "y" | "z" | "p" | "q";

export interface PlacedExpression extends Placed<ExpressionPart> {
  readonly u: Variable;
  readonly v: Variable;
}

/** A problem of level 1: p is computed, then q, then the answer from both. */
export interface FormulaComposition {
  readonly level: 1;
  readonly inputs: readonly Variable[];
  readonly isSigned: boolean;
  readonly p: PlacedExpression;
  readonly q: PlacedExpression;
  readonly ending:
    | { readonly kind: "expression"; readonly expression: PlacedExpression }
    | { readonly kind: "choice"; readonly choice: Placed<ChoicePart> };
}

export type FormulaInput = Readonly<Partial<Record<Variable, number>>>;

export const largestInput = 1000;

/** A composition at random; undefined where its parts do not go together. */
export function drawFormula(rng: Rng): FormulaComposition | undefined {
  const chance = (percent: number): boolean => rng.nextInt(1, 100) <= percent;
  const pick = <T>(items: readonly T[]): T => items[rng.nextInt(0, items.length - 1)] as T;
  const toOperand = (part: ExpressionPart | ChoicePart): Operand | undefined =>
    part.operand && { kind: "constant", value: rng.nextInt(part.operand.low, part.operand.high) };
  const place = (part: ExpressionPart, variables: readonly Variable[]): PlacedExpression => {
    const [u, v] = rng.shuffle(variables) as [Variable, Variable];
    return { part, operand: toOperand(part), u, v };
  };
  const inputs: readonly Variable[] = chance(50) ? ["x", "y"] : ["x", "y", "z"];
  const isSigned = chance(40);
  const p = place(pick(expressions), inputs);
  const q = place(pick(expressions), chance(30) ? [...inputs, "p"] : inputs);
  const choice = pick(choices);
  const ending: FormulaComposition["ending"] = chance(30)
    ? { kind: "choice", choice: { part: choice, operand: toOperand(choice) } }
    : {
        kind: "expression",
        expression: place(pick(expressions.filter((part) => part.inputs === 2)), ["p", "q"]),
      };
  const composition: FormulaComposition = { level: 1, inputs, isSigned, p, q, ending };
  return isCompatible(composition) ? composition : undefined;
}

export function evaluateFormula(composition: FormulaComposition, input: FormulaInput): number {
  const values: Partial<Record<Variable, number>> = { ...input };
  values.p = evaluate(composition.p, values);
  values.q = evaluate(composition.q, values);
  const { ending } = composition;
  if (ending.kind === "expression") return evaluate(ending.expression, values);
  const { part, operand } = ending.choice;
  return part.holds(values.x ?? 0, values.y ?? 0, toOperandValue(operand, 0)) ? values.p : values.q;
}

export function listFormulaParts({ inputs, p, q, ending }: FormulaComposition): readonly string[] {
  const usesP = q.u === "p" || (q.part.inputs === 2 && q.v === "p");
  return [
    `inputs:${inputs.length}`,
    `p:${p.part.name}`,
    `q:${q.part.name}${usesP ? "(p)" : ""}`,
    ending.kind === "choice" ? `choice:${ending.choice.part.name}` : `answer:${ending.expression.part.name}`,
  ];
}

export function toInputRange({ isSigned }: FormulaComposition): ValueRange {
  return { low: isSigned ? -largestInput : 0, high: largestInput };
}

function evaluate({ part, operand, u, v }: PlacedExpression, values: FormulaInput): number {
  return part.apply(values[u] ?? 0, values[v] ?? 0, toOperandValue(operand, 0));
}

/** Whether every part makes sense of what it gets, every number stays exact, and every input is used. */
function isCompatible(composition: FormulaComposition): boolean {
  const { inputs, p, q, ending } = composition;
  const range = toInputRange(composition);
  const ranges: Partial<Record<Variable, ValueRange>> = Object.fromEntries(inputs.map((name) => [name, range]));
  for (const [name, expression] of [
    ["p", p],
    ["q", q],
    ...(ending.kind === "expression" ? [["s", ending.expression] as const] : []),
  ] as const) {
    const { part, operand, u, v } = expression;
    const found = part.toRange(ranges[u] ?? range, ranges[v] ?? range, toOperandValue(operand, 0));
    if (found === undefined || Math.max(-found.low, found.high) > 2 ** 52) return false;
    if (name !== "s") ranges[name] = found;
  }
  const used = new Set([p, q].flatMap(({ part, u, v }) => (part.inputs === 2 ? [u, v] : [u])));
  if (ending.kind === "choice") {
    used.add("x");
    used.add("y");
  }
  return inputs.every((name) => used.has(name)) && (p.part.name !== q.part.name || p.u !== q.u || p.part.inputs === 2);
}
