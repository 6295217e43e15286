import { readFile } from "node:fs/promises";
import { parseInputSpec, type InputSpec } from "../../problem/index.ts";
import { AppError, boundary } from "../../std/index.ts";
import type { SearchFlags } from "./forge.ts";
import { parseNumber } from "./with-judge.ts";

/** Seed and budget. @throws USAGE_INVALID */
export function parseSearchFlags(flags: SearchFlags) {
  const runs = parseNumber(flags.runs, { flag: "--runs", from: 1, to: 1e9, isWhole: true }) ?? 20_000;
  const seconds = parseNumber(flags.cpuTime, { flag: "--cpu-time", from: 0.1, to: 1e6, isWhole: false }) ?? 60;
  return { seed: flags.seed ?? "1", budget: { runs, cpuTimeMs: seconds * 1000 } };
}

/** @throws INPUT_SPEC_INVALID, INPUT_SPEC_UNREADABLE */
export async function readInputSpec(path: string): Promise<InputSpec> {
  const text = await boundary({ code: "INPUT_SPEC_UNREADABLE", what: `reading ${path}` }, () => readFile(path, "utf8"));
  const parsed = parseInputSpec(text, path);
  if (parsed.kind === "spec-parsed") return parsed.spec;
  const lines = parsed.issues.map(
    ({ field, expected, actual }) => `${field ?? "the file"}: expected ${expected}, got ${actual}`,
  );
  throw new AppError({
    code: "INPUT_SPEC_INVALID",
    message: `${path}: ${lines.join("; ")}`,
    data: { issues: parsed.issues.map((issue) => ({ ...issue })) },
  });
}
