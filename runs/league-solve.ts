import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { openSolveSession } from "../src/app/index.ts";
import { createMemoryJournal } from "../src/journal/index.ts";
import { createJudge, type Judge } from "../src/judge/index.ts";
import { leagueLevels, readLeagueProblem } from "../src/league/index.ts";
import { computeReward } from "../src/reward/index.ts";
import { Rng } from "../src/std/index.ts";
import type { Experiment } from "./experiment.ts";
import { openRowStore } from "./row-store.ts";

const rowSchema = z.object({
  level: z.int(),
  /** What the pipeline says of its own result. */
  status: z.string(),
  /** Whether it would hand the program in. */
  isSubmitted: z.boolean(),
  /** Whether the chosen program passes all tests, the largest included, none of which it has seen. */
  isRight: z.boolean(),
  wallMs: z.number(),
});
type Row = z.infer<typeof rowSchema>;

/** Seeds below the fixed sets. */
const seedLimit = 1_000_000;

/** The bundled policy in the whole pipeline, on problems that neither it nor anybody has seen. */
export const leagueSolve: Experiment = {
  name: "league-solve",
  summary: "solve league:LEVEL/SEED with the bundled policy on 100 unseen seeds, by level; resumable",
  async run({ isQuick, outFolder, seed }) {
    const perLevel = isQuick ? 1 : 20;
    const store = await openRowStore(join(outFolder, `league-solve-${seed}.jsonl`), { version: "2", row: rowSchema });
    const home = await mkdtemp(join(tmpdir(), "league-solve-"));
    const judge = await createJudge({ journal: createMemoryJournal() });
    const rng = new Rng(seed).derive("league-solve");
    const rows: Row[] = [];
    try {
      for (const level of leagueLevels) {
        const draw = rng.derive(level);
        for (let i = 0; i < perLevel; i++) {
          const id = `league:${level}/${draw.nextInt(0, seedLimit - 1)}`;
          const row = await store.keep(id, async () => solveOne({ id, level, home, judge }));
          console.log(`${id.padEnd(18)} ${row.status.padEnd(12)} ${row.isRight ? "right" : "wrong"}`);
          rows.push(row);
        }
      }
    } finally {
      await judge[Symbol.asyncDispose]();
      await rm(home, { recursive: true, force: true });
    }
    return { perLevel, seed, ...summarize(rows) };
  },
};

async function solveOne(options: {
  readonly id: string;
  readonly level: number;
  readonly home: string;
  readonly judge: Judge;
}): Promise<Row> {
  const { id, level, home, judge } = options;
  const startMs = performance.now();
  await using session = await openSolveSession({
    target: { kind: "new-run", problemPath: id },
    flags: {},
    env: { ...process.env, GRANDSMITH_HOME: home },
    cwd: home,
    toExitCode: () => 1,
  });
  const result = await session.solve({});
  session.end({ status: "finished", outcome: result.status, exitCode: 0, result: null });
  const chosen = result.candidates.find((candidate) => candidate.id === result.chosenId);
  const isSubmitted = result.decision === "submit";
  const wallMs = Math.round(performance.now() - startMs);
  if (chosen === undefined) return { level, status: result.status, isSubmitted, isRight: false, wallMs };
  const { problem } = readLeagueProblem(id);
  const report = await judge.judge(chosen.program, { problem, tests: problem.tests });
  const reward = computeReward(report, problem.scoring);
  return {
    level,
    status: result.status,
    isSubmitted,
    isRight: reward.kind === "reward-given" && reward.value === 1,
    wallMs,
  };
}

function summarize(rows: readonly Row[]) {
  const byLevel = Object.fromEntries(
    leagueLevels.map((level) => [
      level,
      toRate(
        rows.filter((row) => row.level === level && row.isRight).length,
        rows.filter((row) => row.level === level).length,
      ),
    ]),
  );
  const submitted = rows.filter((row) => row.isSubmitted);
  const wrongSubmissions = submitted.filter((row) => !row.isRight).length;
  const figures = {
    solved: toRate(rows.filter((row) => row.isRight).length, rows.length),
    byLevel,
    submitted: submitted.length,
    wrongSubmissions,
    medianWallMs: rows.map((row) => row.wallMs).toSorted((a, b) => a - b)[Math.floor(rows.length / 2)],
  };
  console.log(
    `\nsolved by level: ${Object.entries(byLevel)
      .map(([level, rate]) => `${level}: ${rate}`)
      .join("  ")}`,
  );
  console.log(`handed in ${submitted.length} of ${rows.length}, ${wrongSubmissions} of them wrong`);
  return figures;
}

function toRate(count: number, of: number): number {
  return of === 0 ? 0 : Math.round((1000 * count) / of) / 1000;
}
