import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { AppError, boundary, computeJsonDigest, type Json } from "../../std/index.ts";

/** One line of a run's metrics: numbers that depend on the seed alone, never on the clock. */
export interface MetricRecord {
  readonly kind: string;
  /** Steps done before what is recorded; the record of step s itself has s + 1. */
  readonly step: number;
  readonly [name: string]: Json;
}

/** What a run must know to go on. */
export interface RunState {
  /** Steps done. */
  readonly step: number;
  /** Checkpoints by what they are for; others of the run are deleted. */
  readonly checkpoints: Readonly<Record<string, string>>;
  /** What the loop itself needs. */
  readonly memory: { readonly [name: string]: Json };
}

/** Where a run keeps its state, checkpoints and metrics, so that it can be ended at any moment and go on. */
export interface RunFolder {
  readonly directory: string;
  /** Of the last commit; undefined in a new run. */
  readonly state: RunState | undefined;
  /** Of the run so far, those after the last commit dropped. */
  readonly records: readonly MetricRecord[];
  /** Where the checkpoint of that name lies. */
  locate(checkpoint: string): string;
  append(record: MetricRecord): Promise<void>;
  /** Something about the clock or the machine, kept apart from the metrics. */
  appendTiming(record: { readonly [name: string]: Json }): Promise<void>;
  /** Makes what was done so far count. Checkpoints that the state names must exist. */
  commit(state: RunState): Promise<void>;
  /** Forgets the records since the last commit, as those steps are done again. */
  rewind(): Promise<void>;
}

const files = {
  settings: "settings.json",
  state: "state.json",
  metrics: "metrics.jsonl",
  timings: "timings.jsonl",
  checkpoints: "checkpoints",
} as const;

const stateSchema = z.strictObject({
  step: z.int().min(0),
  checkpoints: z.record(z.string(), z.string()),
  memory: z.record(z.string(), z.json()),
});

const recordSchema = z.looseObject({ kind: z.string(), step: z.int().min(0) });

/**
 * Opens a new run or one that was interrupted; its settings must be those that it was started with.
 *
 * @throws AppError TRAIN_RUN_OTHER_SETTINGS, TRAIN_RUN_UNREADABLE
 */
export async function openRunFolder(directory: string, settings: Json): Promise<RunFolder> {
  const inside = (name: string): string => path.join(directory, name);
  return boundary(
    { code: "TRAIN_RUN_UNREADABLE", what: `expected a folder of a training run at ${directory}` },
    async () => {
      await mkdir(inside(files.checkpoints), { recursive: true });
      await checkSettings(inside(files.settings), settings);
      const stateText = await readFile(inside(files.state), "utf8").catch(() => undefined);
      const state = stateText === undefined ? undefined : (stateSchema.parse(JSON.parse(stateText)) as RunState);
      const records = await readRecords(inside(files.metrics), state?.step ?? -1);
      await writeRecords(directory, records);
      return new RunFolderOnDisk(directory, state, records);
    },
  );
}

class RunFolderOnDisk implements RunFolder {
  readonly directory: string;
  #state: RunState | undefined;
  #records: MetricRecord[];

  constructor(directory: string, state: RunState | undefined, records: readonly MetricRecord[]) {
    this.directory = directory;
    this.#state = state;
    this.#records = [...records];
  }

  get state(): RunState | undefined {
    return this.#state;
  }

  get records(): readonly MetricRecord[] {
    return this.#records;
  }

  locate(checkpoint: string): string {
    return path.join(this.directory, files.checkpoints, checkpoint);
  }

  async append(record: MetricRecord): Promise<void> {
    this.#records.push(record);
    await appendFile(path.join(this.directory, files.metrics), toLine(record));
  }

  async appendTiming(record: { readonly [name: string]: Json }): Promise<void> {
    await appendFile(path.join(this.directory, files.timings), toLine(record));
  }

  async commit(state: RunState): Promise<void> {
    const file = path.join(this.directory, files.state);
    await writeFile(`${file}.new`, `${JSON.stringify(state, undefined, 2)}\n`);
    await rename(`${file}.new`, file);
    this.#state = state;
    const kept = new Set(Object.values(state.checkpoints));
    for (const name of await readdir(path.join(this.directory, files.checkpoints))) {
      if (!kept.has(name)) await rm(this.locate(name), { recursive: true, force: true });
    }
  }

  async rewind(): Promise<void> {
    const lastStep = this.#state?.step ?? -1;
    this.#records = this.#records.filter(({ step }) => step <= lastStep);
    await writeRecords(this.directory, this.#records);
  }
}

async function writeRecords(directory: string, records: readonly MetricRecord[]): Promise<void> {
  await writeFile(path.join(directory, files.metrics), records.map(toLine).join(""));
}

async function checkSettings(file: string, settings: Json): Promise<void> {
  const known = await readFile(file, "utf8").catch(() => undefined);
  if (known === undefined) {
    await writeFile(file, `${JSON.stringify(settings, undefined, 2)}\n`);
    return;
  }
  if (computeJsonDigest(JSON.parse(known) as Json) === computeJsonDigest(settings)) return;
  throw new AppError({
    code: "TRAIN_RUN_OTHER_SETTINGS",
    message: `${file} has other settings than those asked for, and a run goes on with its own: name another folder, or delete this one to start again`,
  });
}

/** Complete lines up to `lastStep`; a line that a kill cut short is dropped. */
async function readRecords(file: string, lastStep: number): Promise<readonly MetricRecord[]> {
  const text = await readFile(file, "utf8").catch(() => "");
  const lines = text.slice(0, text.lastIndexOf("\n") + 1).split("\n");
  return lines
    .filter((line) => line !== "")
    .map((line) => recordSchema.parse(JSON.parse(line)) as MetricRecord)
    .filter(({ step }) => step <= lastStep);
}

function toLine(record: { readonly [name: string]: Json }): string {
  return `${JSON.stringify(record)}\n`;
}
