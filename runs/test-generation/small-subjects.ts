import { problems, type BenchmarkProblem } from "../../benchmarks/time-to-kill/problems.ts";
import { createMutants, generateInput, renderInput, type SearchCandidate } from "../../src/forge/index.ts";
import type { Judge } from "../../src/judge/index.ts";
import { createTestData, defaultChecker, type Problem, type TestCase, type TestData } from "../../src/problem/index.ts";
import { Rng } from "../../src/std/index.ts";
import type { Subject } from "./subject.ts";

/**
 * The small problems of the benchmark time-to-kill. Their hidden suite is what a setter would make: 40 calls of the
 * problem's own generator, and inputs of the specification from small to largest, answered by the right program.
 */
export async function listSmallSubjects(judge: Judge, variants: number): Promise<readonly Subject[]> {
  const subjects: Subject[] = [];
  for (const small of problems) {
    const right = toCandidate("right", small.bruteForce);
    const suite = await makeSuite(judge, small, right);
    const [sample, ...hidden] = suite;
    if (sample === undefined) continue;
    for (let variant = 0; variant < variants; variant++) {
      const rng = new Rng("test-generation").derive(small.name, variant);
      const bugs = Object.entries(small.bugs).map(([name, source]) => toCandidate(name, source));
      const mutants = createMutants(right.program, { count: 12, rng: rng.derive("mutants") });
      subjects.push({
        name: `${small.name} #${variant + 1}`,
        kind: "small",
        problem: { ...toProblem(small), tests: [{ ...sample, id: "sample/1", isSample: true }] },
        hidden,
        reference: right,
        referenceKind: "brute-force",
        knownRight: [right.name],
        stream: rng.shuffle([...bugs, ...mutants, right]),
      });
    }
  }
  return subjects;
}

function toCandidate(name: string, source: string): SearchCandidate {
  return { name, program: { language: "cpp20", fileName: "main.cpp", source } };
}

function toProblem(small: BenchmarkProblem): Problem {
  return {
    id: small.name.replaceAll(" ", "-"),
    title: small.name,
    statements: [{ languageTag: "en", markdown: `Find the ${small.name}.`, images: [] }],
    limits: { timeLimitMs: 1000, memoryLimitBytes: 256 * 1024 ** 2 },
    streams: { input: { kind: "stdin" }, output: { kind: "stdout" } },
    tests: [],
    groups: [],
    checker: defaultChecker,
    inputSpec: small.spec,
    validators: [],
    generators: [],
    solutions: [],
    scoring: { kind: "binary" },
    provenance: { format: "native", authors: [], tags: [] },
  };
}

const sizes: readonly number[] = [0.05, 0.1, 0.2, 0.35, 0.5, 0.8, 1, 1];

async function makeSuite(judge: Judge, small: BenchmarkProblem, right: SearchCandidate): Promise<readonly TestCase[]> {
  const limits = { timeLimitMs: 10_000, memoryLimitBytes: 1024 ** 3 };
  const run = async (program: SearchCandidate["program"], calls: readonly { args?: string[]; stdin: TestData }[]) => {
    const reports = await judge.execute(program, { inputs: calls, limits });
    return reports.map(({ verdict, stdoutDigest }) => {
      if (verdict === "accepted" && stdoutDigest !== undefined) return judge.readOutput(stdoutDigest);
      throw new Error(`${small.name}: a program of the benchmark ends with ${verdict}`);
    });
  };
  const nothing = createTestData("");
  const calls = Array.from({ length: 40 }, (_, i) => ({ args: [String(1000 + i)], stdin: nothing }));
  const made = await run(toCandidate("generator", small.generator).program, calls);
  const rng = new Rng("hidden suite").derive(small.name);
  const sized = sizes.map((size, i) => {
    const value = generateInput(small.spec, { size, rng: rng.derive(i) });
    return createTestData(renderInput(small.spec, value));
  });
  const inputs = [...new Map([...made, ...sized].map((input) => [input.digest, input])).values()];
  const answers = await run(
    right.program,
    inputs.map((stdin) => ({ stdin })),
  );
  return inputs.map((input, i) => ({ id: `hidden/${i + 1}`, isSample: false, input, answer: answers[i] }));
}
