import type { Reporter, TestCase, TestModule } from "vitest/node";

/**
 * Where GRANDSMITH_CI or CI is set, every tool must be there: a skipped test fails the run. Elsewhere the names of the
 * skipped tests are printed.
 */
export default class SkipReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => [...module.children.allTests("skipped")].map(describeSkipped));
    if (skipped.length === 0) return;
    process.stderr.write(`\nSkipped tests:\n${skipped.map((line) => `  ${line}\n`).join("")}`);
    const { CI, GRANDSMITH_CI } = process.env;
    if (!isSet(CI) && !isSet(GRANDSMITH_CI)) return;
    process.stderr.write("No test may be skipped where CI or GRANDSMITH_CI is set.\n");
    process.exitCode = 1;
  }
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && !["", "0", "false"].includes(value);
}

function describeSkipped(test: TestCase): string {
  const result = test.result();
  const note = result.state === "skipped" && result.note !== undefined ? ` (${result.note})` : "";
  return `${test.module.relativeModuleId}: ${test.fullName}${note}`;
}
