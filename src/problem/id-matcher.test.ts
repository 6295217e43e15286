import fc from "fast-check";
import { expect, test } from "vitest";
import { createIdMatcher } from "./id-matcher.ts";

test("patterns match names, folders above them, stars within a name and choices", () => {
  const cases: readonly (readonly [string, string, boolean])[] = [
    ["secret/*-easy", "secret/01-easy", true],
    ["secret/*-easy", "secret/g/01-easy", false],
    ["secret/g", "secret/g/01", true],
    ["secret/g", "secret/g2/01", false],
    ["*/nested", "a/nested/x", true],
    ["*", "a/b", true],
    ["{simple,complex}.py", "complex.py", true],
    ["a{,b{1,2}}c", "ab2c", true],
    ["a{,b{1,2}}c", "ab3c", false],
    ["secret/*{ 4 }{ 2, 3 }", "secret/42", true],
    ["secret/*{ 4 }{ 2, 3 }", "secret/4 2", false],
    ["secret/g/", "secret/g/01", true],
    ["*a*b*", "xxabxb", true],
    ["*a*b", "xxabx", false],
    ["[ab]", "a", false],
  ];
  for (const [pattern, id, expected] of cases)
    expect([pattern, id, createIdMatcher(pattern)?.(id)]).toEqual([pattern, id, expected]);
});

test("unbalanced braces and floods of choices are refused", () => {
  for (const pattern of ["{a", "a}", "{a,{b}", "{1,2,3,4,5,6,7,8,9,10}".repeat(8)]) {
    expect(createIdMatcher(pattern)).toBeUndefined();
  }
});

test("an id without special letters matches itself alone among ids of its depth", () => {
  const id = fc.stringMatching(/^[a-z]{1,4}(\/[a-z]{1,4}){0,2}$/);
  fc.assert(
    fc.property(id, id, (a, b) => {
      expect(createIdMatcher(a)?.(b)).toBe(b === a || b.startsWith(`${a}/`));
    }),
  );
});
