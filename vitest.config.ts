import { defineConfig } from "vitest/config";

const isOnCi = [process.env["CI"], process.env["GRANDSMITH_CI"]].some((value) => value !== undefined && value !== "");
const jsonFile = process.env["VITEST_JSON_FILE"];

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "benchmarks/**/*.test.ts"],
    reporters: [
      "default",
      "./test/support/skip-reporter.ts",
      "./test/support/retry-reporter.ts",
      ...(jsonFile === undefined ? [] : ["json"]),
    ],
    ...(jsonFile === undefined ? {} : { outputFile: { json: jsonFile } }),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Hostile programs are watched machine-wide and limits are measured: on CI nothing else runs beside them.
    maxWorkers: isOnCi ? 1 : 2,
    // A shared machine can upset what is measured; what needed a second try is printed, and never needs it at home.
    retry: isOnCi ? 1 : 0,
    pool: "forks",
  },
});
