/** Marks a branch that no value can reach; the compiler checks it, the throw guards against bad data at run time. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: unexpected ${JSON.stringify(value)}`);
}

/** Throws when an assumption of our own code does not hold. Not for input validation: that is an AppError. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (condition === false || condition === null || condition === undefined) {
    throw new Error(`invariant broken: ${message}`);
  }
}
