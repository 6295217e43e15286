import { join } from "node:path";
import type { SamplingPolicy } from "../src/policy/index.ts";
import type { Experiment, ExperimentOptions } from "./experiment.ts";
import { openDeskSubject, openRecordedSubject } from "./hypothesis/desk-answers.ts";
import { deskNames, openDeskProblem } from "./hypothesis/desk-subjects.ts";
import { drawLeagueIds, openLeagueSubject } from "./hypothesis/league-subjects.ts";
import { openBundledPolicy, openWeakerPolicy } from "./hypothesis/league-workers.ts";
import { measureSubject, rowSchema, toLine, type Row } from "./hypothesis/measure-subject.ts";
import { printTable, type Summary } from "./hypothesis/summarise.ts";
import { openRowStore, type RowStore } from "./row-store.ts";

/**
 * GrandCode 3.4: programs written with and without claims that stood every small instance. Parts: `bundled`, `weaker`,
 * `desk`; `record:NAME` asks the problem's prompts that have no answer yet at the desk and keeps the answers.
 */
export const hypothesis: Experiment = {
  name: "hypothesis",
  summary: "GrandCode 3.4: pass@1 and pass@5 with and without claims, and what became of the claims; resumable",
  async run(options) {
    const { isQuick, outFolder, seed, only = "" } = options;
    if (only.startsWith("record:")) return record(only.slice("record:".length), options);
    const file = join(outFolder, `hypothesis-${isQuick ? "quick-" : ""}${seed}.jsonl`);
    const store = await openRowStore(file, { version: "3", row: rowSchema });
    const summaries: Record<string, Summary> = {};
    for (const [name, part] of Object.entries(parts)) {
      if (!name.includes(only)) continue;
      const rows = await part.measure({ options, store });
      summaries[name] = printTable(part.title, rows);
    }
    return { seed, ...summaries };
  },
};

interface Part {
  readonly title: string;
  measure(context: { readonly options: ExperimentOptions; readonly store: RowStore<Row> }): Promise<readonly Row[]>;
}

const parts: Readonly<Record<string, Part>> = {
  bundled: {
    title: "The bundled policy on unseen league problems, in percent",
    async measure({ options, store }) {
      await using sampler = await openBundledPolicy();
      return await measureLeague("bundled", { sampler, options, store });
    },
  },
  weaker: {
    title: "A policy that has learnt for a seventh of the time, on the same problems, in percent",
    async measure({ options, store }) {
      await using sampler = await openWeakerPolicy(options.outFolder, options);
      return await measureLeague("weaker", { sampler, options, store });
    },
  },
  desk: {
    title: "Answers that one author wrote at the desk, those with claims after those without, in percent",
    measure: measureDesk,
  },
};

async function measureLeague(
  name: string,
  context: { readonly sampler: SamplingPolicy; readonly options: ExperimentOptions; readonly store: RowStore<Row> },
): Promise<readonly Row[]> {
  const { sampler, options, store } = context;
  const { seed, isQuick } = options;
  const rows: Row[] = [];
  for (const id of drawLeagueIds(`hypothesis/${seed}`, isQuick ? 1 : 40)) {
    const key = `${name} ${id}`;
    const row = await store.keep(key, async () => measureSubject(openLeagueSubject(id, sampler), { seed }));
    console.log(toLine(key, row));
    rows.push(row);
  }
  return rows;
}

async function measureDesk({ options, store }: Parameters<Part["measure"]>[0]): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const name of options.isQuick ? deskNames.slice(0, 2) : deskNames) {
    const row = await store.keep(`desk ${name}`, async () => {
      const { open, readStaleCount } = await openRecordedSubject(await openDeskProblem(name));
      const measured = await measureSubject(open, { seed: deskSeed });
      const stale = readStaleCount();
      if (stale > 0) console.log(`${name}: ${stale} answers were given to prompts that read differently now`);
      return measured;
    });
    console.log(toLine(name, row));
    rows.push(row);
  }
  return rows;
}

/** Recorded answers are found by their requests, of which the seed is a part. */
const deskSeed = "1";

async function record(name: string, { outFolder }: ExperimentOptions): Promise<Readonly<Record<string, unknown>>> {
  const subject = await openDeskProblem(name);
  const directory = join(outFolder, "desk", name);
  console.log(`prompts wait for answers in ${directory}`);
  const row = await measureSubject(await openDeskSubject(subject, directory), { seed: deskSeed });
  console.log(toLine(name, row));
  return { recorded: name };
}
