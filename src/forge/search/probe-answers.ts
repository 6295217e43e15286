import { createTestData, type TestData } from "../../problem/index.ts";
import type { FramedInput, SearchCandidate } from "./contract.ts";
import { judgeInputs } from "./run-programs.ts";
import type { SearchContext } from "./search-context.ts";

/**
 * Answers for interactors that read the jury's answer, which no program prints: short ones are tried (those of the
 * samples, small numbers, numbers of the input) until the gold solution is accepted. Undefined where none fits.
 */
export async function probeAnswers(
  context: SearchContext,
  gold: SearchCandidate,
  job: { readonly inputs: readonly FramedInput[]; readonly label?: string | undefined },
): Promise<readonly (TestData | undefined)[]> {
  const answers: (TestData | undefined)[] = [];
  for (const input of job.inputs) answers.push(await probeOne(context, gold, { input, label: job.label }));
  return answers;
}

const chunkSize = 6;
const smallNumbers = 24;
const shownTokens = 12;

async function probeOne(
  context: SearchContext,
  gold: SearchCandidate,
  { input, label }: { readonly input: FramedInput; readonly label: string | undefined },
): Promise<TestData | undefined> {
  if (context.meter.isSpent) return undefined;
  const tries = listTries(context, input);
  for (let from = 0; from < tries.length; from += chunkSize) {
    const items = tries.slice(from, from + chunkSize).map((text) => ({ input, answer: createTestData(text) }));
    const reports = await judgeInputs(context, gold.program, { items, label });
    const found = reports.findIndex(({ verdict }) => verdict === "accepted");
    if (found >= 0) return items[found]?.answer;
  }
  return undefined;
}

function listTries({ problem }: SearchContext, input: FramedInput): readonly string[] {
  const samples = problem.tests.flatMap(({ isSample, answer }) =>
    isSample && answer !== undefined && answer.bytes.length < 100 ? [new TextDecoder().decode(answer.bytes)] : [],
  );
  const numbers = Array.from({ length: smallNumbers }, (_, i) => `${i}\n`);
  const tokens = new TextDecoder("latin1").decode(input.bytes.subarray(0, 1000)).split(/\s+/);
  const own = tokens.filter((token) => token !== "").slice(0, shownTokens);
  return [...new Set([...samples, ...numbers, ...own.map((token) => `${token}\n`)])];
}
