import { AppError } from "../../std/index.ts";
import type { LeagueTask, ParsedCompletion, PromptRequest, TrainingText } from "../contract.ts";
import { toProgram } from "../program/program-text.ts";
import { punctuation, splitText, toNormalText } from "./normal-form.ts";
import { toShownText } from "./statement.ts";
import { listWords, marks } from "./vocabulary.ts";

const words: ReadonlySet<string> = new Set(listWords());

/** `<problem> the statement's words<program>`, and so on: what a policy of the league is shown. */
export function renderPrompt(statement: string, request: PromptRequest): string {
  const start = `${marks.problem}${readStatement(statement)}`;
  switch (request.kind) {
    case "program":
      return `${start}${marks.program}`;
    case "thinking":
      return `${start}${marks.thinking}`;
    case "hypothesis":
      return `${start}${marks.hypothesis}`;
    case "program-from-hypothesis":
      return `${start}${marks.hypothesis}${request.hypothesis}${marks.program}`;
  }
}

export function listTrainingTexts({ statement, demonstration }: LeagueTask): readonly TrainingText[] {
  const { program, thinking, hypothesis } = demonstration;
  const create = (request: PromptRequest, completion: string): TrainingText => ({
    kind: request.kind,
    prompt: renderPrompt(statement, request),
    completion,
  });
  return [
    create({ kind: "program" }, program),
    create({ kind: "thinking" }, `${thinking}${marks.program}${program}`),
    create({ kind: "hypothesis" }, `${hypothesis.claim}${marks.program}${hypothesis.program}`),
    create({ kind: "program-from-hypothesis", hypothesis: hypothesis.program }, program),
  ];
}

/** Takes apart what a policy wrote after any prompt. Whether the program is one is for the judge to say. */
export function parseCompletion(text: string): ParsedCompletion {
  const pieces = text.split(marks.program);
  const [first = "", second] = pieces;
  if (pieces.length > 2) return { kind: "completion-unusable", reason: "there are several programs" };
  const source = second ?? first;
  if (source.trim() === "") return { kind: "completion-unusable", reason: "there is no program" };
  const stray = Object.values(marks).find((mark) => text.replace(marks.program, "").includes(mark));
  if (stray !== undefined) return { kind: "completion-unusable", reason: `${stray} stands where it makes no sense` };
  return {
    kind: "completion-parsed",
    words: second === undefined ? "" : first.trim(),
    program: toProgram(source),
  };
}

/** The statement in normal form. */
function readStatement(markdown: string): string {
  const text = toShownText(markdown);
  const tokens = splitText(text);
  const unknown = tokens.filter((token) => !words.has(token) && !punctuation.includes(token) && !/^\d+$/.test(token));
  if (unknown.length > 0 || tokens.length === 0) {
    const examples = [...new Set(unknown)].slice(0, 8).map((token) => JSON.stringify(token));
    const found = tokens.length === 0 ? "an empty statement" : `a statement with ${examples.join(", ")}`;
    throw new AppError({
      code: "LEAGUE_STATEMENT_UNREADABLE",
      message: `the small policy reads only statements in the words of the league, got ${found}; ask for a league problem such as league:2/17, or configure a model`,
      data: { unknown: [...new Set(unknown)] },
    });
  }
  return toNormalText(text);
}
