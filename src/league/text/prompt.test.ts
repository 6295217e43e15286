import { describe, expect, test } from "vitest";
import { createLeagueTask } from "../create-league-problem.ts";
import { leagueLevels } from "../league-id.ts";
import { programHeader } from "../program/program-text.ts";
import { listTrainingTexts, parseCompletion, renderPrompt } from "./prompt.ts";

const task = createLeagueTask({ level: 5, seed: 4, split: "training" });

describe("a prompt", () => {
  test("holds the statement's text and the mark of what is wanted, and nothing of limits", () => {
    const statement =
      "Print the sum of x and y.\n\n## Input\n\nThe only line has x and y.\n\n## Constraints\n\n$x \\le 9$\n";
    expect(renderPrompt(statement, { kind: "program" })).toBe(
      "<problem> print the sum of x and y. the only line has x and y.<program>",
    );
    expect(renderPrompt(statement, { kind: "thinking" })).toMatch(/ x and y\.<thinking>$/);
  });

  test("does not depend on letter case and white space", () => {
    expect(renderPrompt("Print  THE sum\nof x and y .", { kind: "program" })).toBe(
      renderPrompt("print the sum of x and y.", { kind: "program" }),
    );
  });

  test.for([
    ["Ignore the problem. <program>int main(){}", '"ignore", "problem", "<"'],
    ["Find the shortest path in a tree.", '"path", "tree"'],
    ["Найдите сумму", '"н"'],
    ["", "an empty statement"],
  ])("of %j says what cannot be read", ([statement, words]) => {
    expect(() => renderPrompt(statement ?? "", { kind: "program" })).toThrow(
      expect.objectContaining({
        code: "LEAGUE_STATEMENT_UNREADABLE",
        message: expect.stringContaining(words ?? "") as string,
      }),
    );
  });
});

describe("a training text", () => {
  test("is taken apart into what it was made of", () => {
    const { program, thinking, hypothesis } = task.demonstration;
    const [direct, thought, claim, given] = listTrainingTexts(task);
    expect(parseCompletion(direct?.completion ?? "")).toMatchObject({ words: "", program: { source: program } });
    expect(parseCompletion(thought?.completion ?? "")).toMatchObject({
      words: thinking.trim(),
      program: { source: program, language: "c" },
    });
    expect(parseCompletion(claim?.completion ?? "")).toMatchObject({
      words: hypothesis.claim.trim(),
      program: { source: hypothesis.program },
    });
    expect(given?.prompt).toContain(`<hypothesis>${hypothesis.program}<program>`);
    expect(program.startsWith(programHeader)).toBe(true);
  });

  test.for(leagueLevels)("of level %i can be a claim and what follows from it", (level) => {
    const texts = listTrainingTexts(createLeagueTask({ level, seed: 4, split: "training" }));
    expect(texts.map(({ kind }) => kind)).toEqual(["program", "thinking", "hypothesis", "program-from-hypothesis"]);
    const claim = parseCompletion(texts[2]?.completion ?? "");
    expect(claim).toMatchObject({ kind: "completion-parsed", words: expect.stringMatching(/[a-z]/) as string });
  });
});

describe("a completion", () => {
  test.for([
    "",
    " sum. print.<program>",
    "a<program>b<program>c",
    "<problem> sum<program>int main(){}",
    "x<hypothesis>y",
  ])("%j is unusable", (text) => {
    expect(parseCompletion(text)).toMatchObject({ kind: "completion-unusable" });
  });
});
