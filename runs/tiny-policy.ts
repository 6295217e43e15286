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
  type LeagueTextKind,
  type LearningRateSchedule,
  type Task,
} from "../src/train/index.ts";
import type { Experiment } from "./experiment.ts";
import { startMeter } from "./tiny-grpo/measure-stage.ts";
import { openLeagueWorld, type LeagueWorld } from "./tiny-grpo/open-world.ts";
import { evenLevels, everyRole, lengthBounds, maxAnswerTokens, taughtClaims, tinyModel } from "./tiny-grpo/settings.ts";

/** Where the package keeps the weights that it comes with. */
const bundle = fileURLToPath(new URL("../weights/tiny", import.meta.url));

const seed = "tiny-policy";

/** What a course of learning is made of, apart from where it starts. */
interface Course {
  readonly kinds: Readonly<Partial<Record<LeagueTextKind, number>>>;
  readonly stepCount: number;
  readonly learningRate: LearningRateSchedule;
}

const fromNothing: Course = {
  kinds: everyRole,
  stepCount: 4000,
  learningRate: { peak: 3e-3, warmupSteps: 100, decay: "cosine", finalShare: 0.02 },
};

/** Claims more often, since weights that go on with this know programs already. */
const further: Course = {
  kinds: { ...everyRole, hypothesis: 2, "program-from-hypothesis": 2 },
  stepCount: 800,
  learningRate: { peak: 8e-4, warmupSteps: 50, decay: "cosine", finalShare: 0.02 },
};

/**
 * Trains the weights of the bundled policy on the league's training problems: from nothing, or with `further` on from
 * those that are there.
 */
export const tinyPolicy: Experiment = {
  name: "tiny-policy",
  summary: "trains the bundled weights on the league, with --only further on from them; writes weights/tiny; resumable",
  async run({ isQuick, outFolder, only = "" }) {
    const isFurther = only === "further";
    const name = `tiny-policy${isFurther ? "-further" : ""}`;
    const course = isFurther ? further : fromNothing;
    const folder = join(outFolder, isQuick ? `${name}-quick` : name);
    const { startTinyWorker, readCheckpoint } = await loadTiny();
    await using world = await openLeagueWorld(isQuick ? createBenchmark().slice(0, 4) : createBenchmark());
    const start = isFurther ? (await readCheckpoint(bundle, { withOptimizer: false })).manifest : undefined;
    if (start !== undefined && start.data["vocabulary"] !== world.vocabularyDigest)
      throw new Error(`${bundle} knows another vocabulary than the league has now; train from nothing`);
    const source: TinyOptions["source"] = isFurther
      ? { kind: "checkpoint", directory: bundle, withOptimizer: false }
      : { kind: "new", config: tinyModel, tokenizer: world.vocabulary, seed };
    await using policy = await startTinyWorker({ source });
    const meter = await startMeter({ trainer: policy.pid });
    const data = {
      source: "league training texts",
      kinds: JSON.stringify(course.kinds),
      claims: taughtClaims,
      vocabulary: world.vocabularyDigest,
      ...(start === undefined
        ? {}
        : {
            startDigest: start.weightsDigest,
            startSteps: Number(start.data["startSteps"] ?? 0) + Number(start.data["steps"]),
            startKinds: String(start.data["kinds"]),
          }),
    };
    const tasks = world.toTasks({ kind: "program" });
    const { records, step } = await runSft({
      policy,
      directory: join(folder, "run"),
      label: name,
      progress: createProgressLine(process.stderr, systemClock),
      source: createLeagueTexts({ tokenizer: world.tokenizer, kinds: course.kinds, levels: evenLevels }),
      evaluate: async (learnt) => evaluate({ policy: learnt, world, tasks, samplesPerTask: 4 }),
      settings: {
        seed: isFurther ? `${seed}/further` : seed,
        stepCount: isQuick ? 20 : course.stepCount,
        batchesPerStep: isQuick ? 1 : 4,
        lengthBounds,
        learningRate: course.learningRate,
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
