import { leagueLevels, readLeagueProblem } from "../../src/league/index.ts";
import type { SamplingPolicy } from "../../src/policy/index.ts";
import { invariant, Rng } from "../../src/std/index.ts";
import { createLeaguePolicy } from "../../src/train/index.ts";
import type { OpenSubject } from "./subject.ts";

/** Seeds below the fixed sets. */
const seedLimit = 1_000_000;

/** Problems that nobody has seen, evenly over the levels. */
export function drawLeagueIds(seed: string, perLevel: number): readonly string[] {
  const rng = new Rng(seed);
  return leagueLevels.flatMap((level) => {
    const draw = rng.derive(level);
    return Array.from({ length: perLevel }, () => `league:${level}/${draw.nextInt(0, seedLimit - 1)}`);
  });
}

/** A league problem with its literal reading as brute force, judged by all of its tests. */
export function openLeagueSubject(id: string, sampler: SamplingPolicy): OpenSubject {
  const { problem, level, statement } = readLeagueProblem(id);
  const bruteForce = problem.solutions.find(({ name }) => name === "brute-force")?.program;
  invariant(bruteForce !== undefined, "every league problem has a literal reading");
  return {
    subject: { name: id, group: `level ${level}`, problem, bruteForce, languages: ["c"], suite: problem.tests },
    toPolicy: async () => createLeaguePolicy(sampler, { statement }),
  };
}
