import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { index, toPolynomial, toProduct, toScaled, toSum } from "../build-expression.ts";
import { compileExpression } from "../compile-expression.ts";
import type { Expression } from "../expression.ts";
import { functionNames } from "../functions/index.ts";
import { knownSequences } from "../known-sequences.ts";
import { modulo } from "../numbers/integer.ts";
import { formatRational, toRational } from "../numbers/rational.ts";
import { printProgram } from "./print-program.ts";
import { listMeanings, printText } from "./print-text.ts";

const [half, two] = [toRational(1, 2), toRational(2)];

const recurrence: Expression = {
  kind: "linear-recurrence",
  start: 0,
  coefficients: [2, -1, 3].map((value) => toRational(value)),
  initial: [1, 0, 5].map((value) => toRational(value)),
};

const halving: Expression = {
  kind: "divide-and-conquer",
  start: 0,
  even: { near: two, next: toRational(0), slope: toRational(1), constant: toRational(-1) },
  odd: { near: toRational(1), next: toRational(1), slope: toRational(0), constant: toRational(3) },
  initial: [toRational(1), toRational(2)],
};

const powerOfTwo: Expression = { kind: "power", base: two, exponent: index };

/** Only adds and multiplies integers. */
const ringFormulas: Readonly<Record<string, Expression>> = {
  recurrence,
  halving,
  periodic: { kind: "periodic", start: 0, preperiod: [two], period: [1, -4, 9].map((value) => toRational(value)) },
  "product and sum": toSum([toProduct([powerOfTwo, toPolynomial([1, -3, 1])]), toScaled(toRational(-7), recurrence)]),
  "partial sum": { kind: "partial-sum", start: 0, initial: toRational(4), of: recurrence },
  "partial product": { kind: "partial-product", start: 0, initial: two, of: toPolynomial([1, 1]) },
  difference: { kind: "difference", of: recurrence },
  interleaving: { kind: "interleaving", start: 0, parts: [recurrence, toPolynomial([0, 0, 1]), halving] },
};

/** Needs division, residues or bits. */
const otherFormulas: Readonly<Record<string, Expression>> = {
  "rational coefficients": toPolynomial([0, half, half]),
  "rational function": { kind: "rational-function", top: [1n, 2n], bottom: [3n, 1n] },
  quotient: { kind: "quotient", top: toPolynomial([1, 1]), bottom: powerOfTwo },
  "negative power": { kind: "power", base: half, exponent: index },
  scaled: toScaled(toRational(3, 2), powerOfTwo),
  modulo: { kind: "modulo", of: toPolynomial([-5, 0, 3]), modulus: 11n },
  "floor quotient": { kind: "floor-quotient", of: toPolynomial([-9, 2]), divisor: 4n },
  bitwise: { kind: "bitwise", operator: "xor", left: index, right: toPolynomial([5, 3]) },
};

/** Every function and every known sequence, each weighted so that no two can make up for each other. */
const functionSum = toSum(
  functionNames.map((name, i) =>
    toScaled(toRational(2 * i + 1), { kind: "function", name, argument: toPolynomial([1, 1]), parameter: 3n }),
  ),
);
const knownSum = toSum(
  knownSequences.map(({ name, definition }, i) =>
    toScaled(toRational(2 * i + 1), { kind: "known", name, definition, argument: toPolynomial([1, 1]) }),
  ),
);

const all = { ...ringFormulas, ...otherFormulas, functions: functionSum, "known sequences": knownSum };
const indices = [0, 1, 2, 3, 5, 8, 13, 16];

const compiler = process.env["CXX"] ?? "g++";

const pythonDriver = `
import contextlib, io, json, sys
outputs = []
for program, text in json.load(sys.stdin):
    sys.stdin, out = io.StringIO(text), io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(program, "formula.py", "exec"), {"__name__": "__main__"})
    outputs.append(out.getvalue().strip())
print(json.dumps(outputs))
`;

describe("printProgram", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "grandsmith-formula-"));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it("writes Python that gives the terms of every kind of formula", () => {
    const runs = Object.entries(all).flatMap(([name, expression]) => indices.map((n) => ({ name, expression, n })));
    const outputs = runPython(runs.map(({ expression, n }) => ({ expression, input: `${n}` })));
    runs.forEach(({ name, expression, n }, i) => {
      expect(outputs[i], `${name} at ${n}`).toBe(expectedTerm(expression, n));
    });
  });

  it("writes C++ that gives the terms of every kind of formula", () => {
    // One program of all formulas keeps the compiler's share small: each gets a turn by the index.
    const parts = Object.values(all);
    const together: Expression = { kind: "interleaving", start: 0, parts };
    const run = compileCpp(together, "all");
    for (const n of [2, 13]) {
      parts.forEach((_, i) => {
        const at = n * parts.length + i;
        expect(run(`${at}`), `formula ${Object.keys(all)[i]} at ${n}`).toBe(expectedTerm(together, at));
      });
    }
    const place = parts.indexOf(functionSum);
    expect(() => run(`${60 * parts.length + place}`)).toThrow(/128 bits are not enough/);
  });

  it("reduces by a modulus at every step where it may, for indices that nothing else could reach", () => {
    const parts = Object.values(ringFormulas);
    const together: Expression = { kind: "interleaving", start: 0, parts };
    const run = compileCpp(together, "ring");
    const modulus = 1_000_000_007n;
    for (const n of [3, 200]) {
      parts.forEach((_, i) => {
        const at = n * parts.length + i;
        const expected = expectedTerm(together, at, modulus);
        expect(run(`${at} ${modulus}`), `formula ${Object.keys(ringFormulas)[i]} at ${n}`).toBe(expected);
      });
    }
    const python = runPython(parts.map((expression) => ({ expression, input: `200 ${modulus}` })));
    expect(python).toEqual(parts.map((expression) => expectedTerm(expression, 200, modulus)));
    const far = 1_000_000_000_000_000_000n;
    expect(runPython([{ expression: recurrence, input: `${far} ${modulus}` }])).toEqual([
      run(`${far * BigInt(parts.length)} ${modulus}`),
    ]);
  });

  function compileCpp(expression: Expression, name: string): (input: string) => string {
    const file = join(folder, `${name}.cpp`);
    writeFileSync(file, printProgram(expression, "cpp20"));
    execFileSync(compiler, ["-std=c++20", "-Wall", "-Wextra", "-Werror", file, "-o", join(folder, name)]);
    return (input) => execFileSync(join(folder, name), { input, encoding: "utf8", stdio: "pipe" }).trim();
  }
});

describe("printText", () => {
  it("reads as one writes", () => {
    expect(printText(toPolynomial([-1, 0, 2]))).toBe("2·n^2 − 1");
    expect(printText(toPolynomial([0, half, half]))).toBe("(n^2 + n)/2");
    expect(printText(toSum([toScaled(two, powerOfTwo), toPolynomial([-3])]))).toBe("2·(2^n) − 3");
    expect(printText(otherFormulas["floor quotient"] ?? index)).toBe("⌊(2·n − 9)/4⌋");
    expect(printText(recurrence)).toBe("b(n) where b(n) = 2·b(n−1) − b(n−2) + 3·b(n−3), b(0) = 1, b(1) = 0, b(2) = 5");
  });

  it("explains the functions that a formula calls", () => {
    expect(listMeanings({ kind: "function", name: "digit_sum", argument: index, parameter: 10n })).toEqual([
      "digit_sum: sum of the digits in base 10",
    ]);
  });
});

function expectedTerm(expression: Expression, n: number, modulus?: bigint): string {
  const value = compileExpression(expression)(BigInt(n));
  if (value === undefined) throw new Error(`no value at ${n}`);
  return modulus === undefined ? formatRational(value) : `${modulo(value.numerator, modulus)}`;
}

/** One interpreter runs all programs, each as a main program with an input of its own. */
function runPython(runs: readonly { readonly expression: Expression; readonly input: string }[]): readonly string[] {
  const jobs = runs.map(({ expression, input }) => [printProgram(expression, "python3"), input]);
  const output = execFileSync("python3", ["-c", pythonDriver], { input: JSON.stringify(jobs), encoding: "utf8" });
  return JSON.parse(output) as readonly string[];
}
