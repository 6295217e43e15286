import { describe, expect, it } from "vitest";
import { toRepairPrompt, toSamplePrompt } from "./prompt.ts";

const program = { language: "cpp20", fileName: "main.cpp", source: "int main() {}\n" } as const;
const background = {
  claims: [{ claim: "The answer is n squared.", source: "int main() { /* n * n */ }\n", evidence: "on 12 inputs" }],
  memory: "c1 tried n and failed on 2.",
};

describe("the solver's prompt", () => {
  it("is the same with an empty background as without one", () => {
    expect(toSamplePrompt(["cpp20"], [], { claims: [] })).toEqual(toSamplePrompt(["cpp20"], []));
    expect(toRepairPrompt(program, [], { claims: [] })).toEqual(toRepairPrompt(program, []));
  });

  it("shows checked claims and memory as data, in both tasks", () => {
    for (const { task } of [toSamplePrompt(["cpp20"], [], background), toRepairPrompt(program, [], background)]) {
      expect(task).toMatch(/<<< CLAIM 1 [0-9a-f]{12}\nThe answer is n squared\./);
      expect(task).toContain("How far claim 1 was checked: on 12 inputs.");
      expect(task).toMatch(/<<< CLAIM 1 AS A PROGRAM [0-9a-f]{12}\nint main\(\) \{ \/\* n \* n \*\/ \}/);
      expect(task).toMatch(/<<< EARLIER WORK [0-9a-f]{12}\nc1 tried n and failed on 2\./);
    }
  });
});
