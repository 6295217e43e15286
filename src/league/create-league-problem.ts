import {
  createTestData,
  defaultChecker,
  defaultLimits,
  parseExpectation,
  type ExpectedVerdicts,
  type Problem,
  type Solution,
  type TestCase,
} from "../problem/index.ts";
import { invariant, type Rng } from "../std/index.ts";
import type { Blueprint, LeagueCase } from "./blueprint.ts";
import type { LeagueAddress, LeagueProblem, LeagueTask } from "./contract.ts";
import { drawBlueprint, testsSeed, type DrawnBlueprint } from "./draw-blueprint.ts";
import { formatLeagueId, parseLeagueId } from "./league-id.ts";
import { toProgram } from "./program/program-text.ts";
import { toNormalText } from "./text/normal-form.ts";
import { toMarkdown } from "./text/statement.ts";

const sampleCount = 2;

/** CPU time for one test: efficient programs take some 30 ms on the largest inputs, quadratic ones seconds. */
const timeLimitMs = 1000;

/** How many further inputs are tried to show that a variant is wrong. */
const killerTries = 20;

export function createLeagueTask(address: LeagueAddress): LeagueTask {
  return toTask(address, drawBlueprint(address));
}

export function createLeagueProblem(address: LeagueAddress): LeagueProblem {
  const drawn = drawBlueprint(address);
  const task = toTask(address, drawn);
  const { cases, killed } = createCases(drawn.blueprint, drawn.rng.derive(testsSeed));
  return { ...task, problem: toProblem(task, drawn.blueprint, { tests: cases.map(toTestCase), killed }) };
}

/**
 * The problem behind `league:LEVEL/SEED`, with tests of the largest sizes too.
 *
 * @throws LEAGUE_ID_INVALID
 */
export function readLeagueProblem(id: string): LeagueProblem {
  const address = parseLeagueId(id);
  const league = createLeagueProblem(address);
  const tests = [...league.problem.tests, ...createLargeTests(address)];
  return { ...league, problem: { ...league.problem, tests } };
}

/** Tests of the largest sizes, on which slow variants take too long. Level 1 has none. */
export function createLargeTests(address: LeagueAddress): readonly TestCase[] {
  const { blueprint, rng } = drawBlueprint(address);
  const draw = rng.derive("large tests");
  return blueprint.largePlans.map((plan, i) => {
    const { input, answer } = blueprint.createCase(plan, draw);
    return toTest(`secret/large-${i + 1}`, { input, answer });
  });
}

function toTask(address: LeagueAddress, { family, blueprint, rng }: DrawnBlueprint): LeagueTask {
  const { parts, program, thinking, hypothesis, constraints } = blueprint;
  return {
    ...address,
    id: formatLeagueId(address),
    family,
    parts,
    statement: toMarkdown(blueprint.say(rng.derive("words")), constraints),
    demonstration: {
      program,
      thinking: toNormalText(thinking),
      hypothesis: { claim: toNormalText(hypothesis.claim), program: hypothesis.program },
    },
  };
}

/** The planned cases, and for each wrong variant that they let through one more, where one is found. */
function createCases(
  blueprint: Blueprint,
  rng: Rng,
): { readonly cases: readonly LeagueCase[]; readonly killed: readonly boolean[] } {
  const cases = blueprint.testPlans.map((plan) => blueprint.createCase(plan, rng));
  const killed = blueprint.wrong.map((_, index) => cases.some((item) => isKilled(item, index)));
  for (const index of blueprint.wrong.keys()) {
    for (let tries = 0; tries < killerTries && killed[index] !== true; tries++) {
      const item = blueprint.createCase({ count: rng.nextInt(1, 9), spread: rng.nextInt(1, 15) }, rng);
      if (!isKilled(item, index)) continue;
      cases.push(item);
      for (const other of killed.keys()) killed[other] ||= isKilled(item, other);
    }
  }
  return { cases, killed };
}

function isKilled({ answer, wrongAnswers }: LeagueCase, index: number): boolean {
  return wrongAnswers[index] !== answer;
}

function toTestCase(item: LeagueCase, index: number): TestCase {
  const isSample = index < sampleCount;
  const number = isSample ? index + 1 : index + 1 - sampleCount;
  return toTest(isSample ? `sample/${number}` : `secret/${String(number).padStart(2, "0")}`, item);
}

function toTest(id: string, { input, answer }: Pick<LeagueCase, "input" | "answer">): TestCase {
  return { id, isSample: id.startsWith("sample/"), input: createTestData(input), answer: createTestData(answer) };
}

function toProblem(
  { id, level, statement }: LeagueTask,
  blueprint: Blueprint,
  { tests, killed }: { readonly tests: readonly TestCase[]; readonly killed: readonly boolean[] },
): Problem {
  const accepted = expect("accepted");
  const rightIfInTime: ExpectedVerdicts = { permitted: ["accepted", "time-limit-exceeded"], required: [] };
  return {
    id: id.replaceAll(/[:/]/g, "-"),
    title: blueprint.title,
    statements: [{ languageTag: "en", markdown: statement, images: [] }],
    limits: { ...defaultLimits, timeLimitMs },
    streams: { input: { kind: "stdin" }, output: { kind: "stdout" } },
    tests,
    groups: [],
    checker: defaultChecker,
    inputSpec: blueprint.inputSpec,
    validators: [],
    generators: [],
    solutions: [
      toSolution("reference", blueprint.program, accepted, true),
      toSolution("brute-force", blueprint.brute, rightIfInTime),
      ...blueprint.slow.map(({ name, program }) => toSolution(`slow-${name}`, program, rightIfInTime)),
      ...blueprint.wrong.flatMap(({ name, program }, index) =>
        killed[index] === true ? [toSolution(`wrong-${name}`, program, expect("rejected"))] : [],
      ),
    ],
    scoring: { kind: "binary" },
    provenance: { format: "native", source: "league", sourceId: id, authors: [], tags: [], level },
  };
}

function toSolution(name: string, source: string, expected: ExpectedVerdicts, isMain = false): Solution {
  return { name, program: toProgram(source), isMain, expected };
}

function expect(name: string): ExpectedVerdicts {
  const expected = parseExpectation(name);
  invariant(expected !== undefined, `${name} is a known expectation`);
  return expected;
}
