import { defineConfig } from "vitest/config";

const jsonFile = process.env["VITEST_JSON_FILE"];

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "benchmarks/**/*.test.ts"],
    reporters: ["default", "./test/support/skip-reporter.ts", ...(jsonFile === undefined ? [] : ["json"])],
    ...(jsonFile === undefined ? {} : { outputFile: { json: jsonFile } }),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Hostile programs are watched machine-wide and limits are measured: on CI nothing else runs beside them.
    maxWorkers: process.env["CI"] === undefined ? 2 : 1,
    pool: "forks",
  },
});
