import type { TestReport } from "../../judge/index.ts";
import type { TestData } from "../../problem/index.ts";
import { groupOutputs } from "../group-outputs.ts";
import type { AnswerAuthority, CandidateResult, DrawnInput, SearchCandidate } from "./contract.ts";
import type { Oracle } from "./oracle.ts";
import { judgeInputs, runOnInputs, type AnsweredInput } from "./run-programs.ts";
import type { SearchContext } from "./search-context.ts";

/** An input on which a candidate fails. */
export interface Failure {
  readonly candidate: SearchCandidate;
  readonly drawn: DrawnInput;
  readonly answer: TestData | undefined;
  readonly report: TestReport;
}

/** The first failure of each candidate in a batch, by the oracle's answers; smallest inputs first. */
export async function findFailures(
  context: SearchContext,
  oracle: Oracle,
  batch: { readonly drawn: readonly DrawnInput[]; readonly candidates: readonly SearchCandidate[] },
): Promise<{ readonly failures: readonly Failure[]; readonly answered: readonly AnsweredInput[] }> {
  const sorted = batch.drawn.toSorted((a, b) => a.input.bytes.length - b.input.bytes.length);
  const answers = await oracle.answer(sorted.map(({ input }) => input));
  const usable = sorted.flatMap((drawn, i) => {
    const answer = answers[i];
    return answer === undefined ? [] : [{ drawn, answer }];
  });
  const items = usable.map(({ drawn, answer }) => ({ input: drawn.input, answer }));
  const found = await Promise.all(
    batch.candidates.map(async (candidate): Promise<readonly Failure[]> => {
      const reports = await judgeInputs(context, candidate.program, { items, stopsAtFirstFailure: true });
      noteCheckerFault(context, reports);
      const at = reports.findIndex(({ verdict }) => isFailure(verdict));
      const [hit, report] = [usable[at], reports[at]];
      return hit === undefined || report === undefined ? [] : [{ candidate, ...hit, report }];
    }),
  );
  return { failures: found.flat(), answered: items };
}

/** A verdict that counts against a program. */
export function isFailure(verdict: TestReport["verdict"]): boolean {
  return verdict !== "accepted" && verdict !== "judge-failed" && verdict !== "skipped" && verdict !== "compile-error";
}

function noteCheckerFault(context: SearchContext, reports: readonly TestReport[]): void {
  const failed = reports.find(({ verdict }) => verdict === "judge-failed");
  if (failed === undefined) return;
  const { checker } = context.problem;
  const who = checker.kind === "program" ? checker.program.fileName : "judge";
  context.faults.add({ kind: "checker-fails", who, message: failed.message });
}

/** Who agrees with whom on one input. */
export interface Division {
  readonly drawn: DrawnInput;
  readonly results: readonly CandidateResult[];
  /** The majority's output, where there is a majority of two or more. */
  readonly answer: TestData | undefined;
  readonly authority: AnswerAuthority | undefined;
}

/** Where candidates disagree, in order; for when nobody knows the answers. */
export async function findDivisions(
  context: SearchContext,
  batch: {
    readonly drawn: readonly DrawnInput[];
    readonly candidates: readonly SearchCandidate[];
    readonly label?: string | undefined;
  },
): Promise<readonly Division[]> {
  const sorted = batch.drawn.toSorted((a, b) => a.input.bytes.length - b.input.bytes.length);
  const inputs = sorted.map(({ input }) => input);
  const rows = await Promise.all(
    batch.candidates.map(async ({ program }) =>
      runOnInputs(context, program, { inputs, stopsAtFirstFailure: true, label: batch.label }),
    ),
  );
  const divisions: Division[] = [];
  for (const [i, drawn] of sorted.entries()) {
    const reports = rows.map((row) => row[i]);
    const seen = new Set(reports.map((report) => report?.stdoutDigest ?? report?.verdict));
    if (seen.size < 2) continue;
    const division = await divide(context, drawn, { candidates: batch.candidates, reports });
    if (division !== undefined) divisions.push(division);
  }
  return divisions;
}

async function divide(
  context: SearchContext,
  drawn: DrawnInput,
  {
    candidates,
    reports,
  }: {
    readonly candidates: readonly SearchCandidate[];
    readonly reports: readonly (TestReport | undefined)[];
  },
): Promise<Division | undefined> {
  const present = candidates.flatMap(({ name }, i) => {
    const report = reports[i];
    if (report === undefined || report.verdict === "skipped" || report.verdict === "judge-failed") return [];
    const isDone = report.verdict === "accepted" && report.stdoutDigest !== undefined;
    const output = isDone ? context.judge.readOutput(report.stdoutDigest ?? "") : undefined;
    return [{ name, report, output }];
  });
  const done = present.flatMap(({ name, output }) => (output === undefined ? [] : [{ name, output }]));
  const numbers = await groupOutputs(
    context,
    drawn.input,
    done.map(({ output }) => output),
  );
  const classOf = new Map(done.map(({ name }, i) => [name, numbers[i] ?? 0]));
  const results = present.map(({ name, report }): CandidateResult => ({
    candidate: name,
    verdict: report.verdict,
    message: report.message,
    class: classOf.get(name),
  }));
  if (new Set(results.map(toClassKey)).size < 2) return undefined;
  const sizes = new Map<number, number>();
  for (const number of numbers) sizes.set(number, (sizes.get(number) ?? 0) + 1);
  const [first, second] = [...sizes].toSorted((a, b) => b[1] - a[1]);
  const hasMajority = first !== undefined && first[1] >= 2 && first[1] > (second?.[1] ?? 0);
  if (!hasMajority) return { drawn, results, answer: undefined, authority: undefined };
  const of = done.filter(({ name }) => classOf.get(name) === first[0]);
  const authority = { kind: "consensus", of: of.map(({ name }) => name) } as const;
  return { drawn, results, answer: of[0]?.output, authority };
}

/** What two results must share to count as agreeing. */
export function toClassKey(result: CandidateResult): string {
  return result.class === undefined ? result.verdict : `class ${result.class}`;
}
