import type { Problem, Program, TestCase } from "../../problem/index.ts";
import type { Rng } from "../../std/index.ts";
import { checkGenerator } from "../check-generator.ts";
import type { GeneratorWriter, InputArm, InputProposer } from "./contract.ts";
import { createGeneratorArm, listPackageGenerators, type GeneratorSource } from "./generator-arms.ts";
import { createFrameArm, toFramedInput } from "./framed-input.ts";
import { createMutationArm } from "./mutation-arm.ts";
import { createProposerArm } from "./proposer-arm.ts";
import type { SearchContext } from "./search-context.ts";
import { createSpecArms } from "./spec-arms.ts";
import { createTemplateArms } from "./template-arms.ts";
import type { Validity } from "./validity.ts";

/** All sources of inputs that a problem and the caller give. */
export async function createArms(
  context: SearchContext,
  options: {
    readonly validity: Validity;
    readonly rng: Rng;
    readonly generators?: readonly GeneratorSource[] | undefined;
    readonly proposers?: readonly InputProposer[] | undefined;
    readonly generatorWriters?: readonly GeneratorWriter[] | undefined;
    readonly isAttack?: boolean | undefined;
    readonly usesTests?: boolean | undefined;
    readonly minimumSize?: number | undefined;
    readonly maximumSize?: number | undefined;
    readonly gold: Program | undefined;
    readonly listAlive: () => readonly Program[];
  },
): Promise<readonly InputArm[]> {
  const { validity, rng, gold } = options;
  const { problem } = context;
  const written = await askWriters(context, options);
  const generators = [...(options.generators ?? listPackageGenerators(problem)), ...written];
  const attack = options.isAttack === true && gold !== undefined ? { gold, candidates: options.listAlive } : undefined;
  const inputs = listSeeds(problem, options).map((test) => toFramedInput(problem, test));
  const arms = [
    ...(validity.spec === undefined ? [] : createSpecArms(validity.spec, rng.derive("spec"))),
    ...generators.map((source) =>
      createGeneratorArm(context, { source, validity }, rng.derive("generator", source.generator.name)),
    ),
    ...(validity.spec === undefined && validity.isKnown ? createTemplateArms(inputs, rng.derive("likeness")) : []),
    ...(validity.isKnown ? [createMutationArm({ spec: validity.spec, inputs }, rng.derive("mutate"))] : []),
    ...(inputs.some(({ frame }) => frame !== undefined) ? [createFrameArm(inputs, rng.derive("frames"))] : []),
    ...(options.proposers ?? []).map((proposer) => createProposerArm(context, proposer, attack)),
  ];
  const least = options.minimumSize ?? 0;
  const most = options.maximumSize ?? 1;
  const sized = arms.filter((arm) => arm.size <= most);
  return sized.filter((arm) => arm.size >= least || arm.name.startsWith("calls") || arm.name.startsWith("propose"));
}

/** Tests that new inputs may start from. */
export function listSeeds(
  problem: Problem,
  options: { readonly usesTests?: boolean | undefined },
): readonly TestCase[] {
  return problem.tests.filter((test) => test.isSample || options.usesTests === true);
}

/** Generators that a writer gave, once corrected by the complaint about the first try. */
async function askWriters(
  context: SearchContext,
  options: {
    readonly validity: Validity;
    readonly generatorWriters?: readonly GeneratorWriter[] | undefined;
  },
): Promise<readonly GeneratorSource[]> {
  const sources: GeneratorSource[] = [];
  const validator = options.validity.validators.find(({ convention }) => convention !== "kattis");
  for (const writer of options.generatorWriters ?? []) {
    let complaint: string | undefined;
    for (let attempt = 0; attempt < 2; attempt++) {
      const { problem, signal } = context;
      const program = await writer.write({ problem, complaint }, { signal });
      if (program === undefined) break;
      const checked =
        validator === undefined
          ? undefined
          : await checkGenerator(context, { generator: program, validator: validator.program });
      if (checked?.kind === "tool-rejected") {
        complaint = checked.complaint;
        continue;
      }
      const calls = ["tiny", "small", "edge", "large"].map((size) => ["{seed}", size]);
      sources.push({ generator: { name: writer.name, program }, calls, isMutable: false });
      break;
    }
  }
  return sources;
}
