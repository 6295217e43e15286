import type { CompiledBlock, InputSpec } from "../../problem/index.ts";
import { Env } from "./env.ts";
import { toScopes, type InputScope } from "./input-value.ts";
import { isName } from "./narrow-range.ts";
import { toCompiled } from "./to-compiled.ts";

/** Where a specification's test cases are: the block of the whole input that holds them, counted by a variable. */
function findCases(spec: InputSpec): Extract<CompiledBlock, { readonly kind: "cases" }> | undefined {
  const { blocks } = toCompiled(spec).scope;
  const found = blocks.find((block) => block.kind === "cases");
  return found?.kind === "cases" && found.count.expression.kind === "name" ? found : undefined;
}

/**
 * Puts the test cases of many inputs into few: as many to one file as the specification allows, in order. Everything
 * outside the cases is taken from the first input. Inputs of a specification without cases come back as they are.
 *
 * @throws FORGE_SPEC_INVALID
 */
export function packCases(spec: InputSpec, inputs: readonly InputScope[]): readonly InputScope[] {
  const block = findCases(spec);
  const [frame] = inputs;
  if (block === undefined || frame === undefined) return inputs;
  const outer = toEnv(frame);
  const { blocks } = toCompiled(spec).scope;
  const counter = blocks
    .flatMap((item) => (item.kind === "line" ? item.fields : []))
    .find(({ name }) => isName(block.count, name));
  if (counter?.field.kind !== "int" || !outer.canCompute(counter.field.high)) return inputs;
  const mostCases = Number(outer.compute(counter.field.high));
  const most = block.sums.map((sum) => outer.compute(sum.most));
  const packed: InputScope[] = [];
  let cases: InputScope[] = [];
  let totals = most.map(() => 0n);
  const flush = (): void => {
    if (cases.length > 0) packed.push({ ...frame, [counter.name]: BigInt(cases.length), [block.name]: cases });
    cases = [];
    totals = most.map(() => 0n);
  };
  for (const scope of inputs.flatMap((input) => toScopes(input[block.name]))) {
    const env = toEnv(scope, outer);
    const costs = block.sums.map((sum) => env.compute(sum.each));
    if (cases.length >= mostCases || costs.some((cost, k) => (totals[k] ?? 0n) + cost > (most[k] ?? 0n))) flush();
    cases.push(scope);
    totals = totals.map((total, k) => total + (costs[k] ?? 0n));
  }
  flush();
  return packed;
}

/** Each test case of an input as an input of its own, where the specification allows a single case. */
export function splitCases(spec: InputSpec, input: InputScope): readonly InputScope[] {
  const block = findCases(spec);
  if (block?.count.expression.kind !== "name") return [input];
  const { name } = block.count.expression;
  return toScopes(input[block.name]).map((scope) => ({ ...input, [name]: 1n, [block.name]: [scope] }));
}

function toEnv(scope: InputScope, parent?: Env): Env {
  const env = new Env(parent);
  for (const [name, item] of Object.entries(scope)) env.set(name, item);
  return env;
}
