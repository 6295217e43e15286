import type { DerivedInputSpec, RoleContext } from "../agent/index.ts";
import type { ForgeContext, GeneratorWriter, InputProposer } from "../forge/index.ts";
import type { Journal } from "../journal/index.ts";
import { computeProblemDigest, type Problem } from "../problem/index.ts";
import { deriveSeed } from "../std/index.ts";
import { createBasePolicy, wrapPolicy } from "./create-policy.ts";
import { readRecording } from "./read-recording.ts";
import { resolveConfig, type Environment } from "./resolve-config.ts";

export interface TestMakersRequest {
  /** As `--model` names them; none: the one of the configuration. */
  readonly models: readonly string[];
  readonly problem: Problem;
  /** Where a recording may lie. */
  readonly problemPath?: string | undefined;
  readonly env: Environment;
  readonly cwd: string;
  readonly seed: string;
  readonly journal: Journal;
  readonly configPath?: string | undefined;
  readonly deskDirectory: string;
  readonly signal?: AbortSignal | undefined;
}

/** Models as makers of tests: each proposes inputs; the first one also writes a generator and derives specifications. */
export interface TestMakers {
  readonly names: readonly string[];
  readonly proposers: readonly InputProposer[];
  readonly generatorWriters: readonly GeneratorWriter[];
  deriveInputSpec(context: ForgeContext): Promise<DerivedInputSpec>;
  readUsage(): { readonly calls: number; readonly failedCalls: number; readonly outputTokens: number };
}

const maxTokensPerAnswer = 8000;

/**
 * Opens the models that make tests; undefined where none is named or configured.
 *
 * @throws CONFIG_…, MODEL_…, RECORDING_…
 */
export async function openTestMakers(request: TestMakersRequest): Promise<TestMakers | undefined> {
  const { createGeneratorWriter, createInputProposer, createSampler, deriveInputSpec, toStatementParts } =
    await import("../agent/index.ts");
  const { createBudget } = await import("../policy/index.ts");
  const { problem, env, cwd, journal, signal } = request;
  const config = resolveConfig({ flags: {}, env, cwd, configPath: request.configPath });
  const models = request.models.length > 0 ? request.models : config.model === undefined ? [] : [config.model];
  const budget = createBudget({ maxTokens: config.maxTokens, maxCostUsd: config.maxCostUsd });
  const recording = request.problemPath === undefined ? undefined : await readRecording(request.problemPath);
  const seed = deriveSeed(request.seed, computeProblemDigest(problem));
  const opened = await Promise.all(
    models.map(async (model, index) => {
      const { policy: base } = await createBasePolicy(model, {
        config,
        env,
        recording,
        deskDirectory: () => request.deskDirectory,
        onRetry: () => {},
        onStale: () => {},
      });
      const policy = await wrapPolicy(base, { model, config, budget, journal });
      const sampler = createSampler({ policy, journal, seed, maxTokens: maxTokensPerAnswer, signal });
      const statementParts = toStatementParts(problem, policy.info.canSeeImages);
      const roles: RoleContext = { sampler, statementParts, languages: config.languages };
      return { model, roles, proposer: createInputProposer(roles, { name: model, index }) };
    }),
  );
  const [first] = opened;
  if (first === undefined) return undefined;
  return {
    names: models,
    proposers: opened.map(({ proposer }) => proposer),
    generatorWriters: [createGeneratorWriter(first.roles, { name: first.model })],
    deriveInputSpec: async (context) => deriveInputSpec(first.roles, context),
    readUsage() {
      const usages = opened.map(({ roles }) => roles.sampler.readUsage());
      const sum = (pick: (usage: (typeof usages)[number]) => number): number =>
        usages.reduce((total, usage) => total + pick(usage), 0);
      return {
        calls: sum((usage) => usage.calls),
        failedCalls: sum((usage) => usage.failedCalls),
        outputTokens: sum((usage) => usage.outputTokens),
      };
    },
  };
}
