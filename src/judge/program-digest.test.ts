import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Program } from "../problem/index.ts";
import { parseCppTokens } from "./cpp-tokens.ts";
import { computeProgramDigest } from "./program-digest.ts";

const cpp = (source: string): Program => ({ language: "cpp20", fileName: "main.cpp", source });
const python = (source: string): string => computeProgramDigest({ language: "python3", fileName: "main.py", source });
const digest = (source: string): string => computeProgramDigest(cpp(source));

const tokenArbitrary = fc.constantFrom(
  ..."a b1 if int u8 R x 0 42 1'000 1.5e+3 .5f 0x1p-3 + - ++ -- -> ->* < > << >> <= <=> <: :: : ; , ( ) [ ] { } & && * / % = == ! ~ ^ ? . ...".split(
    " ",
  ),
  '"text // no comment"',
  "'\"'",
  "'\\''",
  '"a\\"b"',
  'R"x(raw " )" /* kept */)x"',
  'u8"p"',
  '"s"_suffix',
);
const spaceArbitrary = fc.constantFrom(
  " ",
  "\n",
  "\t",
  "  \r\n",
  " /* c \n \" ' */",
  " // to the end \" '\n",
  " /**/ ",
);

const join = (tokens: readonly string[], spaces: readonly string[]): string =>
  tokens.map((token, i) => token + (spaces[i % spaces.length] ?? " ")).join("");

describe("computeProgramDigest", () => {
  test("comments and white space between tokens change nothing", () => {
    const spaces = fc.array(spaceArbitrary, { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(fc.array(tokenArbitrary, { minLength: 1, maxLength: 30 }), spaces, spaces, (tokens, one, two) => {
        const parsed = parseCppTokens(join(tokens, one));
        expect(parsed).toEqual({ kind: "tokens-read", tokens });
        expect(digest(join(tokens, one))).toBe(digest(join(tokens, two)));
      }),
    );
  });

  test("other tokens give another digest", () => {
    const tokens = fc.array(tokenArbitrary, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(tokens, tokens, (one, two) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(two));
        expect(digest(join(one, [" "]))).not.toBe(digest(join(two, [" "])));
      }),
    );
  });

  test.each([
    ["a+ +b", "a++b"],
    ["a - -b", "a--b"],
    ["int x", "intx"],
    ["1 .5", "1.5"],
    ["a < ::b", "a <: :b"],
    ['"a" s', '"a"s'],
    ['L "a"', 'L"a"'],
    ['puts("a b")', 'puts("a  b")'],
    ["c = ' '", "c = '  '"],
    ['R"(a  b)"', 'R"(a b)"'],
    ["#define F(x) x", "#define F (x) x"],
    ["#define A  1", "#define A 1"],
    ["#define A 1\nint x;", "#define A 1 int x;"],
    ["// a\nint x;", "// a int x;"],
    ["int x = __LINE__;", "\nint x = __LINE__;"],
    ["#define S(x) #x\nputs(S(a+b));", "#define S(x) #x\nputs(S(a + b));"],
    ["#define S(x) \\\n #x\nputs(S(a+b));", "#define S(x) \\\n #x\nputs(S(a + b));"],
    ['R"(a\\\nb)"', 'R"(ab)"'],
  ])("%j and %j are different programs", (one, two) => {
    expect(digest(one)).not.toBe(digest(two));
  });

  test.each([
    ["a <::b> c", "a < ::b > c"],
    ["v<:0:>", "v <: 0 :>"],
    ["in\\\nt x;", "int x;"],
    ["int x; // c \\\n still a comment\nint y;", "int x; int y;"],
    ["int x;\r\nint y;", "int x;int y;"],
    ["#define J(a, b) a##b\nint J(x, y);", "#define J(a, b) a##b\n\nint  J( x,y );"],
    ["int x; /* \n */ # 1", "int x; # 1"],
  ])("%j and %j are the same program", (one, two) => {
    expect(digest(one)).toBe(digest(two));
  });

  test("Python programs are equal by bytes only", () => {
    expect(python("print(1)")).not.toBe(python("print(1) "));
    expect(python("print(1)")).toBe(python("print(1)"));
  });

  test("the language and the resources count, the file name and the order of resources do not", () => {
    const resources = [
      { fileName: "a.h", source: "1" },
      { fileName: "b.h", source: "2" },
    ];
    const base = { ...cpp("int x;"), resources };
    expect(computeProgramDigest(base)).toBe(
      computeProgramDigest({ ...base, fileName: "x.cc", resources: resources.toReversed() }),
    );
    expect(computeProgramDigest(base)).not.toBe(computeProgramDigest({ ...base, language: "cpp17" }));
    expect(computeProgramDigest(base)).not.toBe(
      computeProgramDigest({ ...base, resources: [{ fileName: "a.h", source: "1 " }] }),
    );
  });

  test("any source text gets a digest", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (source) => {
        expect(digest(source)).toHaveLength(64);
      }),
    );
  });
});
