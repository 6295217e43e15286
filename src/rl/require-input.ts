import { AppError } from "../std/index.ts";

/**
 * Refuses an argument that no formula can take; `message` says what was expected, what came and what to do next.
 *
 * @throws RL_INPUT_INVALID
 */
export function requireInput(isValid: boolean, message: string): asserts isValid {
  if (!isValid) throw new AppError({ code: "RL_INPUT_INVALID", message });
}

/** @throws RL_INPUT_INVALID unless `value` is a finite number of at least `minimum`. */
export function requireAtLeast(name: string, value: number, minimum: number): void {
  requireInput(
    Number.isFinite(value) && value >= minimum,
    `${name} must be a finite number of at least ${minimum}, got ${value}; check the caller's options`,
  );
}

/** @throws RL_INPUT_INVALID unless `value` is a whole number of at least `minimum`. */
export function requireCount(name: string, value: number, minimum: number): void {
  requireInput(
    Number.isSafeInteger(value) && value >= minimum,
    `${name} must be a whole number of at least ${minimum}, got ${value}; check the caller's options`,
  );
}

/** @throws RL_INPUT_INVALID unless two arrays that run in parallel are equally long. */
export function requireSameLength(name: string, length: number, expected: number): void {
  requireInput(
    length === expected,
    `${name} must have ${expected} entries like its companions, got ${length}; pass one entry each`,
  );
}

/**
 * The number at `index`, which must be there and finite.
 *
 * @throws RL_INPUT_INVALID
 */
export function requireAt(name: string, values: ArrayLike<number>, index: number): number {
  const value = values[index];
  requireInput(
    value !== undefined && Number.isFinite(value),
    `${name}[${index}] must be a finite number, got ${value}; drop the member whose numbers are missing`,
  );
  return value;
}
