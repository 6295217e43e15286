import { readPackage } from "../../app/index.ts";
import type { Judge } from "../../judge/index.ts";
import type { Problem } from "../../problem/index.ts";
import { AppError } from "../../std/index.ts";
import { makeTests } from "../../verify/index.ts";
import type { StatusLine } from "../view/status-line.ts";

/** A package with the tests that its plan makes. @throws PROBLEM_TESTS_MISSING and what reading throws */
export async function readWithTests(
  name: string,
  parts: {
    readonly cwd: string;
    readonly judge: Judge;
    readonly status: Pick<StatusLine, "show">;
    readonly signal: AbortSignal;
  },
): Promise<Problem> {
  const { cwd, judge, status, signal } = parts;
  status.show("reading the package");
  const { problem } = await readPackage(name, { cwd, signal });
  status.show("making tests");
  const made = await makeTests({ judge, signal }, problem);
  const [missing] = (problem.plannedTests ?? []).length > made.made ? made.findings : [];
  if (missing === undefined) return made.problem;
  throw new AppError({
    code: "PROBLEM_TESTS_MISSING",
    message: `test ${missing.subject} cannot be made: ${missing.message}; run grandsmith verify for all faults`,
    data: { subject: missing.subject },
  });
}
