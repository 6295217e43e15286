import { classifySolutions, createMutants } from "../../src/forge/index.ts";
import { Rng } from "../../src/std/index.ts";
import { listAttackedPackages } from "../attacked-packages.ts";
import type { Subject } from "./subject.ts";

/**
 * Our packages with their own tests as the hidden suite. Each variant has a stream of its own: four of the package's
 * wrong solutions, twelve mutants of the right one (whatever they do), and a right one somewhere among them.
 */
export async function listPackageSubjects(variants: number): Promise<readonly Subject[]> {
  const packages = await listAttackedPackages();
  return packages.flatMap(({ name, problem }) => {
    const { accepted, wrong } = classifySolutions(problem);
    const [gold, ...others] = accepted;
    const hidden = problem.tests.filter((test) => !test.isSample && test.answer !== undefined);
    if (gold === undefined || hidden.length === 0) return [];
    const mutated = accepted.find(({ program }) => program.language.startsWith("cpp"));
    return Array.from({ length: variants }, (_, variant): Subject => {
      const rng = new Rng("test-generation").derive(name, variant);
      const mutants =
        mutated === undefined ? [] : createMutants(mutated.program, { count: 12, rng: rng.derive("mutants") });
      const right = others[variant % Math.max(1, others.length)] ?? gold;
      return {
        name: `${name} #${variant + 1}`,
        kind: "package",
        problem: {
          ...problem,
          tests: problem.tests.filter((test) => test.isSample),
          solutions: [],
          staticValidator: undefined,
        },
        hidden,
        reference: gold,
        referenceKind: "gold",
        knownRight: [right.name],
        stream: rng.shuffle([...rng.shuffle(wrong).slice(0, 4), ...mutants, right]),
      };
    });
  });
}
