import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadTiny, type TinyWorker } from "../../src/policy/index.ts";
import { computeJsonDigest, systemClock } from "../../src/std/index.ts";
import { createLeagueTexts, createProgressLine, runSft } from "../../src/train/index.ts";
import { createTokenizerData } from "../tiny-grpo/open-world.ts";
import { evenLevels, everyRole, lengthBounds, taughtClaims, tinyModel } from "../tiny-grpo/settings.ts";

const bundle = fileURLToPath(new URL("../../weights/tiny", import.meta.url));

/** The policy that the package comes with. */
export async function openBundledPolicy(): Promise<TinyWorker> {
  return openWeights(bundle);
}

const seed = "weaker-policy";

/**
 * One that learns as the bundled policy does, in a seventh of the time, so that there is something left to gain: trained
 * now, unless an earlier run has done it.
 */
export async function openWeakerPolicy(outFolder: string, { isQuick }: { isQuick: boolean }): Promise<TinyWorker> {
  const folder = join(outFolder, isQuick ? "weaker-policy-quick" : "weaker-policy");
  const weights = join(folder, "weights");
  if (!existsSync(join(weights, "manifest.json"))) await trainWeakerPolicy({ folder, weights, isQuick });
  const { readCheckpoint } = await loadTiny();
  const { manifest } = await readCheckpoint(weights, { withOptimizer: false });
  if (manifest.data["claims"] !== taughtClaims)
    throw new Error(`${folder} was trained when the league had claims at other levels; remove it`);
  return openWeights(weights);
}

async function trainWeakerPolicy(options: {
  readonly folder: string;
  readonly weights: string;
  readonly isQuick: boolean;
}): Promise<void> {
  const { folder, weights, isQuick } = options;
  const { createTokenizer, startTinyWorker } = await loadTiny();
  const vocabulary = createTokenizerData();
  const source = { kind: "new", config: tinyModel, tokenizer: vocabulary, seed } as const;
  await using policy = await startTinyWorker({ source });
  const data = { kinds: JSON.stringify(everyRole), claims: taughtClaims, vocabulary: computeJsonDigest(vocabulary) };
  const { step } = await runSft({
    policy,
    directory: join(folder, "run"),
    label: "weaker policy",
    progress: createProgressLine(process.stderr, systemClock),
    source: createLeagueTexts({ tokenizer: createTokenizer(vocabulary), kinds: everyRole, levels: evenLevels }),
    settings: {
      seed,
      stepCount: isQuick ? 10 : 600,
      batchesPerStep: isQuick ? 1 : 4,
      lengthBounds,
      learningRate: { peak: 3e-3, warmupSteps: 50, decay: "linear", finalShare: 0.05 },
      data,
    },
  });
  await policy.save({ directory: weights, withOptimizer: false, data: { ...data, steps: step } });
}

async function openWeights(directory: string): Promise<TinyWorker> {
  const { startTinyWorker } = await loadTiny();
  return startTinyWorker({ source: { kind: "checkpoint", directory, withOptimizer: false } });
}
