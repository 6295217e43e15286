import fc from "fast-check";
import { expect, test } from "vitest";
import { compareNatural } from "./natural-order.ts";

test("numbers in names count by value", () => {
  const names = ["10", "2", "a10", "a9b", "a9", "02", "1/10", "1/9", "b", "00"];
  expect(names.toSorted(compareNatural)).toEqual(["00", "1/9", "1/10", "02", "2", "10", "a9", "a9b", "a10", "b"]);
});

test("the order is total: only equal names tie, and it never contradicts itself", () => {
  const name = fc.string({ unit: fc.constantFrom("0", "1", "9", "a", "-"), maxLength: 5 });
  fc.assert(
    fc.property(name, name, name, (a, b, c) => {
      expect(Math.sign(compareNatural(a, b)) + Math.sign(compareNatural(b, a))).toBe(0);
      expect(compareNatural(a, b) === 0).toBe(a === b);
      const [low, middle, high] = [a, b, c].toSorted(compareNatural);
      expect(compareNatural(low ?? "", middle ?? "")).toBeLessThanOrEqual(0);
      expect(compareNatural(low ?? "", high ?? "")).toBeLessThanOrEqual(0);
    }),
    { numRuns: 1000 },
  );
});
