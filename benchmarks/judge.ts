import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import {
  measureCompileCached,
  measureCompileCold,
  measureCompileMany,
  measureDifferences,
  measureTestlibHeader,
} from "./judge/compile-figures.ts";
import {
  measureMatrix,
  measureOverBare,
  measureOverBubblewrap,
  measureTouch,
  measureTwoSlots,
} from "./judge/run-figures.ts";
import { hasTool, openJudge, readLoad, runFile, type Figure, type FigureContext } from "./judge/support.ts";

/** Each against a baseline that is measured in the same run, in turns with it. */
const figures: Readonly<Record<string, (context: FigureContext) => Promise<Figure>>> = {
  overBare: measureOverBare,
  overBubblewrap: measureOverBubblewrap,
  compileCold: measureCompileCold,
  compileCached: measureCompileCached,
  compileMany: measureCompileMany,
  testlibHeader: measureTestlibHeader,
  matrix: measureMatrix,
  twoSlots: measureTwoSlots,
  touch256MiB: measureTouch,
  differences: measureDifferences,
};

const tools = ["g++", "mold", "ld.lld", "ld.gold", "clang++", "bwrap", "python3", "pypy3"];

/** What judging costs. `--only NAME`, which may be repeated, measures one figure alone. */
export async function run(): Promise<Readonly<Record<string, unknown>>> {
  const { values } = parseArgs({
    args: process.argv.slice(3).filter((argument) => argument !== "--"),
    options: { only: { type: "string", multiple: true } },
  });
  const names = values.only ?? Object.keys(figures);
  const unknown = names.find((name) => !(name in figures));
  if (unknown !== undefined) throw new Error(`no figure is called ${unknown}: use ${Object.keys(figures).join(", ")}`);
  const directory = await mkdtemp(path.join(os.tmpdir(), "bench-judge-"));
  try {
    const results: Record<string, Figure> = {};
    for (const name of names) results[name] = await measure(name, { directory });
    return {
      name: "judge",
      ...Object.fromEntries(Object.entries(results).map(([name, figure]) => [name, figure.value])),
      figures: results,
      tools: await findTools(),
      cores: os.availableParallelism(),
      facts: await readFacts(directory),
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function measure(name: string, context: FigureContext): Promise<Figure> {
  const before = readLoad();
  const startMs = performance.now();
  const figure = await (figures[name] as (typeof figures)[string])(context);
  const seconds = Math.round((performance.now() - startMs) / 1000);
  const result: Figure = { ...figure, load: [before, readLoad()] };
  console.log(`${name}: ${JSON.stringify(result)} (${seconds} s)`);
  return result;
}

async function findTools(): Promise<Readonly<Record<string, string | null>>> {
  const found = await Promise.all(
    tools.map(async (tool) => {
      if (!(await hasTool(tool))) return [tool, null] as const;
      const { stdout } = await runFile(tool, ["--version"]);
      return [tool, stdout.split("\n")[0] ?? ""] as const;
    }),
  );
  return Object.fromEntries(found);
}

async function readFacts(directory: string): Promise<unknown> {
  await using judge = await openJudge(directory);
  return judge.facts;
}
