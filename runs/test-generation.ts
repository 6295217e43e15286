import { join } from "node:path";
import { createMemoryJournal } from "../src/journal/index.ts";
import { createJudge } from "../src/judge/index.ts";
import type { Experiment } from "./experiment.ts";
import { openRowStore } from "./row-store.ts";
import { listLeagueSubjects } from "./test-generation/league-subjects.ts";
import { measureSubject, rowSchema, type Row } from "./test-generation/measure-subject.ts";
import { listPackageSubjects } from "./test-generation/package-subjects.ts";
import { listSmallSubjects } from "./test-generation/small-subjects.ts";
import type { Subject } from "./test-generation/subject.ts";

/** GrandCode's table on made tests, in kind: does what survives them pass the hidden suite? */
export const testGeneration: Experiment = {
  name: "test-generation",
  summary: "GrandCode 3.3: the first candidate that survives the made tests, against a hidden suite",
  async run({ isQuick, outFolder, only = "" }) {
    // Little for the first search, so that something is left for the verdicts from outside to explain.
    const budgets = { attackCpuTimeMs: isQuick ? 500 : 1000, feedbackCpuTimeMs: isQuick ? 1000 : 3000 };
    const file = join(outFolder, isQuick ? "test-generation-quick.jsonl" : "test-generation.jsonl");
    const store = await openRowStore(file, { version: "4", row: rowSchema });
    const rows: Row[] = [];
    for (const subject of await listSubjects(isQuick)) {
      if (!subject.name.includes(only)) continue;
      const row = await store.keep(subject.name, async () => {
        await using judge = await createJudge({ journal: createMemoryJournal() });
        return await measureSubject(judge, subject, { ...budgets, seed: "1" });
      });
      rows.push(row);
      console.log(toLine(row));
    }
    if (only === "") await store.clear();
    return { withoutModel: summarise(rows), byKind: summariseByKind(rows) };
  },
};

async function listSubjects(isQuick: boolean): Promise<readonly Subject[]> {
  await using judge = await createJudge({ journal: createMemoryJournal() });
  const packages = await listPackageSubjects(1);
  const small = await listSmallSubjects(judge, 1);
  return [...packages, ...small, ...listLeagueSubjects(isQuick ? 2 : 6)];
}

const stages = ["base", "attack", "feedback"] as const;

function toLine(row: Row): string {
  const parts = stages.map((stage) => {
    const { first, falseAccepts, falseRejects, beyondHidden, tests } = row[stage];
    return `${stage} ${first} (${tests} tests, ${falseAccepts} wrong in, ${falseRejects} right out, ${beyondHidden} more than hidden)`;
  });
  const count = `${row.right} right of ${row.candidates}`;
  const sent = [toSubmissions("after the attack", row.feedback), toSubmissions("without it", row.feedbackAlone)];
  return `${row.name}, ${count}: ${[...parts, ...sent].join("; ")}; ${row.cpuTimeMs} ms CPU`;
}

function toSubmissions(when: string, { submissions, explained, unexplained, first }: Row["feedback"]): string {
  return `${when} ${submissions} submitted, ${explained} explained, ${unexplained} not, then ${first}`;
}

function summarise(rows: readonly Row[]) {
  const sum = (pick: (row: Row) => number): number => rows.reduce((total, row) => total + pick(row), 0);
  const ofSubmissions = (stage: "feedback" | "feedbackAlone") => ({
    submissions: sum((row) => row[stage].submissions),
    explained: sum((row) => row[stage].explained),
    unexplained: sum((row) => row[stage].unexplained),
  });
  const ofStage = (stage: (typeof stages)[number] | "feedbackAlone") => ({
    passed: rows.filter((row) => row[stage].first === "right").length,
    nothingLeft: rows.filter((row) => row[stage].first === "none").length,
    falseAccepts: sum((row) => row[stage].falseAccepts),
    falseRejects: sum((row) => row[stage].falseRejects),
    beyondHidden: sum((row) => row[stage].beyondHidden),
  });
  return {
    subjects: rows.length,
    candidates: sum((row) => row.candidates),
    wrong: sum((row) => row.candidates - row.right),
    base: ofStage("base"),
    attack: ofStage("attack"),
    feedback: { ...ofStage("feedback"), ...ofSubmissions("feedback") },
    feedbackAlone: { ...ofStage("feedbackAlone"), ...ofSubmissions("feedbackAlone") },
  };
}

function summariseByKind(rows: readonly Row[]) {
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  return Object.fromEntries(kinds.map((kind) => [kind, summarise(rows.filter((row) => row.kind === kind))]));
}
