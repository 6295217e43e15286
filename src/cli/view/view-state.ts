import type { Verdict } from "../../problem/index.ts";
import { toPlainLine } from "./to-plain-line.ts";
import type { ViewEvent } from "./view-event.ts";

interface OpenCall {
  readonly role: string;
  readonly startedAtMs: number;
}

interface CandidateState {
  readonly id: string;
  readonly sameAsId: string | undefined;
  readonly verdictByTest: Record<string, Verdict>;
}

/** What the live view shows; changed by `applyEvent` only. */
export interface ViewState {
  readonly startedAtMs: number;
  title: string;
  policy: string;
  stage: string;
  round: number;
  level: number | undefined;
  roundCount: number | undefined;
  readonly openCalls: Map<string, OpenCall>;
  answeredCount: number;
  failedCount: number;
  readonly candidates: CandidateState[];
  /** In order of first appearance. */
  readonly testIds: Set<string>;
  readonly toolStatus: Map<string, string>;
  separatingCount: number;
  lastEvent: string;
}

export function createViewState(startedAtMs: number): ViewState {
  return {
    startedAtMs,
    title: "",
    policy: "",
    stage: "starting",
    round: 0,
    level: undefined,
    roundCount: undefined,
    openCalls: new Map(),
    answeredCount: 0,
    failedCount: 0,
    candidates: [],
    testIds: new Set(),
    toolStatus: new Map(),
    separatingCount: 0,
    lastEvent: "",
  };
}

/** Takes one event into the state. */
export function applyEvent(state: ViewState, event: ViewEvent, atMs: number): void {
  state.lastEvent = toPlainLine(event) ?? state.lastEvent;
  switch (event.kind) {
    case "run-started":
      state.title = event.data.title;
      state.policy = event.data.recordingSource === undefined ? event.data.policy : "recorded answers";
      break;
    case "stage-started":
      state.stage = event.data.stage;
      state.round = event.data.round;
      break;
    case "level-classified":
      state.level = event.data.level;
      break;
    case "plan-made":
      state.roundCount = event.data.roundCount;
      break;
    case "sample-requested":
      state.openCalls.set(toCallKey(event.data), { role: event.data.role, startedAtMs: atMs });
      break;
    case "sample-received":
      state.openCalls.delete(toCallKey(event.data));
      if (event.data.isFailure) state.failedCount += 1;
      else state.answeredCount += 1;
      break;
    case "candidate-added":
      state.candidates.push({ id: event.data.id, sameAsId: event.data.sameAsId, verdictByTest: {} });
      break;
    case "candidate-judged":
      for (const { testId, verdict } of event.data.verdicts) {
        state.testIds.add(testId);
        const candidate = state.candidates.find(({ id }) => id === event.data.id);
        if (candidate !== undefined) candidate.verdictByTest[testId] = verdict;
      }
      break;
    case "tool-checked":
      state.toolStatus.set(event.data.role, event.data.status);
      break;
    case "test-separates":
      state.separatingCount += 1;
      break;
    case "run-resumed":
    case "model-retried":
    case "recording-stale":
    case "desk-opened":
    case "warning-raised":
    case "candidate-discarded":
    case "tests-made":
    case "boundary-named":
    case "hypotheses-skipped":
    case "hypothesis-checked":
    case "hypothesis-settled":
    case "summary-folded":
    case "summary-scored":
    case "summary-not-scored":
    case "memory-updated":
    case "rollouts-weighed":
    case "policy-learned":
    case "learning-skipped":
    case "search-ended":
    case "submission-judged":
    case "verdict-explained":
    case "decision-made":
      break;
  }
}

function toCallKey(call: { readonly role: string; readonly round: number; readonly index: number }): string {
  return `${call.role}/${call.round}/${call.index}`;
}
