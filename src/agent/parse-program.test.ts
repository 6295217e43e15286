import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCodeBlocks, parseProgram } from "./parse-program.ts";

const fence = "```";

describe("parsing a program from an answer", () => {
  it("takes the last block in a language that is allowed", () => {
    const text = `Draft:\n${fence}cpp\nint a;\n${fence}\nBetter:\n${fence}cpp\nint b;\n${fence}\nRun it:\n${fence}sh\n./a\n${fence}`;
    expect(parseProgram(text, ["cpp20", "python3"])).toEqual({
      kind: "answer-usable",
      value: { language: "cpp20", fileName: "main.cpp", source: "int b;\n" },
    });
  });

  it("recognises an untagged block by its text", () => {
    const answer = parseProgram(`${fence}\nn = int(input())\nprint(n)\n${fence}`, ["cpp20", "python3"]);
    expect(answer.kind === "answer-usable" && answer.value.fileName).toBe("main.py");
  });

  it("refuses a cut-off program by name", () => {
    expect(parseProgram(`${fence}cpp\nint main() {`, ["cpp20"])).toEqual({
      kind: "answer-unusable",
      reason: "the program is cut off: its code block never ends",
    });
  });

  it("falls back to the last complete block when a later one is cut off", () => {
    const answer = parseProgram(`${fence}cpp\nint a;\n${fence}\n${fence}cpp\nint b`, ["cpp20"]);
    expect(answer.kind === "answer-usable" && answer.value.source).toBe("int a;\n");
  });

  it("says which blocks there were when none fits", () => {
    const answer = parseProgram(`${fence}rust\nfn main() {}\n${fence}`, ["cpp20"]);
    expect(answer).toEqual({ kind: "answer-unusable", reason: "no code block in cpp20: the blocks are rust" });
  });

  it("refuses text without a block", () => {
    expect(parseProgram("I cannot do that.", ["cpp20"]).kind).toBe("answer-unusable");
  });

  it("keeps shorter fences inside a longer one", () => {
    const { blocks } = parseCodeBlocks(`${fence}\`md\n${fence}cpp\nint a;\n${fence}\n${fence}\``);
    expect(blocks).toEqual([{ tag: "md", source: `${fence}cpp\nint a;\n${fence}\n` }]);
  });

  it("gives back any source that holds no fence", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string().filter((line) => !/^\s*(`{3}|~{3})|[\r\n]/.test(line)),
          { minLength: 1 },
        ),
        (lines) => {
          const source = `#include <x>\n${lines.join("\n")}\n`;
          const answer = parseProgram(`Here:\n${fence}cpp\n${source}${fence}\n`, ["cpp20"]);
          expect(answer.kind === "answer-usable" && answer.value.source).toBe(source);
        },
      ),
    );
  });
});
