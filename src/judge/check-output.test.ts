import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { standardCheckerNames, type CompareOptions, type StandardCheckerName } from "../problem/index.ts";
import { checkOutput } from "./check-output.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const rawBytes = (text: string): Uint8Array => Buffer.from(text, "latin1");

function standard(name: StandardCheckerName, output: string, answer: string): string {
  const outcome = checkOutput({ kind: "standard", name }, rawBytes(output), rawBytes(answer));
  return outcome.kind === "output-partial" ? `partial ${outcome.score}` : toWord(outcome);
}

function compare(options: Partial<CompareOptions>, output: string, answer: string): string {
  const full: CompareOptions = { isCaseSensitive: true, isSpaceSensitive: false, ...options };
  return toWord(checkOutput({ kind: "compare", options: full }, bytes(output), bytes(answer)));
}

function toWord(outcome: ReturnType<typeof checkOutput>): string {
  if (outcome.kind === "output-rejected") return outcome.verdict;
  return outcome.kind === "output-accepted" ? "accepted" : outcome.kind;
}

const messageOf = (output: string, answer: string): string =>
  checkOutput({ kind: "standard", name: "wcmp" }, bytes(output), bytes(answer)).message;

describe("the token comparison", () => {
  test.each([
    ["1 2\n", "1 2\n", "accepted"],
    ["1 2", "1\r\n2\r\n\r\n", "accepted"],
    ["\n\n 1\t2  \n", "1 2\n", "accepted"],
    ["ab", "a b", "wrong-answer"],
    ["1 2 3", "1 2", "wrong-answer"],
    ["1", "1 2", "wrong-answer"],
    ["", "", "accepted"],
    ["", "1", "wrong-answer"],
    ["YES", "yes", "wrong-answer"],
    ["1.0", "1", "wrong-answer"],
    ["nan", "nan", "accepted"],
  ])("output %j against answer %j is %s", (output, answer, verdict) => {
    expect(compare({}, output, answer)).toBe(verdict);
  });

  test("ignores case when asked", () => {
    expect(compare({ isCaseSensitive: false }, "YeS nO", "yes NO")).toBe("accepted");
    expect(compare({ isCaseSensitive: false }, "YeSs", "yes")).toBe("wrong-answer");
  });

  test.each([
    ["a b\n", "a b\n", "accepted"],
    ["a  b\n", "a b\n", "wrong-answer"],
    ["a b", "a b\n", "wrong-answer"],
    ["a b\r\n", "a b\n", "wrong-answer"],
  ])("sensitive to space, output %j against answer %j is %s", (output, answer, verdict) => {
    expect(compare({ isSpaceSensitive: true }, output, answer)).toBe(verdict);
  });

  test("sensitive to space with a tolerance compares the space between the numbers", () => {
    const options = { isSpaceSensitive: true, absoluteTolerance: 0.01 };
    expect(compare(options, "1.001 2\n", "1 2\n")).toBe("accepted");
    expect(compare(options, "1.001  2\n", "1 2\n")).toBe("wrong-answer");
    expect(compare(options, "1.1 2\n", "1 2\n")).toBe("wrong-answer");
  });

  test.each([
    ["1.0000005", "1", "accepted"],
    ["1.000002", "1", "wrong-answer"],
    ["1000000.5", "1000000", "accepted"],
    ["1e0", "1.0", "accepted"],
    ["-0", "0", "accepted"],
    ["nan", "1", "wrong-answer"],
    ["NaN", "-1e5", "wrong-answer"],
    ["1", "nan", "wrong-answer"],
    ["nan", "nan", "accepted"],
    ["nan", "-nan", "wrong-answer"],
    ["inf", "1", "wrong-answer"],
    ["1", "inf", "wrong-answer"],
    ["inf", "inf", "accepted"],
    ["0x1", "1", "wrong-answer"],
    ["1e999", "1", "wrong-answer"],
    ["1,0", "1", "wrong-answer"],
    ["1 2", "1", "wrong-answer"],
    ["word", "word", "accepted"],
    ["words", "word", "wrong-answer"],
  ])("with tolerances of 1e-6, output %j against answer %j is %s", (output, answer, verdict) => {
    expect(compare({ absoluteTolerance: 1e-6, relativeTolerance: 1e-6 }, output, answer)).toBe(verdict);
  });

  test("says where the first difference is, shortly and printably", () => {
    expect(messageOf("1 2 7", "1 2 5")).toBe("token 3: expected 5, got 7");
    expect(messageOf("1", "1 2")).toBe("token 2: expected 2, got the end");
    expect(messageOf("1 2", "1")).toBe("token 2: expected the end, got 2");
    expect(messageOf("x".repeat(100_000), "y").length).toBeLessThan(100);
    expect(messageOf("\u0001\u001b[31m", "y")).toBe("token 1: expected y, got ??[31m");
  });

  test("compares tens of megabytes without building arrays", () => {
    const big = Buffer.alloc(32 * 1024 * 1024, "1 ");
    const other = Buffer.from(big);
    other[other.length - 2] = 50;
    const options: CompareOptions = { isCaseSensitive: true, isSpaceSensitive: false };
    const before = process.memoryUsage().heapUsed;
    const outcome = checkOutput({ kind: "compare", options }, other, big);
    expect(outcome.message).toBe(`token ${16 * 1024 * 1024}: expected 1, got 2`);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(8 * 1024 * 1024);
  });

  test("white space around tokens never matters, a changed token always does", () => {
    const space = fc.stringMatching(/^[ \t\r\n]{1,3}$/);
    const tokens = fc.array(fc.stringMatching(/^[!-~]{1,5}$/), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(tokens, fc.array(space, { minLength: 1 }), fc.nat(), (words, spaces, at) => {
        const text = words.map((w, i) => w + (spaces[i % spaces.length] ?? " ")).join("");
        expect(standard("wcmp", text, words.join(" "))).toBe("accepted");
        const changed = words.with(at % words.length, `${words[at % words.length]}x`);
        expect(standard("wcmp", changed.join(" "), words.join(" "))).toBe("wrong-answer");
      }),
    );
  });
});

describe("the standard checkers", () => {
  const rows: readonly (readonly [StandardCheckerName, string, string, string])[] = [
    ["wcmp", "a b", "a\nb\n", "accepted"],
    ["lcmp", "a  b \r\nc\n\n\n", "a b\nc\n", "accepted"],
    ["lcmp", "a\nb c", "a b\nc", "wrong-answer"],
    ["lcmp", "a b", "a b\nc", "wrong-answer"],
    ["lcmp", "a\nb", "a\n", "presentation-error"],
    ["fcmp", "a b\r\n", "a b\n", "accepted"],
    ["fcmp", "a  b\n", "a b\n", "wrong-answer"],
    ["fcmp", "a b\n\n", "a b", "accepted"],
    ["ncmp", "1 -2 0", "1\n-2\n0", "accepted"],
    ["ncmp", "1 2", "1 2 3", "wrong-answer"],
    ["ncmp", "1 +2", "1 2", "presentation-error"],
    ["ncmp", "01", "1", "presentation-error"],
    ["ncmp", "9223372036854775807", "9223372036854775807", "accepted"],
    ["ncmp", "9223372036854775808", "1", "presentation-error"],
    ["ncmp", "1", "x", "check-failed"],
    ["icmp", "7", "7\n", "accepted"],
    ["icmp", "7 8", "7", "presentation-error"],
    ["icmp", "2147483648", "1", "presentation-error"],
    ["icmp", "", "1", "presentation-error"],
    ["hcmp", "123456789012345678901234567890", "123456789012345678901234567890", "accepted"],
    ["hcmp", "-0", "0", "presentation-error"],
    ["hcmp", "1", "2", "wrong-answer"],
    ["hcmp", "1", "1 2", "check-failed"],
    ["yesno", "yEs", "YES", "accepted"],
    ["yesno", "no", "YES", "wrong-answer"],
    ["yesno", "maybe", "YES", "presentation-error"],
    ["yesno", "yes", "maybe", "check-failed"],
    ["nyesno", "yes No", "YES NO", "accepted"],
    ["nyesno", "yes", "YES NO", "wrong-answer"],
    ["acmp", "1.0000014", "1", "accepted"],
    ["acmp", "1000.01", "1000", "wrong-answer"],
    ["rcmp", "1.000002", "1", "wrong-answer"],
    ["rcmp", "nan", "1", "presentation-error"],
    ["dcmp", "1000000.5", "1000000", "accepted"],
    ["rcmp4", "1 2.0001", "1 2", "accepted"],
    ["rcmp4", "1", "1 2", "presentation-error"],
    ["rcmp4", "1 2 3", "1 2", "presentation-error"],
    ["rcmp6", "1.00001", "1", "wrong-answer"],
    ["rcmp9", "1.0000000005", "1", "accepted"],
    ["rcmp9", "inf", "1", "presentation-error"],
    ["rncmp", "1000.00001 5", "1000 5", "accepted"],
    ["rncmp", "1000.0001", "1000", "wrong-answer"],
    ["uncmp", "3 1 2", "1 2 3", "accepted"],
    ["uncmp", "1 1 2", "1 2 2", "wrong-answer"],
    ["uncmp", "1 2", "1 2 3", "wrong-answer"],
    ["uncmp", "-5 10 9", "9 10 -5", "accepted"],
    ["caseicmp", "Case 1: 5\nCase 2: 6", "Case 1: 5 Case 2: 6", "accepted"],
    ["caseicmp", "Case 1: 5\nCase 2: 7", "Case 1: 5 Case 2: 6", "wrong-answer"],
    ["caseicmp", "Case 1: 5", "Case 1: 5 Case 2: 6", "presentation-error"],
    ["caseicmp", "case 1: 5", "Case 1: 5", "presentation-error"],
    ["casencmp", "Case 1: 5 6", "Case 1: 5 6", "accepted"],
    ["casencmp", "Case 1: 5", "Case 1: 5 6", "wrong-answer"],
    ["casencmp", "Case 2: 5 6", "Case 1: 5 6", "presentation-error"],
    ["casewcmp", "Case 1: a b", "Case 1:\na b", "accepted"],
    ["casewcmp", "Case 1: a c", "Case 1: a b", "wrong-answer"],
    ["casewcmp", "Case 1: a", "1: a", "check-failed"],
    ["pointscmp", "1", "1", "wrong-answer"],
    ["pointscmp", "1.25", "1", "partial 0.25"],
    ["pointscmp", "3", "1", "accepted"],
    ["pointscmp", "1e7", "1", "check-failed"],
    ["pointscmp", "1 2", "1.5", "presentation-error"],
    ["pointsinfo", "1", "2", "check-failed"],
    ["pointsinfo", "x", "y", "presentation-error"],
    ["wcmp", "\u00ef\u00bb\u00bfa", "a", "accepted"],
    ["wcmp", "a\u000bb", "a b", "wrong-answer"],
    ["lcmp", "a\u000bb", "a b", "accepted"],
    ["fcmp", "", "\n\na", "wrong-answer"],
    ["fcmp", "", "\n\n", "accepted"],
    ["fcmp", "a\rb", "ab", "accepted"],
    ["fcmp", "a\r", "a", "wrong-answer"],
    ["fcmp", "a\r", "a\u00ff", "accepted"],
    ["ncmp", "1 x", "2", "wrong-answer"],
    ["ncmp", "1 2 x", "1", "presentation-error"],
    ["ncmp", "1", "1 x", "check-failed"],
    ["nyesno", "yes maybe", "YES", "wrong-answer"],
    ["icmp", "", "x", "check-failed"],
    ["yesno", "", "x", "presentation-error"],
    ["rcmp", "1e", "1", "accepted"],
    ["rcmp", "1e400", "1e400", "accepted"],
    ["rcmp", "1e400", "1", "wrong-answer"],
    ["dcmp", "1e301", "1e302", "accepted"],
    ["rncmp", "", "", "accepted"],
    ["casencmp", "Case 1: 5 Case", "Case 1: 5", "accepted"],
    ["casencmp", "Case 1: 5 Case 2: 6", "Case 1: 5", "presentation-error"],
    ["casencmp", "Case 1: 5", "Case 1: 6 Case 2: x", "wrong-answer"],
    ["caseicmp", "Case 1: 5", "Case 1: 6 Case 2: x", "check-failed"],
    ["caseicmp", "Case 1: 5 Case 2: 6", "Case 1: 6", "wrong-answer"],
  ];
  test.each(rows)("%s says of output %j against answer %j: see the row", (name, output, answer, verdict) => {
    expect(standard(name, output, answer)).toBe(verdict);
  });

  test("none of them crashes on any bytes", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...standardCheckerNames),
        fc.uint8Array(),
        fc.uint8Array(),
        (name, output, answer) => {
          expect(checkOutput({ kind: "standard", name }, output, answer).message.length).toBeLessThan(300);
        },
      ),
    );
  });
});
