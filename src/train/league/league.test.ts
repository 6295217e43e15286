import { afterAll, describe, expect, it } from "vitest";
import { createJudge } from "../../judge/index.ts";
import { createHeldOutSet, createVocabulary, parseLeagueId, type LeagueLevel } from "../../league/index.ts";
import { loadTiny } from "../../policy/index.ts";
import { Rng } from "../../std/index.ts";
import type { Attempt } from "../contract.ts";
import { createForgetfulJournal } from "../grade/create-forgetful-journal.ts";
import { createLeagueGrader } from "./create-league-grader.ts";
import { createGuardTasks, createLeagueTaskSource, createProblemFinder, toLeagueTask } from "./league-tasks.ts";
import { createLeagueTexts, type LeagueTextKind } from "./league-texts.ts";

const { createTokenizer } = await loadTiny();
const tokenizer = createTokenizer(structuredClone(createVocabulary()));
const evenly = { 1: 1, 2: 1, 3: 1, 4: 1, 5: 1 };
const asked = { tokenizer, request: { kind: "program" } } as const;

function drawTexts(kinds: Partial<Record<LeagueTextKind, number>>, corruption = 0) {
  const source = createLeagueTexts({ tokenizer, kinds, levels: evenly, corruption });
  const rng = new Rng("texts");
  return Array.from({ length: 60 }, () => source(rng));
}

describe("the league's texts", () => {
  it("fit the context, end with the end token, and are of the kinds asked for", () => {
    const kinds = { program: 1, thinking: 1, hypothesis: 1, "program-from-hypothesis": 1, "program-alone": 1 };
    const texts = drawTexts(kinds);
    expect(new Set(texts.map(({ kind }) => kind))).toEqual(new Set(Object.keys(kinds)));
    for (const { answerTokens, promptTokens, kind } of texts) {
      expect(answerTokens.indexOf(tokenizer.endToken)).toBe(answerTokens.length - 1);
      expect(promptTokens.length === 0).toBe(kind === "program-alone");
    }
    expect(new Set(drawTexts({ thinking: 1 }).map(({ kind }) => kind))).toEqual(new Set(["thinking"]));
  });

  it("are corrupted in operators of programs alone, about as often as asked", () => {
    const clean = drawTexts({ program: 1 });
    const dirty = createLeagueTexts({ tokenizer, kinds: { program: 1 }, levels: evenly, corruption: 1 });
    const corrupted = clean.map((_, index) => dirty(new Rng(`corrupted-${index}`)));
    const originals = createLeagueTexts({ tokenizer, kinds: { program: 1 }, levels: evenly });
    for (const [index, text] of corrupted.entries()) {
      const original = originals(new Rng(`corrupted-${index}`));
      expect(text.promptTokens).toEqual(original.promptTokens);
      expect(text.answerTokens).toHaveLength(original.answerTokens.length);
      const changed = text.answerTokens.filter((token, t) => token !== original.answerTokens[t]);
      expect(changed.every((token) => /^[-<>=!+*/%&|]+$/.test(tokenizer.decode([token])))).toBe(true);
      expect(changed.length).toBeGreaterThan(0);
    }
  });
});

describe("the league's tasks", () => {
  it("of training, guard and held-out set are never the same, and follow from the generator's state", () => {
    const draw = createLeagueTaskSource({ ...asked, levels: { 1: 1, 2: 3 } });
    const drawn = draw(new Rng("a"), 80);
    expect(draw(new Rng("a"), 80)).toEqual(drawn);
    expect(drawn.filter(({ level }) => level === 2).length).toBeGreaterThan(45);
    expect(drawn.every(({ id, level }) => level <= 2 && parseLeagueId(id).split === "training")).toBe(true);
    const guard = createGuardTasks({ ...asked, levels: [1, 2, 3], count: 9 });
    expect(guard.map(({ level }) => level)).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3]);
    expect(guard.every(({ id }) => parseLeagueId(id).split === "training" && parseLeagueId(id).seed >= 2 ** 50)).toBe(
      true,
    );
    expect(drawn.every(({ id }) => parseLeagueId(id).seed < 2 ** 50)).toBe(true);
  });
});

describe("the league's grader", async () => {
  const judge = await createJudge({ journal: createForgetfulJournal() });
  afterAll(async () => judge[Symbol.asyncDispose]());
  const problems = ([1, 3, 5] as const).flatMap((level: LeagueLevel) =>
    createHeldOutSet()
      .filter((problem) => problem.level === level)
      .slice(0, 2),
  );
  const byId = new Map(problems.map((problem) => [problem.id, problem]));
  const find = createProblemFinder();
  const grader = createLeagueGrader({ judge, tokenizer, findProblem: (id) => byId.get(id) ?? find(id) });

  function answer(problem: (typeof problems)[number], text: string, isEnded = true): Attempt {
    return {
      task: toLeagueTask(problem, asked),
      tokens: [...tokenizer.encode(text), tokenizer.endToken],
      isEnded,
      address: "",
    };
  }

  it("accepts what the demonstrations say and judges it on training problems too", async () => {
    const training = find("league-train:2/7");
    const attempts = [...problems, training].map((problem) => answer(problem, problem.demonstration.program));
    expect(await grader.grade(attempts)).toEqual(attempts.map(() => 1));
  });

  it("gives nothing for a wrong program, none at all, or one that was cut off; equal ones are judged once", async () => {
    const [first, second] = problems as [(typeof problems)[number], (typeof problems)[number]];
    const before = grader.counts.graded;
    const wrong = answer(first, second.demonstration.program);
    const empty = answer(first, "");
    const cut = answer(first, first.demonstration.program, false);
    const thought = answer(first, `${first.demonstration.thinking}<program>${second.demonstration.program}`);
    expect(await grader.grade([wrong, empty, cut, thought])).toEqual([0, 0, 0, 0]);
    expect(grader.counts.graded - before).toBe(2);
  });
});
