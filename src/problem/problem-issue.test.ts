import { expect, test } from "vitest";
import { toActualText } from "./problem-issue.ts";

test("values of every kind are shown, big integers of TOML too, and long ones are cut", () => {
  expect(toActualText(undefined)).toBe("nothing");
  expect(toActualText({ a: [1n, "x"] })).toBe('{"a":["1","x"]}');
  expect(toActualText(12n)).toBe('"12"');
  expect(toActualText("x".repeat(200))).toHaveLength(80);
});
