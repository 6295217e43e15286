import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePythonLiteral, type LiteralValue } from "./python-literal.ts";

test.each<[string, LiteralValue]>([
  ["['greedy', \"Keeper's choice\"]", ["greedy", "Keeper's choice"]],
  ["('a', 'b',)", ["a", "b"]],
  ["{'x', 'y'}", ["x", "y"]],
  ["set()", []],
  ["{}", {}],
  ["{'a': [1, -2.5, 1e3], 'b': None, 3: True}", { a: [1, -2.5, 1000], b: null, "3": true }],
  ["  [ False ,\n True ]  ", [false, true]],
  [String.raw`['\'\\\n\x41\u00e9\U0001f600\101\q']`, ["'\\\nA\u00e9\u{1f600}A\\q"]],
  [String.raw`[r'\d', u'x']`, [String.raw`\d`, "x"]],
  ["1_000", 1000],
])("%s is read", (text, value) => {
  expect(parsePythonLiteral(text)).toEqual({ kind: "literal", value });
});

test.each([
  ["a call", "__import__('os').system('echo')"],
  ["an operator", "['a'] + ['b']"],
  ["a name", "[x]"],
  ["a comprehension", "[x for x in (1,)]"],
  ["a formatted text", "f'{1}'"],
  ["a byte text", "b'a'"],
  ["texts side by side", "['a' 'b']"],
  ["an open list", "['a', "],
  ["an open text", "['a"],
  ["an open escape", "'\\"],
  ["half an escape", "'\\x4'"],
  ["a character that is none", "'\\U00110000'"],
  ["something after the end", "[1] 2"],
  ["a number beyond 2^53", "[9007199254740993]"],
  ["a mixture of set and dictionary", "{1, 2: 3}"],
  ["a list as key", "{[1]: 2}"],
  ["too many levels", "[".repeat(5000)],
  ["nothing", ""],
])("%s is refused", (_, text) => {
  expect(parsePythonLiteral(text).kind).toBe("not-literal");
});

test("what Python prints of a list of texts reads back", () => {
  const value = fc.array(fc.string({ unit: "binary" }).filter((text) => text.isWellFormed()));
  fc.assert(
    fc.property(value, fc.boolean(), (texts, isTuple) => {
      const items = texts.map(toRepr).join(", ");
      const text = isTuple && texts.length > 1 ? `(${items})` : `[${items}]`;
      expect(parsePythonLiteral(text)).toEqual({ kind: "literal", value: texts });
    }),
  );
});

test("any text gives a value or a refusal", () => {
  const piece = fc.constantFrom(
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    ",",
    ":",
    "'",
    '"',
    "\\",
    "x41",
    "1",
    "True",
    "None",
    " ",
    "\n",
    "a",
  );
  fc.assert(
    fc.property(
      fc.array(piece).map((pieces) => pieces.join("")),
      (text) => {
        expect(["literal", "not-literal"]).toContain(parsePythonLiteral(text).kind);
      },
    ),
  );
});

function toRepr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (character === "\\" || character === quote) return `\\${character}`;
    if (character === "\n") return "\\n";
    if (code < 32 || (code >= 127 && code < 161)) return `\\x${code.toString(16).padStart(2, "0")}`;
    return code > 0xffff ? `\\U${code.toString(16).padStart(8, "0")}` : character;
  });
  return `${quote}${body.join("")}${quote}`;
}
