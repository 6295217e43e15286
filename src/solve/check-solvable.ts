import { isCheckerSound, type ForgeContext, type ForgeFault } from "../forge/index.ts";
import type { Policy } from "../policy/index.ts";
import type { Problem } from "../problem/index.ts";
import { AppError } from "../std/index.ts";

/** What the user should know before anything is spent. */
export function listWarnings(problem: Problem, policy: Pick<Policy, "info">): readonly string[] {
  const statement = problem.statements[0];
  const warnings: string[] = [];
  if (statement.isPlaceholder === true) {
    warnings.push("The package has no statement text: the model sees only the title and the samples.");
  }
  if (statement.images.length > 0 && !policy.info.canSeeImages) {
    warnings.push(
      `The statement has ${statement.images.length} image(s) and ${policy.info.name} cannot see images: it is told where they stand, not what they show.`,
    );
  }
  return warnings;
}

/**
 * A checker that accepts anything, or nothing, makes every verdict worthless: found out before the model is asked.
 *
 * @throws PROBLEM_INVALID when it cannot check at all
 */
export async function findCheckerFault(forge: ForgeContext): Promise<string | undefined> {
  const faults: ForgeFault[] = [];
  const samples = forge.problem.tests.filter((test) => test.isSample);
  await isCheckerSound({ ...forge, faults: { add: (fault) => faults.push(fault) } }, samples);
  const [fault] = faults;
  if (fault?.kind === "checker-fails") {
    throw new AppError({
      code: "PROBLEM_INVALID",
      message: `"${forge.problem.title}" cannot be judged: its checker ${fault.who} fails on a sample: ${fault.message.slice(0, 500)}`,
    });
  }
  return fault === undefined ? undefined : `The package's checker cannot be relied on: ${fault.message.slice(0, 500)}.`;
}

/** @throws PROBLEM_UNSUPPORTED */
export function assertSupported(problem: Problem): void {
  const unsupported =
    problem.interactor !== undefined
      ? "it is interactive"
      : problem.scoring.kind === "open-ended"
        ? "it is open-ended (no answer is right or wrong)"
        : problem.streams.input.kind !== "stdin" || problem.streams.output.kind !== "stdout"
          ? "it reads or writes named files instead of standard input and output"
          : problem.functionCall !== undefined
            ? "it asks for a function, not for a program"
            : undefined;
  if (unsupported !== undefined) {
    throw new AppError({
      code: "PROBLEM_UNSUPPORTED",
      message: `"${problem.title}" cannot be solved yet: ${unsupported}. Supported: problems with right and wrong answers on standard streams.`,
    });
  }
}
