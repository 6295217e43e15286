import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { AppError, boundary, computeDigest } from "../../../std/index.ts";
import { countParameters, listLoraParameters, listParameters, type ParameterSpec } from "../model/model-config.ts";
import { requireParameter, type Parameters } from "../model/parameters.ts";
import { TinyWeights } from "../model/weights.ts";
import { manifestSchema, type Manifest } from "./manifest.ts";
import { parseSafetensors, writeSafetensors, type StoredTensor } from "./safetensors.ts";
import { createTokenizer, type TokenizerData } from "./tokenizer.ts";

/** A policy as it lies on disk. */
export interface Checkpoint {
  readonly weights: TinyWeights;
  readonly tokenizer: ReturnType<typeof createTokenizer>;
  readonly manifest: Manifest;
}

const files = {
  manifest: "manifest.json",
  tokenizer: "tokenizer.json",
  weights: "weights.safetensors",
  optimizer: "optimizer.safetensors",
} as const;

/**
 * Writes a folder with `weights.safetensors`, `tokenizer.json`, `manifest.json` and, if wanted,
 * `optimizer.safetensors`. It appears whole or not at all; one that was there is replaced.
 *
 * @throws AppError TINY_CHECKPOINT_UNWRITABLE
 */
export async function writeCheckpoint(
  directory: string,
  checkpoint: {
    readonly weights: TinyWeights;
    readonly tokenizer: TokenizerData;
    readonly seed: string;
    readonly data: Manifest["data"];
    readonly withOptimizer: boolean;
  },
): Promise<Manifest> {
  const { weights, tokenizer, seed, data, withOptimizer } = checkpoint;
  const { config, lora, adam } = weights;
  const weightBytes = writeSafetensors(toTensors(listAll(weights), toAll(weights)));
  const optimizerBytes = withOptimizer ? writeSafetensors(toOptimizerTensors(weights)) : undefined;
  const tokenizerText = `${JSON.stringify(tokenizer, undefined, 1)}\n`;
  return boundary(
    { code: "TINY_CHECKPOINT_UNWRITABLE", what: `expected a folder to write at ${directory}` },
    async () => {
      const manifest: Manifest = {
        format: "grandsmith-tiny",
        formatVersion: 1,
        codeVersion: await readCodeVersion(),
        config,
        ...(lora === undefined ? {} : { lora }),
        seed,
        version: weights.version,
        ...(optimizerBytes === undefined ? {} : { optimizerSteps: adam.stepCount }),
        data,
        parameterCount: countParameters(config),
        weightsDigest: computeDigest(weightBytes),
        ...(optimizerBytes === undefined ? {} : { optimizerDigest: computeDigest(optimizerBytes) }),
        tokenizerDigest: computeDigest(tokenizerText),
      };
      const fresh = `${directory}.new-${process.pid}`;
      await mkdir(fresh, { recursive: true });
      await writeFile(path.join(fresh, files.weights), weightBytes);
      await writeFile(path.join(fresh, files.tokenizer), tokenizerText);
      if (optimizerBytes !== undefined) await writeFile(path.join(fresh, files.optimizer), optimizerBytes);
      await writeFile(path.join(fresh, files.manifest), `${JSON.stringify(manifest, undefined, 2)}\n`);
      await replaceFolder(fresh, directory);
      return manifest;
    },
  );
}

/**
 * Reads what `writeCheckpoint` wrote; digests must match.
 *
 * @throws AppError TINY_CHECKPOINT_INVALID
 */
export async function readCheckpoint(
  directory: string,
  options: { readonly withOptimizer: boolean },
): Promise<Checkpoint> {
  const what = `expected a checkpoint of the embedded policy in ${directory}`;
  const inside = (name: string): string => path.join(directory, name);
  return boundary({ code: "TINY_CHECKPOINT_INVALID", what }, async () => {
    const manifest = manifestSchema.parse(JSON.parse(await readFile(inside(files.manifest), "utf8")));
    const tokenizer = createTokenizer(
      JSON.parse((await readChecked(inside(files.tokenizer), manifest.tokenizerDigest)).toString("utf8")),
    );
    const { config, lora, version, optimizerDigest, optimizerSteps } = manifest;
    if (tokenizer.vocabularySize !== config.vocabularySize) {
      throw new Error(`a vocabulary of ${tokenizer.vocabularySize} for a model of ${config.vocabularySize}`);
    }
    const stored = toMap(parseSafetensors(await readChecked(inside(files.weights), manifest.weightsDigest)));
    const parameters = take(listParameters(config), stored);
    const adapter = lora === undefined ? undefined : take(listLoraParameters(config, lora), stored);
    const weights = new TinyWeights({ config, parameters, lora, adapter, version });
    if (!options.withOptimizer || optimizerDigest === undefined) return { weights, tokenizer, manifest };
    const moments = toMap(parseSafetensors(await readChecked(inside(files.optimizer), optimizerDigest)));
    for (const [name, values] of weights.trained) {
      for (const [prefix, target] of [
        ["first", weights.adam.firstMoments],
        ["second", weights.adam.secondMoments],
      ] as const) {
        const saved = moments.get(`${prefix}.${name}`)?.values;
        if (saved?.length !== values.length) throw new Error(`the optimiser state lacks ${prefix}.${name}`);
        requireParameter(target, name).set(saved);
      }
    }
    weights.adam.stepCount = optimizerSteps ?? 0;
    return { weights, tokenizer, manifest };
  });
}

async function readChecked(file: string, digest: string): Promise<Buffer> {
  const bytes = await readFile(file);
  if (computeDigest(bytes) === digest) return bytes;
  throw new AppError({
    code: "TINY_CHECKPOINT_INVALID",
    message: `${file} is not the file that its manifest names (another SHA-256); take the folder from where it was whole`,
  });
}

async function replaceFolder(fresh: string, directory: string): Promise<void> {
  const old = `${directory}.old-${process.pid}`;
  const hadOld = await rename(directory, old).then(
    () => true,
    () => false,
  );
  await rename(fresh, directory);
  if (hadOld) await rm(old, { recursive: true, force: true });
}

async function readCodeVersion(): Promise<string> {
  const text = await readFile(new URL("../../../../package.json", import.meta.url), "utf8");
  return String((JSON.parse(text) as { readonly version?: unknown }).version);
}

function listAll({ config, lora }: TinyWeights): readonly ParameterSpec[] {
  return [...listParameters(config), ...(lora === undefined ? [] : listLoraParameters(config, lora))];
}

function toAll({ parameters, adapter }: TinyWeights): Parameters {
  return new Map([...parameters, ...(adapter ?? [])]);
}

function toTensors(specs: readonly ParameterSpec[], values: Parameters): readonly StoredTensor[] {
  return specs.map(({ name, shape }) => ({ name, shape, values: requireParameter(values, name) }));
}

function toOptimizerTensors({ adam, trained }: TinyWeights): readonly StoredTensor[] {
  return [...trained.keys()].flatMap((name) =>
    [
      { name: `first.${name}`, values: requireParameter(adam.firstMoments, name) },
      { name: `second.${name}`, values: requireParameter(adam.secondMoments, name) },
    ].map((tensor) => ({ ...tensor, shape: [tensor.values.length] })),
  );
}

function toMap(tensors: readonly StoredTensor[]): ReadonlyMap<string, StoredTensor> {
  return new Map(tensors.map((tensor) => [tensor.name, tensor]));
}

function take(specs: readonly ParameterSpec[], stored: ReadonlyMap<string, StoredTensor>): Parameters {
  return new Map(
    specs.map(({ name, shape }) => {
      const tensor = stored.get(name);
      if (tensor?.shape.join("x") !== shape.join("x")) {
        throw new Error(`${name} should be ${shape.join("x")}, got ${tensor?.shape.join("x") ?? "nothing"}`);
      }
      return [name, tensor.values];
    }),
  );
}
