import type { TestData } from "../problem/index.ts";
import type { ForgeContext } from "./forge-context.ts";

/**
 * Sorts outputs for one input into classes that agree under the problem's checker.
 * Two outputs agree when each is right where the other is taken as the answer.
 *
 * @returns for each output the number of its class, from 0 in order of first appearance
 */
export async function groupOutputs(
  context: ForgeContext,
  input: TestData,
  outputs: readonly TestData[],
): Promise<readonly number[]> {
  const representatives: TestData[] = [];
  const classes: number[] = [];
  for (const output of outputs) {
    let found = -1;
    for (const [i, representative] of representatives.entries()) {
      if (await doAgree(context, input, { a: representative, b: output })) {
        found = i;
        break;
      }
    }
    if (found < 0) found = representatives.push(output) - 1;
    classes.push(found);
  }
  return classes;
}

async function doAgree(
  context: ForgeContext,
  input: TestData,
  pair: { readonly a: TestData; readonly b: TestData },
): Promise<boolean> {
  if (pair.a.digest === pair.b.digest) return true;
  const { judge, problem, signal } = context;
  const compare = (output: TestData, answer: TestData) =>
    judge.compareOutputs(problem.checker, { input, output, answer }, { signal });
  const forth = await compare(pair.b, pair.a);
  if (forth.kind !== "outputs-agree") return false;
  if (problem.checker.kind !== "program") return true;
  return (await compare(pair.a, pair.b)).kind === "outputs-agree";
}
