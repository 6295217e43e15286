import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { createMemoryJournal, type JournalEvent } from "../src/journal/index.ts";
import { createJudge } from "../src/judge/index.ts";
import { createRecordedPolicy, parseRecording, type Policy, type SampleRequest } from "../src/policy/index.ts";
import { readProblem } from "../src/problem/index.ts";
import { createLocalSubmitter, solve, type SolveOptions, type SolveResult } from "../src/solve/index.ts";
import { toGoldenEvents } from "./support/golden-events.ts";

/** Programs are compiled and run for real, perhaps on a busy machine. */
const hookTimeoutMs = 180_000;

interface Replay {
  readonly result: SolveResult;
  readonly events: readonly JournalEvent[];
  readonly staleCount: number;
  readonly readArtifact: (digest: string) => string;
  /** The prompts of a role in a round. */
  promptsOf(role: string, round: number): readonly string[];
}

/** Solves a problem of test/recordings with the answers that were written through the desk. */
async function replay(
  name: string,
  options: Pick<SolveOptions, "plan" | "without"> & { readonly attempts?: number },
): Promise<Replay> {
  const directory = fileURLToPath(new URL(`recordings/${name}`, import.meta.url));
  const problem = await readProblem(directory);
  const file = `${directory}/recording.jsonl`;
  const recorded = createRecordedPolicy({ recording: parseRecording(await readFile(file, "utf8"), file) });
  const requests: SampleRequest[] = [];
  const policy: Policy = {
    info: { ...recorded.info, name: "recorded" },
    sample: (request, call) => (requests.push(request), recorded.sample(request, call)),
  };
  const journal = createMemoryJournal();
  const events: JournalEvent[] = [];
  journal.subscribe((event) => events.push(event));
  await using judge = await createJudge({ journal });
  const { attempts = 0, ...rest } = options;
  const submission =
    attempts === 0
      ? undefined
      : { submitter: createLocalSubmitter(judge, problem), maxAttempts: attempts, wrongAttemptCost: 0.1 };
  const result = await solve(
    problem,
    { policy, judge, journal, submission },
    { seed: "1", languages: ["cpp20"], ...rest },
  );
  return {
    result,
    events,
    staleCount: recorded.staleCount,
    readArtifact: (digest) => new TextDecoder().decode(journal.getArtifact(digest)),
    promptsOf: (role, round) =>
      requests
        .filter(({ address }) => address.role === role && address.round === round)
        .toSorted((a, b) => a.address.index - b.address.index)
        .map(({ messages }) => JSON.stringify(messages)),
  };
}

describe("Pebble Piles, from its recording", () => {
  let run: Replay;

  beforeAll(async () => {
    run = await replay("pebble-piles", { plan: { candidateCount: 3, roundCount: 2 }, without: ["attack"] });
  }, hookTimeoutMs);

  it("asks what was recorded, and nothing else", () => expect(run.staleCount).toBe(0));

  it("is a hard problem: claims are checked before any program is written", () => {
    expect(run.result.level).toMatchObject({ value: 4, source: "model" });
    expect(run.result.plan.route).toBe("search");
    const kinds = run.events.map(({ kind }) => kind);
    expect(kinds.indexOf("hypothesis-settled")).toBeLessThan(kinds.indexOf("candidate-added"));
  });

  it("a claim that a small instance refutes is revised from it, and used", () => {
    const [report] = run.result.hypotheses;
    expect(report).toMatchObject({ id: "h1", status: "promoted", toldIds: ["c1", "c2", "c3"] });
    expect(report?.checks.map(({ status }) => status)).toEqual(["refuted", "agreed"]);
    const [first, second] = report?.checks ?? [];
    expect(first?.failures[0]).toMatchObject({ input: "2\n1 4\n", answer: "First\n", got: "Second\n" });
    expect(second?.checkedCount).toBeGreaterThan(200);
    const [, revision] = run.promptsOf("hypothesiser", 0);
    expect(revision).toContain("First wins exactly when the number of won piles is odd");
    expect(revision).toContain("2\\n1 4\\n");
    for (const prompt of run.promptsOf("solver", 0)) expect(prompt).toContain("nim-value 0, 1, 0, 1, 2, 3, 2");
  });

  it("a claim that no revision saves is not told to anybody", () => {
    const [, report] = run.result.hypotheses;
    expect(report).toMatchObject({ id: "h2", status: "refuted", toldIds: [] });
    expect(report?.checks.map(({ status }) => status)).toEqual(["refuted", "refuted", "refuted", "refuted"]);
    for (const prompt of run.promptsOf("solver", 0)) expect(prompt).not.toContain("paired off");
  });

  it("the program written from the claim is chosen, with evidence", () => {
    expect(run.result).toMatchObject({ status: "solved", decision: "submit" });
    expect(run.result.chosenId).not.toBe("c2");
  });
});

describe("Ferry Queue, from its recording", () => {
  let run: Replay;

  beforeAll(async () => {
    run = await replay("ferry-queue", {
      plan: { candidateCount: 3, roundCount: 4 },
      without: ["hypothesis", "attack"],
      attempts: 3,
    });
  }, hookTimeoutMs);

  it("asks what was recorded, and nothing else", () => expect(run.staleCount).toBe(0));

  it("folds the long thoughts of the first round, chunk by chunk, and keeps them whole", () => {
    const [fold] = run.result.memory.folds;
    expect(fold).toMatchObject({ chunkCount: 3, failures: [] });
    expect(fold?.states).toHaveLength(3);
    expect(run.readArtifact(fold?.textDigest ?? "")).toHaveLength(fold?.textChars ?? 0);
    const [first, second] = run.promptsOf("summariser", 0);
    expect(first).not.toContain("SUMMARY SO FAR");
    expect(second).toContain("SUMMARY SO FAR");
    expect(second).toContain("rejects worst fit by 3 4 6 7");
  });

  it("the second round is told that history, and takes another idea", () => {
    const prompts = [...run.promptsOf("solver", 1), ...run.promptsOf("repairer", 1)];
    expect(prompts).toHaveLength(3);
    for (const prompt of prompts) {
      expect(prompt).toContain("So no such rule has been right");
      expect(prompt).not.toContain("This looks like bin packing with two bins");
    }
    expect(run.promptsOf("solver", 0).join("")).not.toContain("EARLIER WORK");
    const sums = (id: string) => run.result.candidates.find((candidate) => candidate.id === id)?.program.source ?? "";
    expect(["c1", "c2", "c3"].filter((id) => /left \|= left <<|can\[s - v\]/.test(sums(id)))).toEqual([]);
    expect(["c4", "c6"].filter((id) => /left \|= left <<|can\[s - v\]/.test(sums(id)))).toEqual(["c4", "c6"]);
    expect(run.result.weighings[0]?.builtOnIds).toEqual(["c3", "c1"]);
  });

  it("a rejected program is explained by a made test, and mended", () => {
    const [first, second] = run.result.submissions;
    expect(first).toMatchObject({ verdict: "wrong-answer", explanation: { testId: "rejection/01" } });
    expect(second).toMatchObject({ verdict: "accepted" });
    const test = run.result.tests.find(({ id }) => id === "rejection/01");
    expect(new TextDecoder().decode(test?.input.bytes)).toBe("5 1 2 1 1\n1 1\n");
    const rejected = run.result.candidates.find(({ id }) => id === first?.candidateId);
    expect(rejected).toMatchObject({ rejection: "wrong-answer", verdictByTest: { "rejection/01": "wrong-answer" } });
    const mended = run.result.candidates.find(({ id }) => id === second?.candidateId);
    expect(mended?.origin).toEqual({ kind: "repaired", fromId: first?.candidateId });
    expect(run.result).toMatchObject({ status: "solved", decision: "submit", chosenId: second?.candidateId });
  });

  it("runs event by event as it did (`npx vitest run test/live-pipeline.test.ts -u` after a wanted change)", async () => {
    await expect(toGoldenEvents(run.events)).toMatchFileSnapshot("recordings/ferry-queue/events.jsonl");
  });
});
