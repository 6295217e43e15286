import { join } from "node:path";
import type { TinyWorker } from "../src/policy/index.ts";
import { measureVariants, rowSchema, type Row } from "./ablation/measure-variants.ts";
import { printAblation, type AblationSummary } from "./ablation/print-ablation.ts";
import type { Experiment } from "./experiment.ts";
import { drawLeagueIds } from "./hypothesis/league-subjects.ts";
import { openBundledPolicy, openWeakerPolicy } from "./hypothesis/league-workers.ts";
import { openRowStore } from "./row-store.ts";

/** What each part of the pipeline is worth to the embedded policy. Parts: `bundled`, `weaker`. */
export const ablation: Experiment = {
  name: "ablation",
  summary: "the pipeline without claims, summaries, attack or search, on 100 league problems; resumable",
  async run({ isQuick, outFolder, seed, only = "" }) {
    const file = join(outFolder, `ablation-${isQuick ? "quick-" : ""}${seed}.jsonl`);
    const store = await openRowStore(file, { version: "2", row: rowSchema });
    const ids = drawLeagueIds(`ablation/${seed}`, isQuick ? 1 : 20);
    const policies: Readonly<Record<string, () => Promise<TinyWorker>>> = {
      bundled: openBundledPolicy,
      weaker: async () => openWeakerPolicy(outFolder, { isQuick }),
    };
    const summaries: Record<string, AblationSummary> = {};
    for (const [name, open] of Object.entries(policies)) {
      if (!name.includes(only)) continue;
      await using sampler = await open();
      const rows: Row[] = [];
      for (const [turn, id] of ids.entries()) {
        const key = `${name} ${id}`;
        const row = await store.keep(key, async () => measureVariants(id, { sampler, seed, turn }));
        console.log(toLine(key, row));
        rows.push(row);
      }
      summaries[name] = printAblation(`The ${name} policy`, rows);
    }
    return { seed, ...summaries };
  },
};

function toLine(key: string, { outcomes }: Row): string {
  const parts = Object.entries(outcomes).map(([variant, { isAccepted }]) => `${variant} ${isAccepted ? "yes" : "no"}`);
  return `${key.padEnd(26)} ${parts.join(", ")}`;
}
