import { readFileSync } from "node:fs";
import { z } from "zod";
import { createLeagueTask, leagueLevels } from "../src/league/index.ts";
import { listFeatures } from "../src/solve/index.ts";
import { Rng } from "../src/std/index.ts";
import { fitTable, measureTable, type LabelledFeatures } from "./level-confidence/fit-table.ts";

/**
 * How far the confidence in a level can be believed: fits the tables of `src/solve/route/level-tables.ts` and measures
 * them on problems that the fit has not seen. With a file of labelled problems as a further argument (JSON lines of
 * `{"id", "group", "markdown", "timeLimitMs", "rating"}`) the table of contest problems too; groups (contests) are never
 * split. Prints the tables as lines of JSON before the figures.
 */
const seed = "level-confidence";

const perLevel = { fit: 400, heldOut: 200 };
const leagueTimeLimitMs = 1000;

/** Contest ratings as levels; our decision. */
const levelStarts = [1100, 1500, 2000, 2500];

const rowSchema = z.object({
  id: z.string(),
  group: z.string(),
  markdown: z.string(),
  timeLimitMs: z.number(),
  rating: z.number(),
});

export async function run(): Promise<Readonly<Record<string, unknown>>> {
  const league = fitAndMeasure("league", {
    fit: drawLeague("training", perLevel.fit),
    heldOut: drawLeague("held-out", perLevel.heldOut),
    describe: (count) => `${count} training problems of the league`,
  });
  const file = process.argv[3];
  if (file === undefined) return { seed, league };
  const contest = fitAndMeasure("contest", {
    ...readContest(file),
    describe: (count) => `${count} rated contest problems`,
  });
  return { seed, league, contest };
}

function fitAndMeasure(
  name: string,
  rows: {
    readonly fit: readonly LabelledFeatures[];
    readonly heldOut: readonly LabelledFeatures[];
    readonly describe: (count: number) => string;
  },
) {
  const { fit, heldOut, describe } = rows;
  const table = fitTable(fit, { source: describe(fit.length), ridge: 1e-3, stepCount: 400 });
  console.log(JSON.stringify({ table: name, ...table }));
  return measureTable(table, heldOut);
}

function drawLeague(split: "training" | "held-out", count: number): readonly LabelledFeatures[] {
  const rng = new Rng(seed).derive(split);
  return leagueLevels.flatMap((level) =>
    Array.from({ length: count }, () => {
      const { statement } = createLeagueTask({ level, seed: rng.nextInt(0, 2 ** 40), split });
      return { level, features: listFeatures({ markdown: statement, timeLimitMs: leagueTimeLimitMs }) };
    }),
  );
}

function isFit(group: string): boolean {
  return new Rng(seed).derive("contest").derive(group).nextFloat() < 0.75;
}

/** Three of four contests for the fit, dealt by the seed. */
function readContest(file: string) {
  const rows = readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => (line === "" ? [] : [rowSchema.parse(JSON.parse(line))]));
  const labelled = rows.map(({ group, markdown, timeLimitMs, rating }) => ({
    isFit: isFit(group),
    level: 1 + levelStarts.filter((start) => rating >= start).length,
    features: listFeatures({ markdown, timeLimitMs }),
  }));
  return { fit: labelled.filter((row) => row.isFit), heldOut: labelled.filter((row) => !row.isFit) };
}
