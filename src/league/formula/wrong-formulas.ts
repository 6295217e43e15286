import type { FormulaComposition, PlacedExpression } from "./composition.ts";
import { choices, expressions, type ExpressionPart } from "./expressions.ts";

export interface WrongFormula {
  readonly name: string;
  readonly composition: FormulaComposition;
}

/** Parts that are easily taken for each other. */
const confusions: Readonly<Record<string, string>> = {
  sum: "difference",
  difference: "sum",
  product: "sum",
  larger: "smaller",
  smaller: "larger",
  distance: "difference",
  plus: "minus",
  minus: "from",
  from: "minus",
  times: "plus",
  square: "absolute",
  absolute: "square",
  remainder: "quotient",
  quotient: "remainder",
  cap: "raise",
  raise: "cap",
  even: "odd",
  odd: "even",
  greater: "less",
  less: "greater",
  "at-least": "below",
  below: "at-least",
  divisible: "even",
};

/** Mistakes with one part each. */
export function listWrongFormulas(composition: FormulaComposition): readonly WrongFormula[] {
  const { p, q, ending } = composition;
  const wrong: WrongFormula[] = [
    ...confuse(p).map((other) => ({ name: "other-p", composition: { ...composition, p: other } })),
    ...confuse(q).map((other) => ({ name: "other-q", composition: { ...composition, q: other } })),
  ];
  if (ending.kind === "expression") {
    const { expression } = ending;
    for (const other of confuse(expression)) {
      wrong.push({ name: "other-answer", composition: { ...composition, ending: { ...ending, expression: other } } });
    }
    const swapped = { ...expression, u: expression.v, v: expression.u };
    wrong.push({ name: "swapped", composition: { ...composition, ending: { ...ending, expression: swapped } } });
  } else {
    const part = choices.find(({ name }) => name === confusions[ending.choice.part.name]);
    const choice = part && { ...ending.choice, part };
    if (choice) wrong.push({ name: "other-choice", composition: { ...composition, ending: { ...ending, choice } } });
  }
  return wrong;
}

function confuse(expression: PlacedExpression): readonly PlacedExpression[] {
  const part = expressions.find(({ name }) => name === confusions[expression.part.name]);
  return part === undefined ? [] : [replacePart(expression, part)];
}

function replacePart(expression: PlacedExpression, part: ExpressionPart): PlacedExpression {
  return { ...expression, part };
}
