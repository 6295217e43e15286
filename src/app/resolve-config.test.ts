import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AppError } from "../std/index.ts";
import { parseFlags, resolveConfig, type ConfigSources } from "./resolve-config.ts";
import { configSchema, settings, toVariableName } from "./settings.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "grandsmith-config-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

function resolve(sources: Partial<ConfigSources> = {}) {
  return resolveConfig({ flags: {}, env: {}, cwd, ...sources });
}

function catchError(action: () => unknown): AppError {
  try {
    action();
  } catch (error) {
    if (AppError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("the configuration", () => {
  it("takes flags before the environment before the file before the defaults", () => {
    writeFileSync(join(cwd, "grandsmith.config.yaml"), "seed: file\nconcurrency: 7\nmaxTokens: 10\n");
    const env = {
      GRANDSMITH_SEED: "environment",
      GRANDSMITH_CONCURRENCY: "8",
      GRANDSMITH_HOME: "/elsewhere",
      PATH: "/",
    };
    expect(resolve({ env, flags: { seed: "flag" } })).toMatchObject({
      seed: "flag",
      concurrency: 8,
      maxTokens: 10,
      modelTimeoutMs: 600_000,
    });
  });

  it("reads JSON as well, and the file that --config names instead of the one here", () => {
    writeFileSync(join(cwd, "grandsmith.config.json"), '{ "seed": "here" }');
    writeFileSync(join(cwd, "other.yaml"), "seed: other\n");
    expect(resolve().seed).toBe("here");
    expect(resolve({ configPath: "other.yaml" }).seed).toBe("other");
  });

  it("takes numbers with separators, lists, and paths relative to the current folder", () => {
    const flags = { maxTokens: "200_000", maxCostUsd: ".5", languages: "cpp23, python3", out: "results" };
    expect(parseFlags(flags, "/somewhere")).toEqual({
      maxTokens: 200_000,
      maxCostUsd: 0.5,
      languages: ["cpp23", "python3"],
      out: "/somewhere/results",
    });
  });

  it.each([
    [
      "the file",
      () => writeFileSync(join(cwd, "grandsmith.config.yaml"), "maxToken: 5\n"),
      {},
      /maxToken; did you mean maxTokens/,
    ],
    [
      "the environment",
      () => {},
      { GRANDSMITH_MAX_TOKEN: "5" },
      /GRANDSMITH_MAX_TOKEN; did you mean GRANDSMITH_MAX_TOKENS/,
    ],
  ])("refuses an unknown key of %s and says which was meant", (_name, prepare, env, message) => {
    prepare();
    const error = catchError(() => resolve({ env }));
    expect(error.code).toBe("CONFIG_UNKNOWN_KEY");
    expect(error.message).toMatch(message);
  });

  it("names file or variable or flag, and what came, for a bad value", () => {
    writeFileSync(join(cwd, "bad.yaml"), "concurrency: many\n");
    const inFile = catchError(() => resolve({ configPath: "bad.yaml" }));
    expect(inFile).toMatchObject({
      code: "CONFIG_INVALID",
      data: { field: "concurrency", file: join(cwd, "bad.yaml") },
    });
    expect(inFile.message).toContain('concurrency: got "many"');
    const inEnvironment = catchError(() => resolve({ env: { GRANDSMITH_CONCURRENCY: "-1" } }));
    expect(inEnvironment.message).toContain("GRANDSMITH_CONCURRENCY: got -1");
    const inFlag = catchError(() => resolve({ flags: { maxCostUsd: "free" } }));
    expect(inFlag.message).toContain('--max-cost: got "free"');
    const inList = catchError(() => resolve({ flags: { languages: "cpp20,cobol" } }));
    expect(inList.message).toContain('--language: got ["cpp20","cobol"]');
  });

  it.each([
    ["a list", "- 1\n", "CONFIG_INVALID"],
    ["broken YAML", "a: [", "CONFIG_UNREADABLE"],
  ])("refuses a file with %s", (_name, text, code) => {
    writeFileSync(join(cwd, "grandsmith.config.yaml"), text);
    expect(catchError(() => resolve()).code).toBe(code);
  });

  it("refuses a --config file that is not there", () => {
    expect(catchError(() => resolve({ configPath: "nothing.yaml" })).code).toBe("CONFIG_UNREADABLE");
  });

  it("has a row for each key of the schema, and a variable for each row", () => {
    expect(settings.map(({ key }) => key).toSorted()).toEqual(Object.keys(configSchema.shape).toSorted());
    expect(new Set(settings.map(({ key }) => toVariableName(key))).size).toBe(settings.length);
    expect(toVariableName("maxCostUsd")).toBe("GRANDSMITH_MAX_COST_USD");
  });
});
