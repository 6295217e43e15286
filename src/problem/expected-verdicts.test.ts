import { expect, test } from "vitest";
import { expectationNames, parseExpectation, toExpectationName } from "./expected-verdicts.ts";

test("a verdict must be seen, and only accepted may be seen beside it", () => {
  expect(parseExpectation("wrong-answer")).toEqual({
    permitted: ["accepted", "wrong-answer"],
    required: ["wrong-answer"],
  });
  expect(parseExpectation("TLE")).toEqual(parseExpectation("time-limit-exceeded"));
  expect(parseExpectation("accepted")).toEqual({ permitted: ["accepted"], required: ["accepted"] });
});

test("rejected asks for some failure of any kind, any asks for nothing", () => {
  expect(parseExpectation("rejected")?.required).not.toContain("accepted");
  expect(parseExpectation("rejected")?.required).toContain("runtime-error");
  expect(parseExpectation("any")?.required).toEqual([]);
});

test("faults of the judge can be expected of nobody", () => {
  expect(parseExpectation("judge-failed")).toBeUndefined();
  expect(expectationNames.flatMap((name) => parseExpectation(name)?.permitted)).not.toContain("judge-failed");
});

test("every name is found again from what it stands for", () => {
  for (const name of expectationNames) {
    const expected = parseExpectation(name);
    expect(expected && toExpectationName(expected)).toBe(name);
  }
  expect(toExpectationName({ permitted: ["accepted", "runtime-error"], required: [] })).toBeUndefined();
});
