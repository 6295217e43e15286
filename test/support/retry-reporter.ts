import type { Reporter, TestModule } from "vitest/node";

/**
 * Prints the tests that failed once and passed when tried again (only where `retry` is set: on CI), each with how it
 * failed. Each names a fault to mend: in the test, or in what it tests.
 */
export default class RetryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules
      .flatMap((module) => [...module.children.allTests("passed")])
      .filter((test) => test.diagnostic()?.flaky === true)
      .map((test) => {
        const [error] = test.result().errors ?? [];
        const how = error === undefined ? "" : `: ${error.message.split("\n", 1)[0]}`;
        return `  ${test.module.relativeModuleId}: ${test.fullName}${how}\n`;
      });
    if (lines.length > 0) process.stderr.write(`\nPassed only on a second try, to be mended:\n${lines.join("")}`);
  }
}
