import type { Rng } from "../../std/index.ts";
import type { InputPlan } from "../blueprint.ts";
import { toOperandValue } from "../parts/part.ts";
import { findKPart, largestNumber, toDomain, type ListComposition, type ListInput } from "./composition.ts";

/** An input of the problem that is as the plan says, as far as the problem allows. */
export function drawListInput(composition: ListComposition, plan: InputPlan, rng: Rng): ListInput {
  const k = drawK(composition, plan, rng);
  const drawRow = (index: number): [number, number] => {
    const row = drawNumbers(composition, plan, rng);
    for (let tries = 0; plan.isDense === true && tries < 30 && !isKept(composition, row, { index, k }); tries++) {
      row.splice(0, 2, ...drawNumbers(composition, plan, rng));
    }
    return row;
  };
  const rows = Array.from({ length: plan.count }, (_, index) => drawRow(index));
  if (plan.form === "equal") return { rows: rows.map(() => rows[0] ?? [0, 0]), k };
  if (plan.form === "ascending") rows.sort(([a], [b]) => a - b);
  return { rows, k };
}

export function renderListInput(composition: ListComposition, { rows, k }: ListInput): string {
  const first = findKPart(composition) === undefined ? `${rows.length}` : `${rows.length} ${k}`;
  const rest = composition.shape.isPairs
    ? rows.map(([x, y]) => `${x} ${y}`).join("\n")
    : rows.map(([x]) => x).join(" ");
  return `${first}\n${rest}\n`;
}

/** k lies where it matters: within the numbers of the list, or within its length. */
function drawK(composition: ListComposition, { count, spread }: InputPlan, rng: Rng): number {
  const operand = findKPart(composition)?.operand;
  if (operand?.highestInput === undefined) return 0;
  const { low, highestInput } = operand;
  const scale = highestInput <= 100 ? count + 1 : highestInput > largestNumber ? 2 * spread : spread;
  return rng.nextInt(low, Math.max(low, Math.min(highestInput, scale)));
}

function drawNumbers(composition: ListComposition, { spread }: InputPlan, rng: Rng): [number, number] {
  const { low, high } = toDomain(composition);
  const least = Math.max(low, -spread);
  const most = Math.min(high, spread);
  const x = rng.nextInt(least, most);
  return [x, composition.shape.isPairs ? rng.nextInt(least, most) : 0];
}

/** Whether a row gets through the steps; rows of shapes that look at other rows count as if alone. */
function isKept(
  { shape, steps }: ListComposition,
  row: readonly [number, number],
  { index, k }: { readonly index: number; readonly k: number },
): boolean {
  let x = shape.toList([row])[0] ?? 0;
  for (const { part, operand } of steps) {
    const c = toOperandValue(operand, k);
    if (part.kind === "map") x = part.apply(x, c);
    else if (part.isPositional !== true && !part.isKept(x, c, index)) return false;
  }
  return true;
}
