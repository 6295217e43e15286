import { defineConfig } from "vitest/config";

const jsonFile = process.env["VITEST_JSON_FILE"];

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "benchmarks/**/*.test.ts"],
    reporters: ["default", "./test/support/skip-reporter.ts", ...(jsonFile === undefined ? [] : ["json"])],
    ...(jsonFile === undefined ? {} : { outputFile: { json: jsonFile } }),
    // These tests run real programs under real limits. As the judge confirms a doubtful verdict by a second run before it
    // counts, a failure is confirmed by a second run; one that does not come again is printed as flaky, with its retry.
    retry: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Hostile programs are watched machine-wide and limits are measured: on CI nothing else runs beside them.
    maxWorkers: process.env["CI"] === undefined ? 2 : 1,
    pool: "forks",
  },
});
