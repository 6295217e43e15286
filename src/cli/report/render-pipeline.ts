import { verdictLabels } from "../../problem/index.ts";
import type { FoldScore, HypothesisReport } from "../../solve/index.ts";
import { formatCount } from "../text/format.ts";
import { toFence, toInline, toTable } from "./markdown.ts";
import type { ReportedCandidate, RunReport } from "./run-report.ts";

/** What was claimed, what became of it and why. */
export function renderHypotheses({ hypotheses }: RunReport): readonly string[] {
  if (hypotheses.length === 0) return [];
  return [
    "## Claims",
    "",
    "The model proposed these (f1: the sequence finder, s1: a sequence that was looked up); each was held against a brute force on small instances, and on larger ones where there is an input specification. Only what stood was told to solvers.",
    ...hypotheses.flatMap((report) => ["", ...renderHypothesis(report)]),
  ];
}

function renderHypothesis(report: HypothesisReport): readonly string[] {
  const { id, status, claim, reason, evidence, checks, toldIds, reward, kind, program } = report;
  const told = toldIds.length === 0 ? [] : ["", `Told to the writers of ${toldIds.join(", ")}.`];
  return [
    `### ${id}: ${statusLabels[status]}`,
    "",
    toInline(claim || "(no usable claim)"),
    "",
    `${toInline(reason)}.${evidence === undefined ? "" : ` Evidence: ${toInline(evidence)}.`}`,
    ...told,
    ...(reward === undefined
      ? []
      : ["", `Reward (share of instances held, plus gain of programs told): ${reward.toFixed(3)}.`]),
    ...checks.flatMap((check, version) => ["", ...renderCheck(check, version)]),
    ...(status !== "promoted" || program === undefined
      ? []
      : [
          "",
          `As a program (${kind === "property" ? "a property" : "it gives the answer"}):`,
          "",
          ...toFence(program.source, ""),
        ]),
  ];
}

const statusLabels: Readonly<Record<HypothesisReport["status"], string>> = {
  promoted: "believed",
  refuted: "refuted",
  withdrawn: "believed, then refuted by a larger test",
};

function renderCheck(check: HypothesisReport["checks"][number], version: number): readonly string[] {
  const { claim, reason, checkedCount, agreedCount, failures } = check;
  const [first] = failures;
  return [
    `Version ${version + 1}: ${toInline(claim || "(no usable claim)")} It held on ${agreedCount} of ${checkedCount}: ${toInline(reason)}.`,
    ...(first === undefined
      ? []
      : [
          "",
          ...toFence(
            [
              `input:\n${first.input.trimEnd()}`,
              `right: ${first.answer.trimEnd()}`,
              `claimed: ${first.got.trimEnd()}`,
            ].join("\n"),
            "text",
          ),
        ]),
  ];
}

/** Which tests killed which candidates: for each broken program the smallest one, and how many more. */
export function renderKills(report: RunReport): readonly string[] {
  const rows = report.candidates.flatMap((candidate) => {
    if (candidate.sameAsId !== undefined) return [];
    const failed = listFailed(report, candidate);
    const [first] = failed;
    if (first === undefined) return [];
    const verdict = candidate.verdictByTest[first.id];
    const others = failed.slice(1, 4).map(({ id }) => id);
    const more = failed.length > 4 ? `${others.join(", ")} and ${failed.length - 4} more` : others.join(", ");
    return [[candidate.id, first.id, verdict === undefined ? "" : verdictLabels[verdict], first.boundary ?? "", more]];
  });
  if (rows.length === 0) return [];
  return [
    "## What broke them",
    "",
    ...toTable(["candidate", "smallest test", "verdict", "why it is a trap", "also fails"], rows),
  ];
}

function listFailed(report: RunReport, { verdictByTest }: ReportedCandidate): readonly RunReport["tests"][number][] {
  return report.tests
    .filter(({ id }) => !harmless.has(verdictByTest[id] ?? "skipped"))
    .toSorted((a, b) => a.inputBytes - b.inputBytes);
}

const harmless: ReadonlySet<string> = new Set(["accepted", "skipped", "judge-failed"]);

/** What the search remembered, and what it built on. */
export function renderMemory({ memory, weighings }: RunReport): readonly string[] {
  if (memory.text === undefined && weighings.length === 0) return [];
  return [
    "## Memory of the search",
    ...memory.folds.flatMap((fold) => [
      "",
      `${toInline(fold.about)}: ${formatCount(fold.textChars)} characters were folded in ${fold.chunkCount} parts to ` +
        `${formatCount(fold.states.at(-1)?.length ?? 0)}; the whole text is artifact ${fold.textDigest.slice(0, 12)} of the journal.`,
      ...fold.failures.map((failure) => `- not folded: ${toInline(failure)}`),
      ...(fold.score === undefined ? [] : ["", describeScore(fold.score)]),
    ]),
    ...(memory.text === undefined ? [] : ["", "As the last round was told:", "", ...toFence(memory.text, "text")]),
    ...weighings.flatMap(({ round, lambda, rollouts, builtOnIds }) => [
      "",
      `After round ${round + 1} (λ = ${lambda.toFixed(2)}), repairs started from ${builtOnIds.join(", ") || "nothing"}:`,
      "",
      ...toTable(
        ["candidate", "reward", "weight"],
        rollouts.map(({ id, reward, weight }) => [id, reward?.toFixed(3) ?? "withheld", weight.toFixed(3)]),
      ),
    ]),
  ];
}

function describeScore(score: FoldScore): string {
  if (score.kind === "fold-not-scored") return `The summary was not scored: ${toInline(score.reason)}.`;
  const steps = score.steps.map((step) => step.toFixed(3)).join(", ");
  return (
    `Scored by the policy, in nats a token (higher is better): ${score.chain.toFixed(3)} for predicting the chosen program ` +
    `from the last state alone; by part, for what follows and for rebuilding the part: ${steps}.`
  );
}

/** What the policy learnt of the problem between the rounds. */
export function renderLearning({ learnings }: RunReport): readonly string[] {
  if (learnings.length === 0) return [];
  return [
    "## Learning between the rounds",
    "",
    "The policy was trained on its own answers to this problem, by their rewards on the tests made here. The weights that it started from are unchanged.",
    "",
    ...toTable(
      ["after round", "λ", "objective", "answers", "tokens", "updates", "gradient norm", "version"],
      learnings.map((report) => [String(report.round + 1), ...toLearningCells(report)]),
    ),
  ];
}

function toLearningCells(report: RunReport["learnings"][number]): readonly string[] {
  if (report.kind === "round-skipped") return ["", "", `nothing learnt: ${report.reason}`, "", "", "", ""];
  const { lambda, objective, rolloutCount, tokenCount, updateCount, gradNorm, version } = report;
  const counts = [rolloutCount, tokenCount, updateCount].map(formatCount);
  return [lambda.toFixed(2), objective.toFixed(3), ...counts, gradNorm.toPrecision(3), String(version)];
}

/** What was handed in and what came back. */
export function renderSubmissions({ submissions, confidence }: RunReport): readonly string[] {
  if (submissions.length === 0) return [];
  return [
    "## Submissions",
    "",
    ...toTable(
      ["attempt", "candidate", "where", "verdict", "explanation"],
      submissions.map(({ attempt, candidateId, destination, verdict, explanation }) => [
        String(attempt),
        candidateId,
        destination,
        verdictLabels[verdict],
        explanation === undefined ? "" : `${explanation.testId ?? "no test"}: ${explanation.reason}`,
      ]),
    ),
    "",
    `Confidence in the last choice: ${confidence.toFixed(2)}.`,
  ];
}
