import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Experiment } from "./experiment.ts";

const loaders: Readonly<Record<string, () => Promise<Experiment>>> = {
  ablation: async () => (await import("./ablation.ts")).ablation,
  hypothesis: async () => (await import("./hypothesis.ts")).hypothesis,
  "kill-rate": async () => (await import("./kill-rate.ts")).killRate,
  "package-fuzz": async () => (await import("./package-fuzz.ts")).packageFuzz,
  "pipelined-cp": async () => (await import("./pipelined-cp.ts")).pipelinedCp,
  sequences: async () => (await import("./sequences.ts")).sequences,
  "league-solve": async () => (await import("./league-solve.ts")).leagueSolve,
  "tiny-grpo": async () => (await import("./tiny-grpo.ts")).tinyGrpo,
  "tiny-policy": async () => (await import("./tiny-policy.ts")).tinyPolicy,
  "test-generation": async () => (await import("./test-generation.ts")).testGeneration,
};

/** Runs the experiment named on the command line; without a name lists them all. Exit code 2: unknown name or option. */
async function main(args: readonly string[]): Promise<number> {
  const parsed = parseCommand(args);
  if (parsed === undefined) return 2;
  const { name, ...options } = parsed;
  if (name === undefined) {
    console.log("usage: npm run experiment NAME [-- --quick] [--only PART] [--seed TEXT]\n");
    for (const load of Object.values(loaders)) {
      const experiment = await load();
      console.log(`  ${experiment.name.padEnd(20)} ${experiment.summary}`);
    }
    return 0;
  }
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  if (load === undefined) {
    console.error(`no experiment is named ${name}; there are: ${Object.keys(loaders).join(", ")}`);
    return 2;
  }
  const outFolder = join("grandsmith-out", "experiments");
  await mkdir(outFolder, { recursive: true });
  const experiment = await load();
  console.log(JSON.stringify({ experiment: experiment.name, ...(await experiment.run({ ...options, outFolder })) }));
  return 0;
}

interface Command {
  readonly name: string | undefined;
  readonly isQuick: boolean;
  readonly only: string | undefined;
  readonly seed: string;
}

function parseCommand(args: readonly string[]): Command | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        quick: { type: "boolean", default: false },
        only: { type: "string" },
        seed: { type: "string", default: "1" },
      },
      allowPositionals: true,
    });
    if (positionals.length > 1) throw new Error(`one experiment at a time, got ${positionals.join(" ")}`);
    return { name: positionals[0], isQuick: values.quick, only: values.only, seed: values.seed };
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

process.exitCode = await main(process.argv.slice(2));
