import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadTiny, type TinyOptions } from "../../policy/index.ts";
import type { Grader, Task } from "../contract.ts";
import { createLetterEngine, createLetterTexts, letterGrader, letterTasks } from "../fixtures/next-letter.ts";
import { createCoinFlipGrader } from "../grade/create-coin-flip-grader.ts";
import { runSft } from "../sft/run-sft.ts";
import type { GrpoSettings } from "./grpo-settings.ts";
import { runGrpo, type GrpoOptions } from "./run-grpo.ts";

const folder = await mkdtemp(path.join(os.tmpdir(), "grpo-"));
afterAll(async () => rm(folder, { recursive: true, force: true }));

let start: TinyOptions["source"];

beforeAll(async () => {
  await using policy = await createLetterEngine();
  const { checkpoint } = await runSft({
    policy,
    directory: path.join(folder, "start"),
    source: createLetterTexts(0.5),
    settings: {
      seed: "start",
      stepCount: 60,
      learningRate: { peak: 1e-2, warmupSteps: 5, decay: "linear" },
      tokensPerBatch: 64,
      batchesPerStep: 2,
      lengthBounds: [8],
      data: { errorRate: 0.5 },
    },
  });
  start = { kind: "checkpoint", directory: checkpoint, withOptimizer: false };
});

const settings: GrpoSettings = {
  seed: "one",
  stepCount: 12,
  tasksPerStep: 12,
  groupSize: 8,
  minibatchCount: 2,
  maxTokens: 4,
  learningRate: { peak: 1e-2, warmupSteps: 2, decay: "none" },
  guard: {
    everySteps: 4,
    samplesPerTask: 8,
    onCollapse: "stop",
    limits: { maxHeldOutDrop: 0.15, maxKlToStart: 2, maxClippedShare: 1 },
  },
  data: { tasks: "letters" },
};

async function run(name: string, options: Partial<GrpoOptions> = {}) {
  await using trainer = await createLetterEngine({ source: start, lora: { rank: 4, seed: "adapter" } });
  await using sampler = await createLetterEngine({ source: start });
  return await runGrpo({
    trainer,
    sampler,
    directory: path.join(folder, name),
    settings,
    grader: letterGrader,
    drawTasks: (rng, count): readonly Task[] => rng.shuffle(letterTasks).slice(0, count),
    guardTasks: letterTasks,
    ...options,
  });
}

async function readMetrics(name: string): Promise<string> {
  return readFile(path.join(folder, name, "metrics.jsonl"), "utf8");
}

describe("group-relative learning from rewards", () => {
  it("raises what is rewarded, with an adapter alone", async () => {
    const guard = { ...settings.guard, samplesPerTask: 64 };
    const { records, end, checkpoint } = await run("plain", { settings: { ...settings, groupSize: 16, guard } });
    const readings = records.filter(({ kind }) => kind === "guard").map((record) => record["heldOutSampled"]);
    expect(end).toEqual({ kind: "steps-done" });
    expect(readings).toHaveLength(4);
    expect(readings[0]).toBeGreaterThan(0.2);
    expect(readings[0]).toBeLessThan(0.75);
    // By other seeds it rises by 0.13 to 0.21; another processor may round another way and take another path.
    expect(readings.at(-1)).toBeGreaterThan((readings[0] as number) + 0.07);
    const { readCheckpoint } = await loadTiny();
    const before = await readCheckpoint(path.join(folder, "start", "checkpoints", "step-60"), { withOptimizer: false });
    const after = await readCheckpoint(checkpoint, { withOptimizer: false });
    expect(after.weights.parameters).toEqual(before.weights.parameters);
    expect(after.manifest.lora).toMatchObject({ rank: 4 });
  });

  it("starts on the policy that sampled: the first gap is that of rounding", async () => {
    const { records } = await run("on-policy", { settings: { ...settings, stepCount: 1 } });
    const step = records.find(({ kind }) => kind === "grpo-step");
    expect(Math.abs(step?.["firstGap"] as number)).toBeLessThan(1e-4);
  });

  it("does not raise it where the reward is drawn by lot", async () => {
    const grader = createCoinFlipGrader({ rate: 0.5, seed: "lot" });
    const { records } = await run("lot", { grader, guardGrader: letterGrader });
    const readings = records.filter(({ kind }) => kind === "guard").map((record) => record["heldOutSampled"] as number);
    expect(readings.at(-1)).toBeLessThan((readings[0] ?? 0) + 0.1);
  });

  it.each([0, 1] as const)(
    "goes on after an interruption as if there had been none, %d step ahead",
    async (samplesAhead) => {
      const ahead = { ...settings, samplesAhead, stepCount: 6 };
      const whole = await run(`whole-${samplesAhead}`, { settings: ahead });
      const controller = new AbortController();
      const progress = {
        note: () => undefined,
        update: ({ step }: { readonly step: number }) => {
          if (step === 3) controller.abort(new Error("enough"));
        },
      };
      const broken = { settings: ahead, signal: controller.signal, progress };
      await expect(run(`broken-${samplesAhead}`, broken)).rejects.toThrow("enough");
      const resumed = await run(`broken-${samplesAhead}`, { settings: ahead });
      expect(await readMetrics(`broken-${samplesAhead}`)).toBe(await readMetrics(`whole-${samplesAhead}`));
      const { readCheckpoint } = await loadTiny();
      const digests = await Promise.all(
        [whole, resumed].map(
          async ({ checkpoint }) => (await readCheckpoint(checkpoint, { withOptimizer: true })).manifest,
        ),
      );
      expect(digests[0]).toEqual(digests[1]);
    },
  );

  it("loses one step to a dead trainer and nothing to a dead sampler", { timeout: 180_000 }, async () => {
    const { startTinyWorker } = await loadTiny();
    await using trainer = await startTinyWorker({ source: start, lora: { rank: 4, seed: "adapter" } });
    await using sampler = await startTinyWorker({ source: start });
    const notes: string[] = [];
    const killed = new Set<number>();
    const progress = {
      note: (text: string) => void notes.push(text),
      update: ({ step }: { readonly step: number }) => {
        if (killed.has(step)) return;
        killed.add(step);
        if (step === 2) process.kill(trainer.pid ?? 0, "SIGABRT");
        if (step === 3) process.kill(sampler.pid ?? 0, "SIGABRT");
      },
    };
    const short = { ...settings, stepCount: 4 };
    await run("killed", { settings: short, trainer, sampler, progress });
    await run("unharmed", { settings: short });
    expect(notes.filter((note) => note.includes("SIGABRT")).length).toBeGreaterThan(0);
    expect(await readMetrics("killed")).toBe(await readMetrics("unharmed"));
  });

  it("learns nothing from groups whose rewards are equal or withheld", async () => {
    const grader: Grader = {
      name: "shy",
      grade: async (attempts) => attempts.map((_, index) => (index % 2 ? null : 1)),
    };
    const { records } = await run("shy", { grader, settings: { ...settings, stepCount: 1 } });
    expect(records.find(({ kind }) => kind === "grpo-step")).toMatchObject({
      updates: 0,
      mixedShare: 0,
      withheldCount: 48,
      reward: 1,
    });
  });
});

describe("the guard against collapse", () => {
  const wild: GrpoSettings = {
    ...settings,
    learningRate: { peak: 3, warmupSteps: 0, decay: "none" },
    guard: { ...settings.guard, everySteps: 2 },
  };

  it("stops a policy that a high rate destroys, and goes back to the last good weights", async () => {
    const { records, end, step, checkpoint } = await run("wild", { settings: wild });
    expect(end).toMatchObject({ kind: "collapsed" });
    expect(step).toBeLessThan(wild.stepCount);
    expect(records.find(({ kind }) => kind === "collapse")).toMatchObject({ backTo: "step-0", goesOn: false });
    expect(path.basename(checkpoint)).toBe("step-0");
    expect(await run("wild", { settings: wild })).toEqual({ records, end, step, checkpoint });
  });

  it("rolls back at half the rate where it is told to, twice at most", async () => {
    const rolling = { ...wild, guard: { ...wild.guard, onCollapse: "roll-back" as const } };
    const { records, end } = await run("rolling", { settings: rolling });
    const collapses = records.filter(({ kind }) => kind === "collapse");
    expect(collapses.map((record) => record["goesOn"])).toEqual([true, true, false]);
    expect(end.kind).toBe("collapsed");
    const rates = records.filter(({ kind }) => kind === "grpo-step").map((record) => record["learningRate"]);
    expect(new Set(rates)).toEqual(new Set([3, 1.5, 0.75]));
  });
});
