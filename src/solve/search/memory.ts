import { toPromptText } from "../../agent/index.ts";
import { emit, listFailures, type Candidate, type RunState } from "../run-state.ts";
import { foldText, type FoldReport } from "../summary/fold-text.ts";
import { computeRolloutReward } from "./compute-rollout-reward.ts";

/** What later prompts are told of earlier work: the folded state, and the attempts since. */
export interface SearchMemory {
  state?: string | undefined;
  /** One entry an attempt, oldest first. */
  pending: string[];
  readonly folds: FoldReport[];
}

/** What a reader of the report sees of a memory. */
export interface MemoryReport {
  /** As the next prompt would have held it; undefined while nothing was tried. */
  readonly text?: string | undefined;
  readonly folds: readonly FoldReport[];
}

/** As prompts hold it; undefined while it is empty. */
export function toMemoryText({ state, pending }: SearchMemory): string | undefined {
  const parts = [...(state === undefined ? [] : [state]), ...pending];
  return parts.length === 0 ? undefined : parts.join("\n\n");
}

/**
 * Adds a round's attempts: what was thought, the score, what failed and why. Past the plan's threshold the attempts are
 * folded into the state by the summariser, or cut short where there is none. GrandCode sections 3.5 and 3.8.
 */
export async function rememberRound(state: RunState, round: number): Promise<void> {
  const { memory, plan } = state;
  const attempts = state.candidates.filter(({ address }) => address.round === round);
  memory.pending.push(...attempts.map((candidate) => describeAttempt(state, candidate)));
  const text = toMemoryText(memory);
  const isLong = text !== undefined && text.length > plan.memory.thresholdChars;
  if (isLong && state.stages.has("summary")) await foldPending(state, round);
  if ((toMemoryText(memory)?.length ?? 0) > plan.memory.thresholdChars) cutShort(memory, plan.memory.thresholdChars);
  emit(state, {
    kind: "memory-updated",
    data: {
      round,
      attemptCount: attempts.length,
      isFolded: memory.state !== undefined,
      chars: toMemoryText(memory)?.length ?? 0,
    },
  });
}

/** The state stands for everything before it. When no chunk could be folded, all stays as it was. */
async function foldPending(state: RunState, round: number): Promise<void> {
  const { memory } = state;
  const fold = await foldText(state, {
    about: `the attempts up to round ${round + 1}`,
    text: memory.pending.join("\n\n"),
    initialState: memory.state,
    round,
  });
  memory.folds.push(fold);
  if (fold.failures.length === fold.chunkCount) return;
  memory.state = fold.states.at(-1);
  memory.pending = [];
}

/** The newest attempts, each cut so that several fit. */
function cutShort(memory: SearchMemory, maxChars: number): void {
  const state = memory.state?.slice(0, Math.floor(maxChars / 2));
  let room = maxChars - (state?.length ?? 0);
  const share = Math.max(300, Math.floor(room / Math.max(1, memory.pending.length)) - 8);
  const kept: string[] = [];
  for (const entry of memory.pending.toReversed()) {
    const short = entry.length <= share ? entry : `${entry.slice(0, share)} […]`;
    if (short.length + 2 > room) break;
    kept.unshift(short);
    room -= short.length + 2;
  }
  memory.state = state;
  memory.pending = kept;
}

function describeAttempt(state: RunState, candidate: Candidate): string {
  const { id, address, origin, reasoning } = candidate;
  const how = origin.kind === "repaired" ? `repair of ${origin.fromId}` : "a fresh program";
  const reward = computeRolloutReward(state, candidate);
  const score = reward === null ? "not scored" : `score ${reward.toFixed(2)} of 1`;
  const idea = reasoning === "" ? [] : [`Idea: ${reasoning}`];
  return [`${id} (round ${address.round + 1}, ${how}): ${score}.`, ...idea, describeOutcome(state, candidate)].join(
    "\n",
  );
}

function describeOutcome(state: RunState, candidate: Candidate): string {
  if (candidate.sameAsId !== undefined) return `Outcome: the same program as ${candidate.sameAsId}.`;
  if (candidate.compileMessage !== undefined) {
    return `Outcome: it does not compile: ${candidate.compileMessage.slice(0, 300)}`;
  }
  const failures = listFailures(state, candidate);
  const [first] = failures;
  const rejected = candidate.rejection === undefined ? "" : ` It was submitted and got ${candidate.rejection}.`;
  if (first === undefined) return `Outcome: it passes every test made here.${rejected}`;
  const { test, report } = first;
  const got =
    report.stdoutDigest === undefined
      ? ""
      : `, it prints ${toInline(state.forge.judge.readOutput(report.stdoutDigest).bytes)}`;
  const right = test.answer === undefined ? "" : `, right is ${toInline(test.answer.bytes)}`;
  const trap = test.boundary === undefined ? "" : ` (${test.boundary})`;
  return `Outcome: it fails ${failures.length} tests.${rejected} The smallest: ${report.verdict} on input ${toInline(test.input.bytes)}${right}${got}${trap}.`;
}

function toInline(bytes: Uint8Array): string {
  return JSON.stringify(toPromptText(bytes, 200).trim());
}
