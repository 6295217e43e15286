import { verdictLabels } from "../../problem/index.ts";
import { describeExitCode } from "../exit-codes.ts";
import { formatBytes, formatCost, formatCount, formatDuration } from "../text/format.ts";
import { createPalette } from "../text/palette.ts";
import { toFence, toInline, toTable } from "./markdown.ts";
import { renderHypotheses, renderKills, renderLearning, renderMemory, renderSubmissions } from "./render-pipeline.ts";
import { describeOutcome, renderCandidates } from "./render-summary.ts";
import type { Excerpt, RunReport, SeparatingTest } from "./run-report.ts";

/** report.md: the whole story of a run, for someone who wants to learn from it. */
export function renderMarkdown(report: RunReport): string {
  const sections = [
    [`# ${toInline(describeOutcome(report))}`, "", ...report.reasons.map((reason) => `- ${toInline(reason)}`)],
    report.warnings.length === 0 ? [] : ["## Warnings", "", ...report.warnings.map((text) => `- ${toInline(text)}`)],
    renderChosen(report),
    renderPlan(report),
    renderHypotheses(report),
    renderCandidateTable(report),
    renderKills(report),
    renderTools(report),
    renderSeparatingTests(report),
    renderCounterexample(report),
    renderMemory(report),
    renderLearning(report),
    renderSubmissions(report),
    renderUsage(report),
    renderSandbox(report),
    renderOrigin(report),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

function renderChosen(report: RunReport): readonly string[] {
  const chosen = report.candidates.find(({ id }) => id === report.chosenId);
  if (chosen === undefined) return [];
  const language = chosen.program.language.startsWith("c") ? "cpp" : "python";
  return [`## The program (${chosen.id})`, "", ...toFence(chosen.program.source, language)];
}

function renderPlan({ level, plan, rounds, searchEnd, without }: RunReport): readonly string[] {
  const counts = Object.entries(plan.testCounts).map(([size, count]) => `${count} ${size}`);
  return [
    "## Level and plan",
    "",
    `Level ${level.value} (${level.source}): ${toInline(level.reason)}`,
    ...(level.calibratedOn === undefined ? [] : ["", describeConfidence(level, level.calibratedOn)]),
    ...(level.features.length === 0 ? [] : ["", `Told by: ${level.features.map(toInline).join(", ")}.`]),
    "",
    plan.route === "search"
      ? "Route: search. Claims were made and checked first, and programs were written with those that stood."
      : "Route: direct. Programs were written at once; claims are made only when none of them stands.",
    ...(without.length === 0 ? [] : ["", `Left out on request: ${without.join(", ")}.`]),
    "",
    `${plan.candidateCount} candidates in the first round, ${rounds} of at most ${plan.roundCount} rounds used, ` +
      `tests asked for: ${counts.join(", ")}; up to ${formatCount(plan.maxTokensPerSample)} tokens an answer.`,
    "",
    `The rounds ended because ${searchEnds[searchEnd]}.`,
  ];
}

function describeConfidence({ confidence }: RunReport["level"], calibratedOn: string): string {
  const percent = `${Math.round(confidence * 100)} %`;
  return `Confidence ${confidence.toFixed(2)}: of problems with such a statement and such limits ${percent} are of this level (calibrated on ${toInline(calibratedOn)}).`;
}

const searchEnds: Readonly<Record<RunReport["searchEnd"], string>> = {
  ready: "a program stood and nothing was unsettled",
  "rounds-used": "all rounds of the plan were used",
  stagnated: "no better program came for several rounds",
  "budget-spent": "the budget was spent",
  "no-answers": "no call of a round was answered",
};

function renderCandidateTable(report: RunReport): readonly string[] {
  if (report.candidates.length === 0) return [];
  const rows = report.candidates.map((candidate) => [
    candidate.id + (candidate.id === report.chosenId ? " (chosen)" : ""),
    candidate.origin.kind === "repaired" ? `repaired from ${candidate.origin.fromId}` : "sampled",
    String(candidate.round + 1),
    candidate.program.language,
    candidate.sameAsId === undefined ? `${candidate.passedCount}` : `as ${candidate.sameAsId}`,
    String(candidate.failedCount),
    String(candidate.bruteForceAgreementCount),
    String(candidate.clusterSize),
    formatDuration(candidate.largestCpuTimeMs ?? candidate.maxCpuTimeMs),
    formatBytes(candidate.maxMemoryBytes),
  ]);
  const errors = report.candidates.filter(({ compileMessage }) => compileMessage !== undefined);
  return [
    "## Candidates",
    "",
    ...toTable(
      [
        "candidate",
        "origin",
        "round",
        "language",
        "passed",
        "failed",
        "agrees with brute force",
        "cluster",
        "slowest",
        "memory",
      ],
      rows,
    ),
    "",
    "Candidates × tests:",
    "",
    ...toFence(renderCandidates(report, { width: 120, palette: createPalette(false) }).join("\n"), "text"),
    ...errors.flatMap(({ id, compileMessage }) => [
      "",
      `${id} does not compile:`,
      "",
      ...toFence(compileMessage ?? "", "text"),
    ]),
  ];
}

function renderTools({ tools }: RunReport): readonly string[] {
  if (tools.length === 0) return [];
  return [
    "## Helper programs",
    "",
    "The model wrote these; each is believed only after its check.",
    "",
    ...toTable(
      ["role", "status", "attempts", "why"],
      tools.map(({ role, status, attempts, reason }) => [role, status, String(attempts), reason]),
    ),
  ];
}

function renderSeparatingTests(report: RunReport): readonly string[] {
  if (report.separatingCount === 0) return ["## Separating tests", "", "No test told the candidates apart."];
  const shown = report.separatingTests.length;
  const more = report.separatingCount > shown ? `; the ${shown} most telling are here, all are in tests/` : "";
  return [
    "## Separating tests",
    "",
    `${report.separatingCount} of ${report.tests.length} tests told candidates apart${more}.`,
    ...report.separatingTests.flatMap((test) => ["", ...renderSeparatingTest(test)]),
  ];
}

function renderSeparatingTest(test: SeparatingTest): readonly string[] {
  const boundary = test.boundary === undefined ? [] : [`Boundary: ${toInline(test.boundary)}`, ""];
  return [
    `### ${toInline(test.testId)}`,
    "",
    ...boundary,
    "Input:",
    "",
    ...toExcerptFence(test.input),
    "",
    ...(test.expected === undefined
      ? ["Nobody settled the answer."]
      : [`Expected (by the ${test.answeredBy}):`, "", ...toExcerptFence(test.expected)]),
    ...test.outcomes.flatMap(({ candidateId, verdict, got }) => [
      "",
      `${candidateId}: ${verdictLabels[verdict]}`,
      ...(got === undefined || verdict === "accepted" ? [] : ["", ...toExcerptFence(got)]),
    ]),
  ];
}

function renderCounterexample({ counterexample }: RunReport): readonly string[] {
  if (counterexample === undefined) return [];
  const { testId, candidateId, verdict, expected, got } = counterexample;
  return [
    "## Counterexample",
    "",
    `${candidateId} gets ${verdictLabels[verdict]} on ${toInline(testId)}.`,
    ...(expected === undefined ? [] : ["", "Expected:", "", ...toFence(expected, "text")]),
    ...(got === undefined ? [] : ["", "Got:", "", ...toFence(got, "text")]),
  ];
}

function renderUsage({ usage, usageByRole, effects }: RunReport): readonly string[] {
  return [
    "## Usage",
    "",
    `${usage.calls} model calls (${usage.failedCalls} failed), ${usage.inputTokens} input and ${usage.outputTokens} ` +
      `output tokens, ${formatCost(usage.costUsd)}.`,
    "",
    ...toTable(
      ["role", "calls", "input tokens", "output tokens", "cost"],
      Object.entries(usageByRole).map(([role, { calls, inputTokens, outputTokens, costUsd }]) => [
        role,
        String(calls),
        String(inputTokens),
        String(outputTokens),
        formatCost(costUsd),
      ]),
    ),
    "",
    `Effects: ${effects.performed} performed, ${effects.replayed} replayed, ${effects.failed} failed, ` +
      `${effects.inFlightAtKill} in flight when the run was killed.`,
  ];
}

function renderSandbox({ facts }: RunReport): readonly string[] {
  return [
    "## Sandbox",
    "",
    `Tier ${facts.tier}, memory limited by ${facts.memorySource}.`,
    "",
    ...(facts.shortfalls.length === 0
      ? ["Every limit was enforced."]
      : ["Not enforced on this machine:", "", ...facts.shortfalls.map((text) => `- ${toInline(text)}`)]),
  ];
}

function renderOrigin(report: RunReport): readonly string[] {
  const source =
    report.recordingSource === undefined
      ? `Answers by ${toInline(report.policy)}.`
      : `The answers are a recording, no model was asked (${toInline(report.recordingSource)}); everything else ran for real.`;
  return [
    "## This run",
    "",
    source,
    "",
    `Run ${report.runId}, seed ${toInline(report.seed)}, grandsmith ${report.toolVersion}, ` +
      `exit code ${report.exitCode} (${describeExitCode(report.exitCode)}).`,
  ];
}

function toExcerptFence(excerpt: Excerpt): readonly string[] {
  const cut = excerpt.isCut ? [`(the beginning; ${formatBytes(excerpt.sizeBytes)} in all)`] : [];
  return [...toFence(excerpt.text, "text"), ...cut];
}
