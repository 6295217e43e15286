import { describe, expect, it } from "vitest";
import type { Completion, StopReason } from "../policy/index.ts";
import { toAnswer } from "./answer.ts";
import { parseProgram } from "./parse-program.ts";

function complete(text: string, stopReason: StopReason): Completion {
  return { kind: "completion", text, stopReason, usage: { inputTokens: 1, outputTokens: 1 }, policyVersion: "t" };
}

const parse = (text: string) => parseProgram(text, ["cpp20"]);

describe("an outcome as an answer", () => {
  it("names a cut-off answer", () => {
    const answer = toAnswer(complete("```cpp\nint main", "max-tokens"), parse);
    expect(answer.kind === "answer-unusable" && answer.reason).toMatch(/cut off at the token limit/);
  });

  it("uses a complete program of a cut-off answer", () => {
    expect(toAnswer(complete("```cpp\nint a;\n```\nand now", "max-tokens"), parse).kind).toBe("answer-usable");
  });

  it("names an empty answer and a filtered one", () => {
    expect(toAnswer(complete("  \n", "end"), parse)).toMatchObject({ reason: "the answer holds no text" });
    expect(toAnswer(complete("", "content-filter"), parse)).toMatchObject({
      reason: "the provider's content filter stopped the answer",
    });
  });

  it("gives a short reason however long the text is", () => {
    for (const text of ["```\n".repeat(20_000), `\`\`\`${"x".repeat(50_000)}\n\`\`\`\n`]) {
      const answer = toAnswer(complete(text, "end"), parse);
      expect(answer.kind).toBe("answer-unusable");
      expect(JSON.stringify(answer).length).toBeLessThan(500);
    }
  });

  it("passes a failure on with its reason", () => {
    const usage = { inputTokens: 0, outputTokens: 0 };
    const answer = toAnswer({ kind: "failure", reason: "timed-out", message: "after 600 s", usage }, parse);
    expect(answer).toEqual({ kind: "answer-unusable", reason: "timed-out: after 600 s" });
  });
});
