import { resolve } from "node:path";
import { openTestMakers, type TestMakers } from "../../app/index.ts";
import type { Journal } from "../../journal/index.ts";
import type { Judge } from "../../judge/index.ts";
import type { Problem } from "../../problem/index.ts";
import { AppError } from "../../std/index.ts";
import type { CliContext } from "../cli-context.ts";
import type { StatusLine } from "../view/status-line.ts";
import type { ForgeFlags } from "./forge.ts";

/** The models that `--model` names; undefined for none: the commands work without. @throws CONFIG_…, MODEL_… */
export async function openMakers(
  { env, cwd, stderr }: CliContext,
  request: {
    readonly flags: ForgeFlags;
    readonly problem: Problem;
    readonly path: string;
    readonly seed: string;
    readonly journal: Journal;
    readonly signal: AbortSignal;
  },
): Promise<TestMakers | undefined> {
  const { flags, problem, path, seed, journal, signal } = request;
  const models = flags.model ?? [];
  if (models.length === 0 && flags.deriveSpec !== true) return undefined;
  const deskDirectory = resolve(cwd, flags.out ?? "grandsmith-out", "desk");
  if (models.includes("desk")) stderr.write(`prompts are written to ${deskDirectory}\n`);
  const configPath = flags.config === undefined ? undefined : resolve(cwd, flags.config);
  const where = { env, cwd, configPath, deskDirectory, problemPath: path };
  const makers = await openTestMakers({ models, problem, seed, journal, signal, ...where });
  if (makers !== undefined) return makers;
  throw new AppError({
    code: "NO_MODEL",
    message: "--derive-spec needs a model: name one with --model, or in the configuration",
  });
}

/** The problem with the specification that `--derive-spec` asks for. @throws FORGE_SPEC_NOT_DERIVED */
export async function deriveSpec(
  problem: Problem,
  parts: {
    readonly flags: ForgeFlags;
    readonly judge: Judge;
    readonly makers: TestMakers | undefined;
    readonly status: StatusLine;
    readonly signal: AbortSignal;
  },
): Promise<Problem> {
  const { flags, judge, makers, status, signal } = parts;
  if (flags.deriveSpec !== true || makers === undefined) return problem;
  status.show(`${makers.names[0]} derives the input specification`);
  const derived = await makers.deriveInputSpec({ judge, problem, signal });
  if (derived.kind === "spec-derived") return { ...problem, inputSpec: derived.spec };
  throw new AppError({
    code: "FORGE_SPEC_NOT_DERIVED",
    message: `no specification that the model wrote could be believed: ${derived.complaints.join("; ")}`,
  });
}
