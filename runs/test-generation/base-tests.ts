import { generateInput, listPackageGenerators, renderInput } from "../../src/forge/index.ts";
import type { Judge } from "../../src/judge/index.ts";
import { createTestData, type TestCase, type TestData } from "../../src/problem/index.ts";
import { Rng } from "../../src/std/index.ts";
import type { Subject } from "./subject.ts";

/** What one has without looking for differences: the samples, and random inputs with the reference's answers. */
export async function makeBaseTests(judge: Judge, subject: Subject): Promise<readonly TestCase[]> {
  const { problem, reference } = subject;
  const samples = problem.tests.filter((test) => test.answer !== undefined);
  const isPlain = problem.interactor === undefined && (problem.passLimit ?? 1) === 1;
  const hasFrame = problem.tests.some(({ args, files }) => args !== undefined || files !== undefined);
  if (!isPlain || hasFrame || problem.streams.input.kind !== "stdin") return samples;
  const inputs = await drawInputs(judge, subject);
  const limits = { ...problem.limits, timeLimitMs: Math.max(3000, problem.limits.timeLimitMs) };
  const reports = await judge.execute(reference.program, { inputs: inputs.map((stdin) => ({ stdin })), limits });
  const made = inputs.flatMap((input, i): readonly TestCase[] => {
    const report = reports[i];
    if (report?.verdict !== "accepted" || report.stdoutDigest === undefined) return [];
    return [{ id: `base/${i + 1}`, isSample: false, input, answer: judge.readOutput(report.stdoutDigest) }];
  });
  return [...samples, ...made];
}

const sizes: readonly number[] = [0.1, 0.1, 0.2, 0.2, 0.35, 0.35, 0.5, 0.8];

async function drawInputs(judge: Judge, { name, problem }: Subject): Promise<readonly TestData[]> {
  const { inputSpec } = problem;
  const rng = new Rng("base tests").derive(name);
  if (inputSpec !== undefined) {
    return sizes.map((size, i) =>
      createTestData(renderInput(inputSpec, generateInput(inputSpec, { size, rng: rng.derive(i) }))),
    );
  }
  const made: TestData[] = [];
  for (const { generator, calls } of listPackageGenerators(problem)) {
    const inputs = calls.slice(0, sizes.length).map((args, i) => ({
      args: args.map((arg) => arg.replaceAll("{seed}", String(rng.derive(generator.name, i).nextInt(1, 1_000_000)))),
      stdin: createTestData(""),
    }));
    const limits = { timeLimitMs: 10_000, memoryLimitBytes: 1024 ** 3 };
    for (const report of await judge.execute(generator.program, { inputs, limits })) {
      if (report.verdict === "accepted" && report.stdoutDigest !== undefined) {
        made.push(judge.readOutput(report.stdoutDigest));
      }
    }
  }
  return made;
}
