/** Lowest and highest value, both included. */
export interface ValueRange {
  readonly low: number;
  readonly high: number;
}

/** The number that a part needs: a constant of the statement, or the input's variable k. */
export type Operand = { readonly kind: "constant"; readonly value: number } | { readonly kind: "input" };

export interface OperandSpec {
  /** Of constants, and the least k. */
  readonly low: number;
  readonly high: number;
  /** The greatest k, where k may stand for the constant. */
  readonly highestInput?: number | undefined;
}

/** What every part of a composition has. In texts and code `{c}` stands for the operand. */
export interface Part {
  /** Kebab-case; unique among parts of its kind. */
  readonly name: string;
  /** Two or three words for the thinking. */
  readonly label: string;
  readonly operand?: OperandSpec | undefined;
}

/** A part as it stands in a composition. */
export interface Placed<T extends Part> {
  readonly part: T;
  readonly operand?: Operand | undefined;
}

/** The operand as texts and programs write it. */
export function toOperandText(operand: Operand | undefined): string {
  if (operand === undefined) return "";
  return operand.kind === "input" ? "k" : String(operand.value);
}

export function toOperandValue(operand: Operand | undefined, k: number): number {
  if (operand === undefined) return 0;
  return operand.kind === "input" ? k : operand.value;
}

/** The smallest and the largest value that the operand can have. */
export function toOperandRange({ part, operand }: Placed<Part>): ValueRange {
  if (operand?.kind === "constant") return { low: operand.value, high: operand.value };
  return { low: part.operand?.low ?? 0, high: part.operand?.highestInput ?? 0 };
}

export function fill(template: string, operand: Operand | undefined): string {
  return template.replaceAll("{c}", toOperandText(operand));
}

/** How a part is named in a family: with the kind of its operand, without its value. */
export function toFamilyName({ part, operand }: Placed<Part>): string {
  return operand?.kind === "input" ? `${part.name}(k)` : part.name;
}
