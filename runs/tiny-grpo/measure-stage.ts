import { measureCpu } from "../../src/train/index.ts";

/** What one stage took; CPU by who used it, where that can be told. */
export interface StageCost {
  readonly wallSeconds: number;
  readonly cpuSeconds: Readonly<Record<"trainer" | "sampler" | "judge" | "self", number>> | null;
}

/** Starts a measurement; stop it while the workers still live. */
export async function startMeter(workers: {
  readonly trainer?: number | undefined;
  readonly sampler?: number | undefined;
}): Promise<{ stop(): Promise<StageCost> }> {
  const named = { trainer: workers.trainer, sampler: workers.sampler };
  const startMs = performance.now();
  const before = await measureCpu(named);
  return {
    async stop() {
      const after = await measureCpu(named);
      const wallSeconds = (performance.now() - startMs) / 1000;
      if (before === undefined || after === undefined) return { wallSeconds, cpuSeconds: null };
      const seconds = (name: "trainer" | "sampler" | "others" | "self"): number =>
        Math.max(0, (after[name] - before[name]) / 1000);
      const cpuSeconds = {
        trainer: seconds("trainer"),
        sampler: seconds("sampler"),
        judge: seconds("others"),
        self: seconds("self"),
      };
      return { wallSeconds, cpuSeconds };
    },
  };
}
