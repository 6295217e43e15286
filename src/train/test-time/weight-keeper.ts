import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Journal } from "../../journal/index.ts";
import type { CallOptions, TrainablePolicy } from "../../policy/index.ts";
import { AppError } from "../../std/index.ts";

/** A checkpoint in a journal: artifact digests by file name. */
export type KeptWeights = Readonly<Record<string, string>>;

/** Keeps a trainer's weights beside the run: in a folder of its own for the moment, in the journal for good. */
export interface WeightKeeper extends AsyncDisposable {
  /** The digest of the weights as they are kept; those of the start before anything else was kept. */
  readDigest(options?: CallOptions): Promise<string>;
  /** Keeps the trainer's weights and optimiser. */
  keep(options?: CallOptions): Promise<KeptWeights>;
  /** Gives the trainer back what was kept last, e.g. after its process died. */
  restore(options?: CallOptions): Promise<void>;
  /** Gives the trainer what an earlier process kept. @throws AppError LEARNED_WEIGHTS_MISSING */
  restoreFrom(kept: KeptWeights, options?: CallOptions): Promise<void>;
}

/** Writes nothing but a folder under the system's temporary ones, which ends with the keeper. */
export function createWeightKeeper(trainer: TrainablePolicy, journal: Journal): WeightKeeper {
  let folder: string | undefined;
  let digest: string | undefined;

  async function open(): Promise<string> {
    folder ??= await mkdtemp(path.join(tmpdir(), "grandsmith-learn-"));
    return path.join(folder, "weights");
  }

  async function save(options?: CallOptions): Promise<string> {
    const directory = await open();
    ({ digest } = await trainer.save({ directory, withOptimizer: true }, options));
    return directory;
  }

  return {
    async readDigest(options) {
      if (digest === undefined) await save(options);
      return digest ?? "";
    },
    async keep(options) {
      const directory = await save(options);
      const names = (await readdir(directory)).toSorted();
      const kept: Record<string, string> = {};
      for (const name of names) kept[name] = journal.putArtifact(await readFile(path.join(directory, name)));
      return kept;
    },
    async restore(options) {
      await trainer.load({ directory: await open(), withOptimizer: true }, options);
    },
    async restoreFrom(kept, options) {
      const directory = await open();
      await rm(directory, { recursive: true, force: true });
      await mkdir(directory, { recursive: true });
      for (const [name, artifact] of Object.entries(kept)) {
        await writeFile(path.join(directory, path.basename(name)), readArtifact(journal, { name, artifact }));
      }
      ({ digest } = await trainer.load({ directory, withOptimizer: true }, options));
    },
    async [Symbol.asyncDispose]() {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

function readArtifact(
  journal: Journal,
  { name, artifact }: { readonly name: string; readonly artifact: string },
): Uint8Array {
  const bytes = journal.getArtifact(artifact);
  if (bytes !== undefined) return bytes;
  throw new AppError({
    code: "LEARNED_WEIGHTS_MISSING",
    message: `the journal says that a round was learnt, but lacks ${name} (artifact ${artifact.slice(0, 12)}); start a new run`,
  });
}
