import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { loadTiny, type TrainablePolicy } from "../../policy/index.ts";
import { evaluatePolicy } from "../evaluate/evaluate-policy.ts";
import {
  createLetterEngine,
  createLetterTexts,
  letterGrader,
  letterSource,
  letterTasks,
} from "../fixtures/next-letter.ts";
import { runSft, type SftOptions, type SftSettings } from "./run-sft.ts";

const folder = await mkdtemp(path.join(os.tmpdir(), "sft-"));
afterAll(async () => rm(folder, { recursive: true, force: true }));

const settings: SftSettings = {
  seed: "one",
  stepCount: 90,
  learningRate: { peak: 2e-2, warmupSteps: 5, decay: "linear" },
  tokensPerBatch: 64,
  batchesPerStep: 2,
  lengthBounds: [8],
  checkpointSteps: 20,
  evaluationSteps: 30,
  data: { texts: "letters" },
};

async function evaluate(policy: TrainablePolicy) {
  return evaluatePolicy({
    policy,
    grader: letterGrader,
    tasks: letterTasks,
    samplesPerTask: 4,
    maxTokens: 4,
    seed: "held-out",
  });
}

async function run(name: string, options: Partial<SftOptions> = {}) {
  await using policy = await createLetterEngine();
  const directory = path.join(folder, name);
  return await runSft({ policy, directory, settings, source: createLetterTexts(), evaluate, ...options });
}

async function readMetrics(name: string): Promise<string> {
  return readFile(path.join(folder, name, "metrics.jsonl"), "utf8");
}

function shouldStop({ step }: { readonly step: number }): boolean {
  return step >= 30;
}

describe("learning texts by heart", () => {
  it("raises what is asked of it, and keeps a checkpoint that says how it was made", async () => {
    const { records, checkpoint, step, end } = await run("plain");
    const evaluations = records.filter(({ kind }) => kind === "evaluation");
    expect(evaluations.map((record) => record.step)).toEqual([0, 30, 60, 90]);
    expect(evaluations[0]?.["sampled"]).toBeLessThan(0.2);
    expect(evaluations.at(-1)?.["sampled"]).toBeGreaterThan(0.8);
    expect(evaluations.at(-1)?.["greedy"]).toBe(1);
    expect({ step, end }).toEqual({ step: 90, end: "steps-done" });
    const { readCheckpoint } = await loadTiny();
    const { manifest } = await readCheckpoint(checkpoint, { withOptimizer: true });
    expect(manifest).toMatchObject({ version: 90, data: { texts: "letters", stage: "sft", seed: "one", steps: 90 } });
    expect(manifest.data["answerTokens"]).toBe(records.at(-2)?.["answerTokens"]);
  });

  it("goes on after an interruption with the numbers of a run that was none", async () => {
    const whole = await run("whole");
    const controller = new AbortController();
    let updates = 0;
    const progress = {
      note: () => undefined,
      update: () => {
        updates += 1;
        if (updates === 47) controller.abort(new Error("enough"));
      },
    };
    await expect(run("broken", { signal: controller.signal, progress })).rejects.toThrow("enough");
    const resumed = await run("broken");
    expect(await readMetrics("broken")).toBe(await readMetrics("whole"));
    const { readCheckpoint } = await loadTiny();
    const [a, b] = await Promise.all(
      [whole, resumed].map(async ({ checkpoint }) => readCheckpoint(checkpoint, { withOptimizer: true })),
    );
    expect(a?.manifest).toEqual(b?.manifest);
    expect(updates).toBe(47);
  });

  it("stops as soon as an evaluation is good enough, and stays stopped", async () => {
    const first = await run("stopped", { shouldStop });
    const again = await run("stopped", { shouldStop });
    expect(first).toMatchObject({ end: "stopped-early", step: 30 });
    expect(again).toEqual(first);
  });

  it("refuses to go on with other settings", async () => {
    await run("settled", { settings: { ...settings, stepCount: 1 } });
    await expect(run("settled")).rejects.toMatchObject({ code: "TRAIN_RUN_OTHER_SETTINGS" });
  });

  it("does the steps since the last checkpoint again where the policy's process dies", async () => {
    const { startTinyWorker } = await loadTiny();
    await using policy = await startTinyWorker({ source: letterSource });
    const notes: string[] = [];
    let isKilled = false;
    const progress = {
      note: (text: string) => void notes.push(text),
      update: ({ step }: { readonly step: number }) => {
        if (step !== 30 || isKilled) return;
        isKilled = true;
        process.kill(policy.pid ?? 0, "SIGABRT");
      },
    };
    const directory = path.join(folder, "killed");
    await runSft({ policy, directory, settings, source: createLetterTexts(), evaluate, progress });
    await run("unharmed");
    expect(notes).toHaveLength(1);
    expect(await readMetrics("killed")).toBe(await readMetrics("unharmed"));
  });
});
