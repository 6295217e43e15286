import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createBenchmark } from "../src/league/index.ts";
import { loadTiny, type SamplingPolicy, type TinyOptions } from "../src/policy/index.ts";
import { systemClock, type Json } from "../src/std/index.ts";
import {
  createLeagueTexts,
  createProgressLine,
  evaluatePolicy,
  runSft,
  writeRunReport,
  type Evaluation,
  type Task,
} from "../src/train/index.ts";
import type { Experiment } from "./experiment.ts";
import { startMeter } from "./tiny-grpo/measure-stage.ts";
import { openLeagueWorld, type LeagueWorld } from "./tiny-grpo/open-world.ts";
import { evenLevels, everyRole, lengthBounds, maxAnswerTokens, taughtClaims, tinyModel } from "./tiny-grpo/settings.ts";

/** Where the package keeps the weights that it comes with. */
const bundle = fileURLToPath(new URL("../weights/tiny", import.meta.url));

const seed = "tiny-policy";

/** Trains the weights of the bundled policy, from nothing, on the league's training problems. */
export const tinyPolicy: Experiment = {
  name: "tiny-policy",
  summary: "trains the bundled weights on the league and writes them to weights/tiny; resumable",
  async run({ isQuick, outFolder }) {
    const folder = join(outFolder, isQuick ? "tiny-policy-quick" : "tiny-policy");
    const { startTinyWorker } = await loadTiny();
    await using world = await openLeagueWorld(isQuick ? createBenchmark().slice(0, 4) : createBenchmark());
    const source: TinyOptions["source"] = { kind: "new", config: tinyModel, tokenizer: world.vocabulary, seed };
    await using policy = await startTinyWorker({ source });
    const meter = await startMeter({ trainer: policy.pid });
    const data = {
      source: "league training texts",
      kinds: JSON.stringify(everyRole),
      claims: taughtClaims,
      vocabulary: world.vocabularyDigest,
    };
    const tasks = world.toTasks({ kind: "program" });
    const { records, step } = await runSft({
      policy,
      directory: join(folder, "run"),
      label: "tiny-policy",
      progress: createProgressLine(process.stderr, systemClock),
      source: createLeagueTexts({ tokenizer: world.tokenizer, kinds: everyRole, levels: evenLevels }),
      evaluate: async (learnt) => evaluate({ policy: learnt, world, tasks, samplesPerTask: 4 }),
      settings: {
        seed,
        stepCount: isQuick ? 20 : 4000,
        batchesPerStep: isQuick ? 1 : 4,
        lengthBounds,
        learningRate: { peak: 3e-3, warmupSteps: 100, decay: "cosine", finalShare: 0.02 },
        evaluationSteps: isQuick ? 20 : 500,
        data,
      },
    });
    const directory = isQuick ? join(folder, "weights") : bundle;
    const saved = await policy.save({ directory, withOptimizer: false, data: { ...data, steps: step } });
    const byRequest: Record<string, Evaluation> = {};
    for (const kind of ["program", "thinking"] as const) {
      const samplesPerTask = isQuick ? 2 : 16;
      byRequest[kind] = await evaluate({ policy, world, tasks: world.toTasks({ kind }), samplesPerTask });
    }
    const cost = await meter.stop();
    const head = ["asked for", "level", "sampled", "greedy", "pass@16"];
    const rows = Object.entries(byRequest).flatMap(([kind, { overall, byLevel }]) =>
      [...Object.entries(byLevel), ["all", overall] as const].map(([level, scores]) => [
        kind,
        level,
        toShare(scores.sampled),
        toShare(scores.greedy),
        toShare(scores.passAtK["16"] ?? null),
      ]),
    );
    for (const row of [head, ...rows]) console.log(row.map((cell) => cell.padEnd(10)).join(""));
    const summary = { directory, digest: saved.digest, steps: step, cost: { ...cost } as unknown as Json };
    const { file } = await writeRunReport(folder, {
      title: "The bundled policy",
      notes: [`Measured on the benchmark of ${tasks.length} held-out problems, in percent.`],
      tables: [{ title: "Benchmark", head, rows }],
      runs: { sft: records },
      summary,
    });
    return {
      ...summary,
      benchmark: Object.fromEntries(rows.map((row) => [`${row[0]} ${row[1]}`, row.slice(2)])),
      report: file,
    };
  },
};

async function evaluate(options: {
  readonly policy: SamplingPolicy;
  readonly world: LeagueWorld;
  readonly tasks: readonly Task[];
  readonly samplesPerTask: number;
}): Promise<Evaluation> {
  const { policy, world, tasks, samplesPerTask } = options;
  const { grader } = world;
  return evaluatePolicy({ policy, grader, tasks, samplesPerTask, maxTokens: maxAnswerTokens, seed: "benchmark" });
}

function toShare(value: number | null): string {
  return value === null ? "-" : (100 * value).toFixed(1);
}
