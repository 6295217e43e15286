import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { FuzzMessage, FuzzShard } from "./package-fuzz-worker.ts";
import type { Experiment } from "./experiment.ts";

const mutationCount = 10_000;
const quickCount = 200;

/** A reader that is silent for longer, on a machine that may be busy, is stopped, and its package is a fault. */
const silenceCapMs = 60_000;

/** Damaged packages of every format: each loads, or an error names file and field. */
export const packageFuzz: Experiment = {
  name: "package-fuzz",
  summary: "10,000 damaged packages of all formats: each loads, or an error names file and field",
  async run({ isQuick, outFolder }) {
    const count = isQuick ? quickCount : mutationCount;
    const shardCount = Math.min(4, availableParallelism());
    const tally = new Tally();
    const startMs = performance.now();
    const shards = Array.from({ length: shardCount }, (_, shard) => ({ shard, shardCount, count }));
    await Promise.all(shards.map(async (shard) => runShard(shard, tally)));
    const seconds = (performance.now() - startMs) / 1000;
    const report = join(outFolder, "package-fuzz.json");
    mkdirSync(outFolder, { recursive: true });
    writeFileSync(report, `${JSON.stringify(tally.faults, undefined, 2)}\n`);
    tally.print();
    return { ...tally.summary, seconds: Math.round(seconds), report };
  },
};

class Tally {
  readonly faults: Extract<FuzzMessage, { kind: "trial-ended" }>[] = [];
  readonly #outcomes = new Map<string, number>();
  readonly #byBase = new Map<string, Map<string, number>>();
  #slowestMs = 0;

  add(message: Extract<FuzzMessage, { kind: "trial-ended" }>): void {
    const { trial, base } = message;
    const outcome = trial.code === undefined || trial.outcome === "fault" ? trial.outcome : trial.code;
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1);
    const row = this.#byBase.get(base) ?? new Map<string, number>();
    row.set(trial.outcome, (row.get(trial.outcome) ?? 0) + 1);
    this.#byBase.set(base, row);
    this.#slowestMs = Math.max(this.#slowestMs, trial.timeMs);
    if (trial.outcome === "fault") this.faults.push(message);
  }

  get summary() {
    return { outcomes: Object.fromEntries(this.#outcomes), slowestMs: Math.round(this.#slowestMs) };
  }

  print(): void {
    console.log(`${"package".padEnd(44)}  loaded  refused  faults`);
    for (const [base, row] of [...this.#byBase].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const cells = [row.get("loaded") ?? 0, row.get("refused") ?? 0, row.get("fault") ?? 0];
      console.log(`${base.padEnd(44)}  ${cells.map((cell) => String(cell).padStart(6)).join("  ")}`);
    }
    for (const { base, seed, trial } of this.faults.slice(0, 20)) {
      console.log(`fault: ${base} ${seed} (${trial.ways.join("; ")}): ${trial.message.slice(0, 300)}`);
    }
  }
}

/** Runs a shard in threads of its own: one that hangs or dies is replaced, and its package counts as a fault. */
async function runShard(shard: FuzzShard, tally: Tally): Promise<void> {
  let from = shard.shard;
  while (from < shard.count) from = await runThread({ ...shard, from }, tally);
}

async function runThread(shard: FuzzShard & { readonly from: number }, tally: Tally): Promise<number> {
  const root = mkdtempSync(join(tmpdir(), "grandsmith-package-fuzz-"));
  const worker = new Worker(new URL("package-fuzz-worker.ts", import.meta.url), { workerData: { ...shard, root } });
  try {
    return await new Promise<number>((resolve) => {
      let current: Extract<FuzzMessage, { kind: "trial-started" }> | undefined;
      let timer: NodeJS.Timeout | undefined;
      const fail = (message: string): void => {
        clearTimeout(timer);
        if (current === undefined) return resolve(shard.count);
        const { base, seed, index } = current;
        current = undefined;
        const trial = { outcome: "fault", message, ways: [], timeMs: silenceCapMs } as const;
        tally.add({ kind: "trial-ended", base, seed, trial });
        resolve(index + shard.shardCount);
      };
      worker.on("message", (message: FuzzMessage) => {
        if (message.kind === "trial-ended") return tally.add(message);
        current = message;
        clearTimeout(timer);
        timer = setTimeout(() => fail("reading does not end"), silenceCapMs);
      });
      worker.on("error", (cause) => fail(`the thread died: ${String(cause)}`));
      worker.on("exit", (code) => {
        clearTimeout(timer);
        if (code === 0) resolve(shard.count);
        else fail(`the thread ended with ${code}`);
      });
    });
  } finally {
    await worker.terminate();
    rmSync(root, { recursive: true, force: true });
  }
}
