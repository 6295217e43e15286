import fc from "fast-check";
import { expect, test } from "vitest";
import { parseMemoryBytes, parseTimeMs, toMemoryText, toTimeText } from "./units.ts";

test.each([
  ["1s", 1000],
  ["250ms", 250],
  ["0.25s", 250],
  ["2 s", 2000],
  [" 1.5 seconds ", 1500],
  ["0.0333s", 33],
  ["1 min", 60_000],
  ["2", undefined],
  ["0s", undefined],
  ["-1s", undefined],
  ["1e3ms", undefined],
  ["2 parsecs", undefined],
  ["", undefined],
])("the time %j is %s ms", (text, timeMs) => {
  expect(parseTimeMs(text)).toBe(timeMs);
});

test.each([
  ["256m", 2 ** 28],
  ["256 MiB", 2 ** 28],
  ["256MB", 2 ** 28],
  ["1024m", 2 ** 30],
  ["0.5 GiB", 2 ** 29],
  ["64k", 2 ** 16],
  ["65536 B", 65_536],
  ["256", undefined],
  ["0 MB", undefined],
  ["256 mm", undefined],
  ["many MB", undefined],
])("the size %j is %s bytes", (text, bytes) => {
  expect(parseMemoryBytes(text)).toBe(bytes);
});

test("written times and sizes read back exactly", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 40 }), (value) => {
      expect(parseTimeMs(toTimeText(value))).toBe(value);
      expect(parseMemoryBytes(toMemoryText(value))).toBe(value);
      expect(parseMemoryBytes(toMemoryText(value * 1024))).toBe(value * 1024);
    }),
  );
});
