import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generateSpecInputs } from "../../src/forge/index.ts";
import { createMemoryJournal } from "../../src/journal/index.ts";
import { createJudge } from "../../src/judge/index.ts";
import { parseInputSpec, readProblem, type InputSpec, type Problem, type TestCase } from "../../src/problem/index.ts";
import { AppError, invariant } from "../../src/std/index.ts";
import type { Subject } from "./subject.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Problems of ours with a structure that can be claimed; `spec` where the package's format has no place for one. */
const places: readonly { readonly folder: string; readonly spec?: string }[] = [
  { folder: "examples/night-bus" },
  { folder: "examples/two-couriers" },
  { folder: "test/recordings/ferry-queue", spec: "runs/hypothesis/specs/ferry-queue.yaml" },
  { folder: "test/recordings/pebble-piles" },
  { folder: "test/packages/polygon-distinct-sum", spec: "runs/kill-rate/polygon-distinct-sum.yaml" },
  { folder: "test/packages/kattis-legacy-factors", spec: "runs/kill-rate/kattis-legacy-factors.yaml" },
  { folder: "runs/hypothesis/problems/bracket-flips" },
  { folder: "runs/hypothesis/problems/carry-free" },
  { folder: "runs/hypothesis/problems/counting-out" },
  { folder: "runs/hypothesis/problems/stamp-sheet" },
];

/** What is asked at the desk, by name. */
export const deskNames: readonly string[] = places.map(({ folder }) => toName(folder));

function toName(folder: string): string {
  return folder.slice(folder.lastIndexOf("/") + 1);
}

/** A problem as it is asked at the desk; a package's own level and tests play no part. */
export async function openDeskProblem(name: string): Promise<Subject> {
  const place = places.find(({ folder }) => toName(folder) === name);
  if (place === undefined) {
    throw new AppError({
      code: "PROBLEM_NOT_FOUND",
      message: `expected the name of a problem that is asked at the desk, got ${name}; there are: ${deskNames.join(", ")}`,
    });
  }
  const { folder, spec } = place;
  const read = await readProblem(join(root, folder));
  const inputSpec = spec === undefined ? read.inputSpec : await readSpec(join(root, spec));
  const main = read.solutions.find(({ isMain }) => isMain) ?? read.solutions[0];
  invariant(inputSpec !== undefined && main !== undefined, `${folder} has a specification and a solution`);
  const problem: Problem = {
    ...read,
    inputSpec,
    tests: read.tests.filter(({ isSample }) => isSample),
    groups: [],
    solutions: [],
    scoring: { kind: "binary" },
    provenance: { ...read.provenance, level: 3 },
  };
  const bruteForce = main.program;
  const base = { name, group: "desk", problem, bruteForce, languages: ["cpp20"] as const };
  return { ...base, suite: [...problem.tests, ...(await makeSuite({ name, inputSpec, bruteForce }))] };
}

/** Tests of all sizes, answered by the right program. */
async function makeSuite(parts: {
  readonly name: string;
  readonly inputSpec: InputSpec;
  readonly bruteForce: Subject["bruteForce"];
}): Promise<readonly TestCase[]> {
  const { name, inputSpec, bruteForce } = parts;
  await using judge = await createJudge({ journal: createMemoryJournal() });
  const { inputs } = generateSpecInputs(inputSpec, {
    counts: { tiny: 20, small: 20, edge: 20, large: 8 },
    seed: `suite of ${name}`,
    known: new Set(),
    answerableSize: 0.4,
  });
  const limits = { timeLimitMs: 10_000, memoryLimitBytes: 1024 ** 3 };
  const reports = await judge.execute(bruteForce, { inputs: inputs.map(({ input }) => ({ stdin: input })), limits });
  return inputs.map(({ input }, i) => {
    const report = reports[i];
    if (report?.verdict !== "accepted" || report.stdoutDigest === undefined) {
      throw new Error(`the right program of ${name} ends with ${report?.verdict}: ${report?.message}`);
    }
    const id = `suite/${String(i + 1).padStart(2, "0")}`;
    return { id, isSample: false, input, answer: judge.readOutput(report.stdoutDigest) };
  });
}

async function readSpec(file: string): Promise<InputSpec> {
  const parsed = parseInputSpec(await readFile(file, "utf8"), file);
  if (parsed.kind !== "spec-refused") return parsed.spec;
  throw new AppError({ code: "PROBLEM_INVALID", message: `${file}: ${JSON.stringify(parsed.issues)}` });
}
