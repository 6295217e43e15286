import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createMemoryJournal } from "../../src/journal/index.ts";
import { createJudge, judgeBatch, type BatchQuestion, type JudgeReport } from "../../src/judge/index.ts";
import { readTreeCpuMs } from "./process-tree-cpu.ts";
import { createRollouts } from "./rollout-programs.ts";

/** Of one training step. */
const rolloutCount = 256;
/** Judged by compiling each alone as well. */
const sampleCount = 32;
const roundCount = 5;

/**
 * CPU time of all processes from the texts of a step's rollouts (C, of 32 problems with 10 tests each, early stop) to
 * their verdicts, per program; in turns with the same for programs that are compiled each by itself.
 */
export async function measureJudging(): Promise<Readonly<Record<string, unknown>>> {
  const directory = await mkdtemp(path.join(os.tmpdir(), "bench-tiny-"));
  try {
    const open = async (name: string, compilesPlainly: boolean) =>
      createJudge({ journal: createMemoryJournal(), cacheDirectory: path.join(directory, name), compilesPlainly });
    await using judge = await open("together", false);
    await using plain = await open("alone", true);
    const rounds: { readonly together: number; readonly alone: number }[] = [];
    for (let round = 0; round <= roundCount; round += 1) {
      const rollouts = createRollouts(rolloutCount, round);
      const alone = await measure(rollouts.slice(0, sampleCount), async (questions) =>
        judgeBatch(plain, questions, { stopsAtFirstFailure: true }),
      );
      const together = await measure(rollouts, async (questions) =>
        judgeBatch(judge, questions, { stopsAtFirstFailure: true }),
      );
      if (round > 0) rounds.push({ together: together.msPerProgram, alone: alone.msPerProgram });
      const tally = Object.entries(together.verdicts).map(([verdict, count]) => `${count} ${verdict}`);
      console.log(
        `judging round ${round}: ${together.msPerProgram.toFixed(1)} CPU-ms a program, ${alone.msPerProgram.toFixed(1)} alone (${tally.join(", ")})`,
      );
    }
    const median = (key: "together" | "alone"): number => {
      const sorted = rounds.map((round) => round[key]).toSorted((a, b) => a - b);
      return Number((sorted[Math.floor(sorted.length / 2)] as number).toFixed(2));
    };
    return { judgeMsPerProgram: median("together"), judgeMsPerProgramAlone: median("alone"), rolloutCount };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function measure(
  questions: readonly BatchQuestion[],
  action: (questions: readonly BatchQuestion[]) => Promise<readonly JudgeReport[]>,
): Promise<{ readonly msPerProgram: number; readonly verdicts: Readonly<Record<string, number>> }> {
  const beforeMs = readTreeCpuMs();
  const reports = await action(questions);
  const msPerProgram = (readTreeCpuMs() - beforeMs) / questions.length;
  const verdicts: Record<string, number> = {};
  for (const { verdict } of reports) verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
  return { msPerProgram, verdicts };
}
