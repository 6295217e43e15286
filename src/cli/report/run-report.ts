import type { SolveSession } from "../../app/index.ts";
import type { CandidateReport, OptionalStage, RunTest, SolveResult } from "../../solve/index.ts";
import type { TestData, Verdict } from "../../problem/index.ts";
import { toSafeText } from "../text/safe-text.ts";

/** The beginning of some bytes, safe to print. */
export interface Excerpt {
  readonly text: string;
  readonly isCut: boolean;
  readonly sizeBytes: number;
}

/** A test that told right from wrong, with what the programs made of it. */
export interface SeparatingTest {
  readonly testId: string;
  readonly boundary?: string | undefined;
  readonly answeredBy: RunTest["answeredBy"];
  readonly input: Excerpt;
  readonly expected?: Excerpt | undefined;
  readonly outcomes: readonly {
    readonly candidateId: string;
    readonly verdict: Verdict;
    readonly got?: Excerpt | undefined;
  }[];
}

export interface ReportedCandidate extends Omit<CandidateReport, "address"> {
  readonly round: number;
}

/** A finished run as plain JSON: what report.json holds and every other rendering is made of. */
export interface RunReport {
  readonly generator: "grandsmith";
  readonly toolVersion: string;
  readonly runId: string;
  readonly exitCode: number;
  readonly problem: { readonly id: string; readonly title: string };
  readonly policy: string;
  readonly recordingSource?: string | undefined;
  readonly seed: string;
  readonly status: SolveResult["status"];
  readonly decision: SolveResult["decision"];
  readonly reasons: readonly string[];
  readonly warnings: readonly string[];
  readonly level: SolveResult["level"];
  readonly plan: SolveResult["plan"];
  readonly rounds: number;
  readonly searchEnd: SolveResult["searchEnd"];
  readonly without: readonly OptionalStage[];
  readonly confidence: number;
  readonly hypotheses: SolveResult["hypotheses"];
  readonly memory: SolveResult["memory"];
  readonly weighings: SolveResult["weighings"];
  readonly learnings: SolveResult["learnings"];
  readonly submissions: SolveResult["submissions"];
  readonly chosenId?: string | undefined;
  readonly candidates: readonly ReportedCandidate[];
  readonly tests: readonly (Omit<RunTest, "input" | "answer"> & {
    readonly inputFile: string;
    readonly answerFile?: string | undefined;
    readonly inputBytes: number;
  })[];
  /** The most telling first, at most ten. */
  readonly separatingTests: readonly SeparatingTest[];
  readonly separatingCount: number;
  readonly counterexample?: SolveResult["counterexample"];
  readonly tools: SolveResult["tools"];
  readonly usage: SolveResult["usage"];
  readonly usageByRole: SolveResult["usageByRole"];
  readonly effects: ReturnType<SolveSession["readCounts"]>;
  readonly facts: SolveResult["facts"];
  readonly outDirectory: string;
}

const excerptBytes = 600;
const maxSeparatingTests = 10;

/** What a report needs to know of the session. */
type ReportedSession = Pick<
  SolveSession,
  "runId" | "policyName" | "recordingSource" | "outDirectory" | "readCounts" | "readArtifact"
> & {
  readonly problem: Pick<SolveSession["problem"], "id" | "title">;
  readonly config: Pick<SolveSession["config"], "seed" | "without">;
};

export function createRunReport(context: {
  readonly session: ReportedSession;
  readonly result: SolveResult;
  readonly exitCode: number;
  readonly toolVersion: string;
}): RunReport {
  const { session, result, exitCode, toolVersion } = context;
  const { status, decision, reasons, warnings, level, plan, rounds, chosenId } = result;
  const { tools, usage, usageByRole, facts, counterexample } = result;
  const { searchEnd, confidence, hypotheses, memory, weighings, learnings, submissions } = result;
  const separating = orderSeparating(result);
  return {
    generator: "grandsmith",
    toolVersion,
    runId: session.runId,
    exitCode,
    problem: { id: session.problem.id, title: session.problem.title },
    policy: session.policyName,
    recordingSource: session.recordingSource,
    seed: session.config.seed,
    status,
    decision,
    reasons,
    warnings,
    level,
    plan,
    rounds,
    searchEnd,
    without: session.config.without ?? [],
    confidence,
    hypotheses,
    memory,
    weighings,
    learnings,
    submissions,
    chosenId,
    candidates: result.candidates.map(({ address, ...candidate }) => ({ ...candidate, round: address.round })),
    tests: result.tests.map(({ input, answer, ...test }) => ({
      ...test,
      inputFile: toTestFile(test.id, "in"),
      answerFile: answer === undefined ? undefined : toTestFile(test.id, "ans"),
      inputBytes: input.bytes.length,
    })),
    separatingTests: separating.slice(0, maxSeparatingTests).map((test) => toSeparatingTest(test, context)),
    separatingCount: separating.length,
    counterexample,
    tools,
    usage,
    usageByRole,
    effects: session.readCounts(),
    facts,
    outDirectory: session.outDirectory,
  };
}

/** Smallest first, with a named boundary before the others; in front those that between them break every broken program. */
function orderSeparating(result: SolveResult): readonly RunTest[] {
  const ordered = result.tests
    .filter((test) => test.isSeparating)
    .toSorted(
      (a, b) =>
        Number(a.boundary === undefined) - Number(b.boundary === undefined) ||
        a.input.bytes.length - b.input.bytes.length,
    );
  const broken = new Set<string>();
  const leaders = ordered.filter((test) => {
    const ids = result.candidates.filter(({ verdictByTest }) => isBroken(verdictByTest[test.id])).map(({ id }) => id);
    const isNew = ids.some((id) => !broken.has(id));
    for (const id of ids) broken.add(id);
    return isNew;
  });
  return [...leaders, ...ordered.filter((test) => !leaders.includes(test))];
}

function isBroken(verdict: Verdict | undefined): boolean {
  return verdict !== undefined && !["accepted", "skipped", "judge-failed"].includes(verdict);
}

/** `edge/07` → `tests/edge-07.in`: a plain name, whatever the id holds. */
export function toTestFile(testId: string, extension: "in" | "ans"): string {
  const name = testId.replaceAll(/[^A-Za-z0-9._-]+/g, "-").replace(/^[.-]+/, "");
  return `tests/${name || "test"}.${extension}`;
}

/** The first 600 bytes, without what could harm a terminal. */
function toExcerpt(bytes: Uint8Array): Excerpt {
  const text = toSafeText(new TextDecoder().decode(bytes.subarray(0, excerptBytes)));
  return { text, isCut: bytes.length > excerptBytes, sizeBytes: bytes.length };
}

function toSeparatingTest(
  test: RunTest,
  { session, result }: { readonly session: ReportedSession; readonly result: SolveResult },
): SeparatingTest {
  const toGot = (candidate: CandidateReport): Excerpt | undefined => {
    const digest = candidate.outputDigestByTest?.[test.id];
    const bytes = digest === undefined ? undefined : session.readArtifact(digest);
    return bytes === undefined ? undefined : toExcerpt(bytes);
  };
  return {
    testId: test.id,
    boundary: test.boundary,
    answeredBy: test.answeredBy,
    input: toExcerpt(test.input.bytes),
    expected: toOptionalExcerpt(test.answer),
    outcomes: result.candidates.flatMap((candidate) => {
      const verdict = candidate.verdictByTest[test.id];
      if (verdict === undefined || candidate.sameAsId !== undefined) return [];
      return [{ candidateId: candidate.id, verdict, got: toGot(candidate) }];
    }),
  };
}

function toOptionalExcerpt(data: TestData | undefined): Excerpt | undefined {
  return data === undefined ? undefined : toExcerpt(data.bytes);
}
