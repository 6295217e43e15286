import { askTests, toPromptText, type Difference } from "../agent/index.ts";
import type { RunTest } from "./contract.ts";
import { describeDifference, judgeCandidates } from "./judge-candidates.ts";
import { addProposedTests } from "./make-tests.ts";
import { emit, findBelieved, listDistinct, listFailures, type RunState } from "./run-state.ts";

/**
 * Attacks the candidates with inputs that the model proposes: once without a hint in the first round, and once from
 * the smallest difference that has no boundary yet. What it says of that difference is kept with the test.
 * GrandCode section 3.3: the proposer is not shown the programs.
 */
export async function attackCandidates(state: RunState, round: number): Promise<void> {
  if (findBelieved(state, "validator") === undefined || listDistinct(state).length === 0) return;
  if (round === 0) await propose(state, { round, index: 0 });
  const target = findUnexplained(state);
  if (target !== undefined) await propose(state, { round, index: 1, target });
}

async function propose(
  state: RunState,
  options: { readonly round: number; readonly index: number; readonly target?: RunTest },
): Promise<void> {
  const { round, index, target } = options;
  const difference = target === undefined ? undefined : toDifference(state, target);
  const answer = await askTests(state.roles, { round, index, difference });
  if (answer.kind === "answer-unusable") {
    emit(state, { kind: "candidate-discarded", data: { role: "tester", round, index, reason: answer.reason } });
    return;
  }
  const { boundary, inputs } = answer.value;
  if (target !== undefined && boundary !== "") {
    const at = state.tests.findIndex((test) => test.id === target.id);
    state.tests[at] = { ...(state.tests[at] ?? target), boundary };
    emit(state, { kind: "boundary-named", data: { testId: target.id, boundary } });
  }
  await addProposedTests(state, { inputs, boundary });
  await judgeCandidates(state);
}

function toDifference(state: RunState, test: RunTest): Difference {
  return {
    input: toPromptText(test.input.bytes, 1500),
    expected: test.answer === undefined ? undefined : toPromptText(test.answer.bytes, 1000),
    summary: describeDifference(state, test) ?? "all of them failed",
  };
}

/** The smallest made test on which candidates differ, or which all fail, that nobody has explained. */
function findUnexplained(state: RunState): RunTest | undefined {
  const failed = new Set(
    listDistinct(state).flatMap((candidate) => listFailures(state, candidate).map(({ test }) => test.id)),
  );
  return state.tests
    .filter((test) => test.size !== "sample" && test.boundary === undefined)
    .filter((test) => test.isSeparating || failed.has(test.id))
    .toSorted((a, b) => a.input.bytes.length - b.input.bytes.length)[0];
}
