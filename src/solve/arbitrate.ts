import { askTool } from "../agent/index.ts";
import { answerInputs, checkBruteForce, groupOutputs } from "../forge/index.ts";
import type { Program, TestData } from "../problem/index.ts";
import type { RunTest, ToolReport } from "./contract.ts";
import { judgeCandidates } from "./judge-candidates.ts";
import { emit, findBelieved, listDistinct, type RunState } from "./run-state.ts";

/** The index of the second opinion among the brute forces asked for, after the first one's attempts. */
const secondOpinionAttempt = 3;

interface Dispute {
  readonly test: RunTest;
  /** What most candidates say, against the brute force. */
  readonly majority: TestData;
}

/**
 * A brute force that passes the samples may still be wrong. When on some test most of the programs that pass the
 * samples agree with each other against the brute force, a second, independent brute force decides: it confirms the
 * first, replaces it, or neither is believed any more. At most once a run.
 * Our decision; the papers do not say what happens when the brute force is wrong.
 */
export async function arbitrateBruteForce(state: RunState): Promise<void> {
  const first = state.tools.get("brute-force");
  const program = findBelieved(state, "brute-force");
  if (first === undefined || program === undefined || first.attempts > secondOpinionAttempt) return;
  const disputes = await listDisputes(state);
  if (disputes.length === 0) return;
  const second = await askSecondOpinion(state);
  if (second === undefined) {
    settle(state, { ...first, attempts: secondOpinionAttempt + 1 });
    return;
  }
  await rule(state, { first, second, disputes });
}

async function listDisputes(state: RunState): Promise<readonly Dispute[]> {
  const sampleTests = state.tests.filter((test) => test.size === "sample");
  const passing = listDistinct(state).filter((candidate) =>
    sampleTests.every((test) => candidate.reports.get(test.id)?.verdict === "accepted"),
  );
  const disputes: Dispute[] = [];
  const tests = state.tests
    .filter((test) => test.answeredBy === "brute-force")
    .toSorted((a, b) => a.input.bytes.length - b.input.bytes.length);
  for (const test of tests) {
    const reports = passing.flatMap((candidate) => candidate.reports.get(test.id) ?? []);
    const outputs = reports.flatMap((report) =>
      report.verdict === "wrong-answer" && report.stdoutDigest !== undefined
        ? [state.forge.judge.readOutput(report.stdoutDigest)]
        : [],
    );
    if (outputs.length < 2 || outputs.length * 2 <= passing.length) continue;
    const classes = await groupOutputs(state.forge, test.input, outputs);
    const biggest = Math.max(...classes.map((number) => classes.filter((other) => other === number).length));
    const majority = outputs.find((_, i) => classes.filter((other) => other === classes[i]).length === biggest);
    if (majority !== undefined && biggest >= 2 && biggest * 2 > passing.length) disputes.push({ test, majority });
    if (disputes.length >= 5) break;
  }
  return disputes;
}

async function askSecondOpinion(state: RunState): Promise<Program | undefined> {
  const answer = await askTool(state.roles, { role: "brute-force", attempt: secondOpinionAttempt, complaints: [] });
  if (answer.kind === "answer-unusable") return undefined;
  const checked = await checkBruteForce(state.forge, answer.value);
  return checked.kind === "tool-believed" ? answer.value : undefined;
}

async function rule(
  state: RunState,
  case_: { readonly first: ToolReport; readonly second: Program; readonly disputes: readonly Dispute[] },
): Promise<void> {
  const { first, second, disputes } = case_;
  const outputs = await answerInputs(state.forge, {
    bruteForce: second,
    inputs: disputes.map(({ test }) => test.input),
  });
  let forFirst = 0;
  let forMajority = 0;
  for (const [i, { test, majority }] of disputes.entries()) {
    const output = outputs[i];
    if (output === undefined || test.answer === undefined) continue;
    const [atFirst, atMajority, atSecond] = await groupOutputs(state.forge, test.input, [
      test.answer,
      majority,
      output,
    ]);
    if (atSecond === atFirst) forFirst += 1;
    if (atSecond === atMajority) forMajority += 1;
  }
  const attempts = secondOpinionAttempt + 1;
  const where = `on ${disputes.length} tests where most programs agreed against it`;
  if (forFirst > 0 && forMajority === 0) {
    settle(state, { ...first, attempts, reason: `${first.reason}; confirmed by a second one ${where}` });
    return;
  }
  if (forMajority > 0 && forFirst === 0) {
    const reason = `takes the place of an earlier one that a second, independent one contradicted ${where}`;
    settle(state, { ...first, attempts, reason, program: second });
  } else {
    const reason = `two brute forces contradict each other and the programs ${where}`;
    settle(state, { ...first, attempts, status: "not-believed", reason });
  }
  await answerAgain(state);
}

/** Answers anew what the brute force had answered, forgets the verdicts that stood on it, and judges again. */
async function answerAgain(state: RunState): Promise<void> {
  const bruteForce = findBelieved(state, "brute-force");
  const indexes = state.tests.flatMap((test, i) => (test.answeredBy === "brute-force" ? [i] : []));
  const inputs = indexes.flatMap((i) => state.tests[i]?.input ?? []);
  const answers = bruteForce === undefined ? [] : await answerInputs(state.forge, { bruteForce, inputs });
  for (const [k, i] of indexes.entries()) {
    const test = state.tests[i];
    if (test === undefined) continue;
    const answer = answers[k];
    const answeredBy = answer === undefined ? "nobody" : "brute-force";
    state.tests[i] = { ...test, answer, answeredBy, isSeparating: false, boundary: undefined };
    for (const candidate of state.candidates) candidate.reports.delete(test.id);
  }
  await judgeCandidates(state);
}

function settle(state: RunState, tool: ToolReport): void {
  state.tools.set(tool.role, tool);
  emit(state, { kind: "tool-checked", data: { role: tool.role, status: tool.status, reason: tool.reason } });
}
