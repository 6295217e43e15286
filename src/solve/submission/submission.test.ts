import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestData, type Program, type Verdict } from "../../problem/index.ts";
import { bestRunProblem, bestRunPrograms as programs, toAnswerText } from "../../testing/index.ts";
import { createBench, type Bench, type Script } from "../../../test/support/scripted-run.ts";
import { createLocalSubmitter, type Submitter } from "../index.ts";
import { chooseAction } from "./choose-action.ts";
import { computeConfidence, type Evidence } from "./compute-confidence.ts";

describe("the decision", () => {
  const strong: Evidence = {
    isUnbroken: true,
    answeredCount: 50,
    sampleCount: 2,
    wasRunAtLargestSize: true,
    agreeingShare: 1,
    rejectedCount: 0,
  };

  it("is less confident with less evidence, and never outside 0 to 1", () => {
    const weaker: readonly Partial<Evidence>[] = [
      { answeredCount: 5 },
      { wasRunAtLargestSize: false },
      { agreeingShare: 0.5 },
      { rejectedCount: 1 },
    ];
    for (const change of weaker)
      expect(computeConfidence({ ...strong, ...change })).toBeLessThan(computeConfidence(strong));
    expect(computeConfidence({ ...strong, isUnbroken: false })).toBe(0);
    expect(computeConfidence({ ...strong, answeredCount: 0, sampleCount: 0 })).toBe(0);
    const counts = fc.integer({ min: 0, max: 1000 });
    fc.assert(
      fc.property(counts, counts, counts, (answeredCount, sampleCount, rejectedCount) => {
        const confidence = computeConfidence({ ...strong, answeredCount, sampleCount, rejectedCount });
        expect(confidence >= 0 && confidence < 1).toBe(true);
      }),
    );
  });

  it("submits exactly when the expected gain is above 0, else goes on if it can", () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, fc.double({ min: 0, max: 10, noNaN: true }), fc.boolean(), (confidence, cost, canGoOn) => {
        const gain = confidence - (1 - confidence) * cost;
        if (Math.abs(gain) < 1e-9) return;
        const expected = gain > 0 ? "submit" : canGoOn ? "go-on" : "wait";
        expect(chooseAction({ confidence, wrongAttemptCost: cost, canGoOn })).toBe(expected);
      }),
    );
  });
});

describe("handing in", () => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await createBench();
  });

  afterAll(async () => {
    await bench?.[Symbol.asyncDispose]();
  });

  /** Its own tests and its tester never show a run without positive numbers. */
  const blind: Script = {
    "brute-force": () =>
      toAnswerText(programs.bruteForce.replace("long long best", "if (n > 2000) return 1; long long best")),
    generator: () =>
      toAnswerText(
        programs.generator
          .replaceAll("lo = -3", "lo = 1")
          .replace("lo = -1000, hi", "lo = 1, hi")
          .replace("if (seed % 2) hi = -1; else lo = 1;", ""),
      ),
    tester: () => '{"boundary": "", "inputs": ["2\\n5 7\\n"]}',
    solver: () => toAnswerText(programs.wrong),
    repairer: () => toAnswerText(programs.right),
  };

  const options = { maxAttempts: 3, wrongAttemptCost: 0.1 };

  it("a rejected program leads to a made test that shows its fault, and to one that is accepted", async () => {
    const submitter = createSubmitter();
    const { result, promptsOf, events } = await bench.run(blind, { submission: { submitter, ...options } });
    expect(submitter.seen).toEqual([programs.wrong, programs.right]);
    expect(result).toMatchObject({ status: "solved", decision: "submit", confidence: 1 });
    expect(result.reasons[0]).toContain("accepted by a contest at attempt 2");
    const [first] = result.submissions;
    expect(first).toMatchObject({ verdict: "wrong-answer", explanation: { testId: "rejection/01" } });
    const test = result.tests.find(({ id }) => id === "rejection/01");
    expect(test?.answeredBy).toBe("brute-force");
    expect(new TextDecoder().decode(test?.input.bytes)).toMatch(/^1\n-\d+\n$/);
    expect(promptsOf("repairer")[0]).toContain(new TextDecoder().decode(test?.answer?.bytes).trim());
    expect(result.candidates[0]).toMatchObject({
      rejection: "wrong-answer",
      verdictByTest: { "rejection/01": "wrong-answer" },
    });
    const kinds = events.map(({ kind }) => kind);
    expect(kinds.indexOf("verdict-explained")).toBeGreaterThan(kinds.indexOf("submission-judged"));
  });

  it("stops after its attempts, and says what happened", async () => {
    const { result } = await bench.run(
      { ...blind, repairer: () => toAnswerText(programs.wrongToo) },
      { submission: { submitter: createSubmitter(), ...options, maxAttempts: 1 } },
    );
    expect(result.submissions).toHaveLength(1);
    expect(result).toMatchObject({ status: "held", decision: "hold" });
    expect(result.reasons.join(" ")).toContain("was submitted to a contest and got wrong-answer");
  });

  it("sends nothing elsewhere unless a person confirms that AI may enter there", async () => {
    const script: Script = { solver: () => toAnswerText(programs.right) };
    for (const answer of [undefined, async () => false]) {
      const submitter = createSubmitter(false);
      const { result } = await bench.run(script, { submission: { submitter, ...options, confirmAiEntry: answer } });
      expect(submitter.seen).toEqual([]);
      expect(result.reasons.at(-1)).toContain("nobody confirmed that entries by AI are allowed at a contest");
      expect(result).toMatchObject({ status: "solved", submissions: [] });
    }
    const confirmAiEntry = vi.fn<(destination: string) => Promise<boolean>>(async () => true);
    const submitter = createSubmitter(false);
    await bench.run(script, { submission: { submitter, ...options, confirmAiEntry } });
    expect(confirmAiEntry).toHaveBeenCalledWith("a contest");
    expect(submitter.seen).toEqual([programs.right]);
  });

  it("does not risk an attempt that costs more than the evidence is worth", async () => {
    const submitter = createSubmitter();
    const { result } = await bench.run(
      { solver: () => toAnswerText(programs.right), "brute-force": () => toAnswerText(programs.badBruteForce) },
      { submission: { submitter, maxAttempts: 1, wrongAttemptCost: 100 } },
    );
    expect(submitter.seen).toEqual([]);
    expect(result.rounds).toBe(2);
    expect(result.reasons.at(-1)).toMatch(/confidence 0\.\d+ is too low/);
  });

  describe("in a run that is resumed", () => {
    const script: Script = { solver: () => toAnswerText(programs.right) };

    function handIn(seed: string, submitter: Submitter) {
      return bench.run(script, { seed, submission: { submitter, ...options, confirmAiEntry: agree } });
    }

    it("is not done twice: the verdict is known", async () => {
      const first = await handIn("known", createSubmitter(false));
      const again = createSubmitter(false);
      const second = await handIn("known", again);
      expect(again.seen).toEqual([]);
      expect(second.result.submissions).toEqual(first.result.submissions);
      expect(second.result.submissions).toMatchObject([{ attempt: 1, verdict: "accepted" }]);
    });

    it("is not done twice where it was killed before the verdict came, and is left to a person for good", async () => {
      const killed = { ...createSubmitter(false), submit: () => Promise.reject(new Error("killed")) };
      await expect(handIn("killed", killed)).rejects.toThrow("killed");
      for (const _ of ["second", "third"]) {
        const again = createSubmitter(false);
        const { result } = await handIn("killed", again);
        expect(again.seen).toEqual([]);
        expect(result.submissions).toEqual([]);
        expect(result.reasons.join(" ")).toContain("attempt 1 may have been handed in at a contest");
      }
    });

    it("is not done twice where the judge can say what became of it; a local judge is asked again", async () => {
      const killed = { ...createSubmitter(false), submit: () => Promise.reject(new Error("killed")) };
      await expect(handIn("found", killed)).rejects.toThrow("killed");
      const again = createSubmitter(false);
      const { result } = await handIn("found", { ...again, findVerdict: sayAccepted });
      expect(again.seen).toEqual([]);
      expect(result.submissions).toMatchObject([{ attempt: 1, verdict: "accepted" }]);

      const killedLocal = { ...createSubmitter(true), submit: () => Promise.reject(new Error("killed")) };
      await expect(handIn("local", killedLocal)).rejects.toThrow("killed");
      const local = createSubmitter(true);
      expect((await handIn("local", local)).result.submissions).toHaveLength(1);
      expect(local.seen).toEqual([programs.right]);
    });

    it("is tried again where nothing was handed in", async () => {
      const failure = { kind: "submission-failed", reason: "the contest has not begun" } as const;
      const early = await handIn("early", { ...createSubmitter(false), submit: async () => failure });
      expect(early.result.reasons.at(-1)).toContain("the contest has not begun");
      const later = createSubmitter(false);
      expect((await handIn("early", later)).result.submissions).toMatchObject([{ verdict: "accepted" }]);
      expect(later.seen).toEqual([programs.right]);
    });
  });

  it("to the package's own tests tells the verdict alone, and fails where there are none", async () => {
    const hidden = {
      id: "secret/1",
      isSample: false,
      input: createTestData("2\n-5 -7\n"),
      answer: createTestData("-5\n"),
    };
    const problem = { ...bestRunProblem, tests: [...bestRunProblem.tests, hidden] };
    const submitter = createLocalSubmitter(bench.judge, problem);
    expect(await submitter.submit(toProgram(programs.right), { attempt: 1 })).toEqual({
      kind: "submission-judged",
      verdict: "accepted",
    });
    expect(await submitter.submit(toProgram(programs.wrong), { attempt: 2 })).toEqual({
      kind: "submission-judged",
      verdict: "wrong-answer",
    });
    const bare = createLocalSubmitter(bench.judge, bestRunProblem);
    expect((await bare.submit(toProgram(programs.right), { attempt: 1 })).kind).toBe("submission-failed");
  });
});

const agree = async (): Promise<boolean> => true;

const sayAccepted = async () => ({ kind: "submission-judged", verdict: "accepted" }) as const;

function toProgram(source: string): Program {
  return { language: "cpp20", fileName: "main.cpp", source };
}

/** Says what a hidden test with negative numbers alone would say. */
function createSubmitter(isLocal = true): Submitter & { readonly seen: string[] } {
  const seen: string[] = [];
  return {
    destination: "a contest",
    isLocal,
    seen,
    async submit(program: Program) {
      seen.push(program.source);
      const verdict: Verdict = program.source === programs.right ? "accepted" : "wrong-answer";
      return { kind: "submission-judged", verdict };
    },
  };
}
