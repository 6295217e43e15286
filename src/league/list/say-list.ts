import type { Rng } from "../../std/index.ts";
import type { StatementPhrases } from "../blueprint.ts";
import { fill, type Placed } from "../parts/part.ts";
import { usesK, type ListComposition, type StepPart } from "./composition.ts";

/** The statement of a list problem in one of many wordings. */
export function sayList(composition: ListComposition, rng: Rng): StatementPhrases {
  const pick = (items: readonly string[]): string => items[rng.nextInt(0, items.length - 1)] as string;
  const { shape, steps, core } = composition;
  const k = usesK(composition);
  const what = shape.isPairs ? "n pairs of integers x and y" : "a list of n integers";
  const isThere = shape.isPairs ? "there are" : "there is";
  const intro = `${pick(["you are given", isThere])} ${what}${k ? " and an integer k" : ""} .`;
  const changes = [
    ...(shape.says === undefined ? [] : [pick(shape.says)]),
    ...steps.map((step) => sayStep(step, pick)),
  ];
  const setup = core.part.setup === undefined ? [] : [`${fill(pick(core.part.setup), core.operand)} .`];
  const question = ask(composition, pick);
  const isGoalFirst = setup.length === 0 && changes.length > 0 && rng.nextInt(1, 100) <= 30;
  const sentences = isGoalFirst
    ? [intro, `after the changes that follow , ${question}`, ...order(changes, pick)]
    : [intro, ...order(changes, pick), ...setup, question];
  return { body: sentences.join(" "), input: sayInput(composition, k, pick) };
}

type Pick = (items: readonly string[]) => string;

function sayStep({ part, operand }: Placed<StepPart>, pick: Pick): string {
  if (part.kind === "map") {
    const verb = pick(["replace each element by", "change every element to", "turn each element into"]);
    return `${verb} ${fill(pick(part.says), operand)}`;
  }
  const keep = pick(["keep only the elements that are", "leave only the elements that are"]);
  const drop = pick(["remove all elements that are", "delete the elements that are"]);
  return fill(pick([`${keep} ${part.keeps}`, `${drop} ${part.drops}`]), operand);
}

/** Sentences in which the order is clear. */
function order(changes: readonly string[], pick: Pick): readonly string[] {
  return changes.map((change, i) => {
    const connector = i === 0 ? pick(["", "first "]) : pick(["then ", "after that ", "next "]);
    return `${connector}${change} .`;
  });
}

function ask({ steps, core, post }: ListComposition, pick: Pick): string {
  const { part, operand } = core;
  const isShortened = steps.some((step) => step.part.kind === "filter");
  const note = part.note !== undefined && (part.needsNote === true || isShortened) ? ` , or ${part.note}` : "";
  const says =
    post.part.says === undefined ? part.says : part.says.filter((phrase) => !/^(?:how|by how) /.test(phrase));
  const result = fill(`${pick(says)}${note}`, operand);
  if (post.part.says === undefined) return `${pick(["print", "find", "output"])} ${result} .`;
  const finished = fill(pick(post.part.says), post.operand);
  return pick([`let r be ${result} . print ${finished} .`, `call r ${result} . output ${finished} .`]);
}

function sayInput({ shape }: ListComposition, k: boolean, pick: Pick): string {
  const first = `the first line has n${k ? " and k" : ""} .`;
  const rest = shape.isPairs
    ? pick(["each of the next n lines has x and y .", "the next n lines have x and y each ."])
    : pick(["the second line has the list .", "the second line has n integers ."]);
  return `${first} ${rest}`;
}

/** The parts in the order in which the program uses them. */
export function thinkAboutList(composition: ListComposition): string {
  const { shape, steps, core, post } = composition;
  const labels = [
    usesK(composition) ? "n and k" : "n",
    shape.label,
    ...[...steps, core, post].map(({ part, operand }) => fill(part.label, operand)),
  ];
  return labels.map((label) => `${label} .`).join(" ");
}

/** What the answer is, where the core has no structure to claim: its steps, its question and its ending by name. */
export function claimAboutList({ shape, steps, core, post }: ListComposition): string {
  const labels = [...steps, core, post].map(({ part, operand }) => fill(part.label, operand));
  return [shape.label, ...labels].map((label) => `${label} .`).join(" ");
}
