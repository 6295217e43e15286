import { toPromptText, type Hypothesis } from "../../agent/index.ts";
import type { ForgeContext } from "../../forge/index.ts";
import { computeProgramDigest } from "../../judge/index.ts";
import { createTestData, type Limits, type Program, type TestData, type Verdict } from "../../problem/index.ts";
import type { CheckedInstance, ClaimCheck, ClaimFailure } from "./contract.ts";

const claimLimits: Limits = { timeLimitMs: 2000, memoryLimitBytes: 512 * 1024 * 1024 };
const shownFailures = 4;
/** Larger instances that are tried before it is asked whether the claim's program can still follow. */
const largerBatch = 8;
/** So many of the smallest first: most wrong claims fall there. */
const firstBatch = 16;
/** So many wrong answers are tried on a property. */
const swappedCount = 24;

/** What a claim said of one instance; undefined where the judge itself failed. */
interface Outcome {
  readonly holds: boolean;
  readonly got: string;
  readonly verdict: Verdict;
}

/**
 * Holds a claim against instances with known answers. An answer must be right under the problem's checker; a property
 * must hold everywhere and fail for some wrong answer (that of another instance), since one that never fails says
 * nothing. What holds on all small instances is held against larger ones too. GrandCode section 3.4.
 */
export async function checkClaim(
  context: ForgeContext,
  options: {
    readonly hypothesis: Hypothesis;
    readonly instances: readonly CheckedInstance[];
    /** Smallest first; asked for only once a claim has stood the small ones. */
    readonly listLarger: () => Promise<readonly CheckedInstance[]>;
    readonly bruteForce: Program;
  },
): Promise<ClaimCheck> {
  const { hypothesis, instances, listLarger, bruteForce } = options;
  const { claim, program } = hypothesis;
  const none = { claim, program, checkedCount: 0, agreedCount: 0, failures: [] };
  if (computeProgramDigest(program) === computeProgramDigest(bruteForce)) {
    return { ...none, status: "says-nothing", reason: "the program is the brute force itself: it adds nothing" };
  }
  const compiled = await context.judge.compile(program, { signal: context.signal });
  if (compiled.kind === "compile-failed") return { ...none, status: "not-checked", reason: compiled.message };
  if (compiled.kind === "compile-error") {
    return { ...none, status: "unusable", reason: `the program does not compile: ${compiled.message}` };
  }
  const { outcomes, tried } = await runInBatches(context, hypothesis, instances);
  const known = outcomes.flatMap((outcome, i) => (outcome === undefined ? [] : [{ outcome, instance: tried[i] }]));
  const failures = known.flatMap(({ outcome, instance }) =>
    outcome.holds || instance === undefined ? [] : [toFailure(instance, outcome)],
  );
  const counts = { checkedCount: known.length, agreedCount: known.length - failures.length };
  const result = { ...none, ...counts, failures: failures.slice(0, shownFailures) };
  if (known.length === 0) return { ...result, status: "not-checked", reason: "the judge failed on every instance" };
  if (failures.length > 0) {
    const reason = `it fails on ${failures.length} of ${known.length} small instances`;
    return { ...result, status: "refuted", reason };
  }
  if (hypothesis.kind === "property" && !(await rejectsSomething(context, hypothesis, instances))) {
    const reason = "the property holds with the answers of other instances too, so it says nothing about the answer";
    return { ...result, status: "says-nothing", reason };
  }
  return judgeLarger(result, await holdAgainstLarger(context, hypothesis, await listLarger()));
}

function judgeLarger(agreed: Omit<ClaimCheck, "status" | "reason">, held: LargerOutcome): ClaimCheck {
  const small = `it holds on all ${agreed.checkedCount} small instances`;
  const { checkedCount, failures } = held;
  if (checkedCount === 0) return { ...agreed, status: "agreed", reason: small };
  const larger = { checkedCount, agreedCount: checkedCount - failures.length };
  if (failures.length === 0) {
    return { ...agreed, larger, status: "agreed", reason: `${small} and on ${checkedCount} larger ones` };
  }
  return {
    ...agreed,
    larger,
    failures: failures.slice(0, shownFailures),
    status: "refuted",
    reason: `${small}, but fails on ${failures.length} of ${checkedCount} larger ones`,
  };
}

/** What larger instances say of a claim. */
interface LargerOutcome {
  /** That the program came to an end on. */
  readonly checkedCount: number;
  /** Wrong answers, smallest first. */
  readonly failures: readonly ClaimFailure[];
}

/**
 * Larger instances, smallest first, as far as a claim's program follows. Only a wrong answer refutes: the program may be
 * too slow for them, or reach beyond its arrays, and the claim still be true.
 */
export async function holdAgainstLarger(
  context: ForgeContext,
  hypothesis: Hypothesis,
  instances: readonly CheckedInstance[],
): Promise<LargerOutcome> {
  let checkedCount = 0;
  for (let start = 0; start < instances.length; start += largerBatch) {
    const batch = instances.slice(start, start + largerBatch);
    const outcomes = await runClaim(context, hypothesis, batch);
    const failures = batch.flatMap((instance, i) => {
      const outcome = outcomes[i];
      return outcome?.verdict === "wrong-answer" ? [toFailure(instance, outcome)] : [];
    });
    checkedCount += outcomes.filter((outcome) => outcome?.holds === true).length + failures.length;
    if (failures.length > 0) return { checkedCount, failures };
    if (outcomes.at(-1)?.verdict === "time-limit-exceeded") break;
  }
  return { checkedCount, failures: [] };
}

/** The first instance that a promoted claim fails, apart from those that its program is too slow for. */
export async function findContradiction(
  context: ForgeContext,
  hypothesis: Hypothesis,
  instances: readonly CheckedInstance[],
): Promise<ClaimFailure | undefined> {
  const outcomes = await runClaim(context, hypothesis, instances);
  const at = outcomes.findIndex((outcome) => outcome?.holds === false && outcome.verdict === "wrong-answer");
  const outcome = outcomes[at];
  const instance = instances[at];
  return outcome === undefined || instance === undefined ? undefined : toFailure(instance, outcome);
}

async function runInBatches(
  context: ForgeContext,
  hypothesis: Hypothesis,
  instances: readonly CheckedInstance[],
): Promise<{ readonly outcomes: readonly (Outcome | undefined)[]; readonly tried: readonly CheckedInstance[] }> {
  const first = await runClaim(context, hypothesis, instances.slice(0, firstBatch));
  if (first.some((outcome) => outcome?.holds === false)) {
    return { outcomes: first, tried: instances.slice(0, firstBatch) };
  }
  const rest = await runClaim(context, hypothesis, instances.slice(firstBatch));
  return { outcomes: [...first, ...rest], tried: instances };
}

async function runClaim(
  context: ForgeContext,
  hypothesis: Hypothesis,
  instances: readonly CheckedInstance[],
): Promise<readonly (Outcome | undefined)[]> {
  if (instances.length === 0) return [];
  return hypothesis.kind === "answer"
    ? runAnswers(context, hypothesis.program, instances)
    : runProperty(context, hypothesis.program, instances);
}

async function runAnswers(
  context: ForgeContext,
  program: Program,
  instances: readonly CheckedInstance[],
): Promise<readonly (Outcome | undefined)[]> {
  const { judge, problem, signal } = context;
  const tests = instances.map(({ input, answer }, i) => ({ id: `instance/${i + 1}`, isSample: false, input, answer }));
  const report = await judge.judge(
    program,
    { problem: { ...problem, groups: [], limits: claimLimits }, tests },
    { signal },
  );
  return report.tests.map(({ verdict, stdoutDigest }) => {
    if (verdict === "judge-failed" || verdict === "skipped") return undefined;
    const output = stdoutDigest === undefined ? undefined : judge.readOutput(stdoutDigest);
    return { holds: verdict === "accepted", got: describeOutput(output, verdict), verdict };
  });
}

/** The program reads the instance and directly after it the answer. */
async function runProperty(
  context: ForgeContext,
  program: Program,
  instances: readonly CheckedInstance[],
): Promise<readonly (Outcome | undefined)[]> {
  const { judge, signal } = context;
  const inputs = instances.map(({ input, answer }) => ({ stdin: createTestData(join(input, answer)) }));
  const reports = await judge.execute(program, { inputs, limits: claimLimits }, { signal });
  return reports.map(({ verdict, stdoutDigest }) => {
    if (verdict === "judge-failed" || verdict === "skipped") return undefined;
    const output = stdoutDigest === undefined ? undefined : judge.readOutput(stdoutDigest);
    const [word = ""] = output === undefined ? [] : new TextDecoder().decode(output.bytes).trim().split(/\s+/, 1);
    const said = verdict === "accepted" && word.toLowerCase() !== "holds" ? "wrong-answer" : verdict;
    return { holds: said === "accepted", got: describeOutput(output, verdict), verdict: said };
  });
}

function join(input: TestData, answer: TestData): Uint8Array {
  const isEnded = input.bytes.at(-1) === 10;
  return Buffer.concat([input.bytes, Buffer.from(isEnded ? "" : "\n"), answer.bytes]);
}

/** Whether a property fails for some instance with the answer of another one. */
async function rejectsSomething(
  context: ForgeContext,
  hypothesis: Hypothesis,
  instances: readonly CheckedInstance[],
): Promise<boolean> {
  const swapped = instances.flatMap(({ input, answer }, i) => {
    const other = [...instances.slice(i + 1), ...instances.slice(0, i)].find(
      (candidate) => candidate.answer.digest !== answer.digest,
    );
    return other === undefined ? [] : [{ input, answer: other.answer }];
  });
  const stride = Math.max(1, Math.floor(swapped.length / swappedCount));
  const tried = swapped.filter((_, i) => i % stride === 0).slice(0, swappedCount);
  const outcomes = await runProperty(context, hypothesis.program, tried);
  return outcomes.some((outcome) => outcome?.holds === false);
}

function toFailure({ input, answer }: CheckedInstance, outcome: Outcome): ClaimFailure {
  return { input: toPromptText(input.bytes, 400), answer: toPromptText(answer.bytes, 200), got: outcome.got };
}

function describeOutput(output: TestData | undefined, verdict: Verdict): string {
  const text = output === undefined ? "" : toPromptText(output.bytes, 200);
  return verdict === "accepted" || verdict === "wrong-answer" ? text : `${text}(ended with ${verdict})`;
}
