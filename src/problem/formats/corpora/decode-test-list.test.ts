import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeTestList } from "./decode-test-list.ts";

interface Decoded {
  readonly tests: ReturnType<typeof decodeTestList>;
  readonly issues: readonly string[];
}

function decode(value: unknown, capBytes?: number): Decoded {
  const issues: string[] = [];
  const tests = decodeTestList(value, {
    field: "t",
    refuse: (field, expected, actual) => issues.push(`${field}: expected ${expected}, got ${actual}`),
    ...(capBytes === undefined ? {} : { capBytes }),
  });
  return { tests, issues };
}

const pack = (text: string): string => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(Buffer.byteLength(text));
  const pickle = Buffer.concat([Buffer.from([0x80, 2, 0x58]), length, Buffer.from(text), Buffer.from("q\0.")]);
  return deflateSync(pickle).toString("base64");
};

test("a list, its JSON and its packed JSON are one", () => {
  const encoded = fc.array(
    fc.record({
      input: fc.string(),
      output: fc.string(),
      testtype: fc.constantFrom("stdin" as const, "functional" as const),
    }),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(encoded, (tests) => {
      const text = JSON.stringify(tests);
      for (const value of [tests, text, pack(text)]) expect(decode(value)).toEqual({ tests, issues: [] });
    }),
    { numRuns: 50 },
  );
});

test("no value is an empty list", () => {
  for (const value of ["", null, undefined, "[]"]) expect(decode(value)).toEqual({ tests: [], issues: [] });
});

test("unpacking ends at the cap, however far the packed text would grow", () => {
  const bomb = deflateSync(Buffer.alloc(32 * 2 ** 20)).toString("base64");
  const before = process.memoryUsage().arrayBuffers;
  expect(decode(bomb, 2 ** 20).issues).toEqual(["t: expected at most 1048576 bytes unpacked, got more"]);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 2 ** 20);
});

test.each([
  ["[1]", "t.0: expected a mapping, got 1"],
  ['[{"input": 1, "output": "x"}]', "t.0.input: expected text, got 1"],
  ['[{"input": "", "output": "", "testtype": "file"}]', "t.0.testtype: expected one of stdin, functional"],
  ["[", "t: expected JSON"],
  ["not base64 !", "t: expected a JSON list, or base64 of a packed one"],
  ["AAAA", "t: expected zlib data in base64"],
  [pack("["), "t: expected JSON"],
  [5, "t: expected a list, got 5"],
])("%j is refused by field", (value, message) => {
  const { tests, issues } = decode(value);
  expect(tests).toBeUndefined();
  expect(issues.join("\n")).toContain(message);
});
