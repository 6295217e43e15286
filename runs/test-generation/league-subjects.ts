import { classifySolutions, createMutants } from "../../src/forge/index.ts";
import { leagueLevels, readLeagueProblem } from "../../src/league/index.ts";
import { Rng } from "../../src/std/index.ts";
import type { Subject } from "./subject.ts";

/**
 * Problems of the league, alike many of each level. The hidden suite is the league's own, the largest inputs among it;
 * the stream has its wrong and slow variants, mutants of the right program, and the right program itself. Nothing is
 * known but the literal reading of the statement, a brute force.
 */
export function listLeagueSubjects(countPerLevel: number): readonly Subject[] {
  return leagueLevels.flatMap((level) =>
    Array.from({ length: countPerLevel }, (_, i) => toSubject(`league:${level}/${i + 1}`)),
  );
}

function toSubject(id: string): Subject {
  const { problem } = readLeagueProblem(id);
  const { accepted, wrong, unclear } = classifySolutions(problem);
  const right = accepted.find(({ name }) => name === "reference");
  const bruteForce = unclear.find(({ name }) => name === "brute-force");
  if (right === undefined || bruteForce === undefined) throw new Error(`${id} has no reference or no brute force`);
  const rng = new Rng("test-generation").derive(id);
  const mutants = createMutants(right.program, { count: 12, rng: rng.derive("mutants") });
  const slow = unclear.filter(({ name }) => name.startsWith("slow-"));
  return {
    name: id,
    kind: "league",
    problem: { ...problem, tests: problem.tests.filter((test) => test.isSample), solutions: [] },
    hidden: problem.tests.filter((test) => !test.isSample),
    reference: bruteForce,
    referenceKind: "brute-force",
    knownRight: [right.name],
    stream: rng.shuffle([...wrong, ...slow, ...mutants, right]),
  };
}
