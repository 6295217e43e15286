import type { Problem } from "../../problem.ts";
import type { PlannedTest, TestCase } from "../../test-case.ts";
import type { RowContext } from "./row-context.ts";

/** The name that a row's only generator is called by. */
export const generatorName = "gen";

/** `./gen --n 5` and `generator 5` give `gen --n 5` and `gen 5`; arguments alone get the name put before them. */
function toGeneratorCall(command: string): string {
  const args = command.trim().replace(/^(?:\.\/)?gen(?:erator)?(?:\.(?:cpp|exe|out))?(?=\s|$)/, "");
  return `${generatorName} ${args.trim()}`.trim();
}

/**
 * Puts generator calls to the tests that they made: one to one where there are as many calls as tests, as planned tests
 * where there are no tests. In between nothing says which belong together, and the calls are lost.
 */
export function withGeneratorCalls(
  tests: readonly TestCase[],
  commands: readonly string[],
  options: { readonly field: string; readonly hasGenerator: boolean; readonly context: RowContext },
): Pick<Problem, "tests" | "plannedTests"> {
  const { field, hasGenerator, context } = options;
  if (commands.length === 0) return { tests };
  if (!hasGenerator) {
    context.lose(field, `${commands.length} generator calls: there is no generator`);
    return { tests };
  }
  const calls = commands.map(toGeneratorCall);
  if (tests.length === 0) {
    const plannedTests = calls.map((generatorCall, index): PlannedTest => ({
      id: `tests/${index + 1}`,
      isSample: false,
      generatorCall,
    }));
    return { tests, plannedTests };
  }
  if (tests.length !== calls.length) {
    context.lose(field, `${calls.length} generator calls for ${tests.length} tests: which made which is not said`);
    return { tests };
  }
  return { tests: tests.map((test, index) => ({ ...test, generatorCall: calls[index] })) };
}
