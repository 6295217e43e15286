import { compareNatural } from "../../natural-order.ts";
import type { TestCase } from "../../test-case.ts";
import type { ForeignContext } from "../foreign/read-foreign.ts";
import { configName, toMemoryBytes, toTimeMs, type Config, type ConfigSource } from "./config.ts";

export const dataFolder = "testdata";

/** The tests that the subtasks name, then every further complete pair in `testdata/`. */
export async function readTests(
  context: ForeignContext,
  config: ConfigSource,
  limits: { readonly timeLimitMs: number; readonly memoryLimitBytes: number },
): Promise<readonly TestCase[]> {
  const named = toNamedCases(context, config);
  checkLimits(context, config, limits);
  const { input_suffix: inSuffix = ".in", output_suffix: outSuffix = ".ans" } = config.data;
  const taken = new Set(named.map((item) => item.input));
  const further = [...context.files]
    .filter((path) => path.startsWith(`${dataFolder}/`) && path.endsWith(inSuffix) && inSuffix !== "")
    .map((path) => path.slice(dataFolder.length + 1))
    .filter((input) => !taken.has(input))
    .map((input) => ({ input, output: input.slice(0, input.length - inSuffix.length) + outSuffix }))
    .toSorted((a, b) => compareNatural(a.input, b.input));
  const extra = further.filter(({ output }) => context.files.has(`${dataFolder}/${output}`));
  for (const { input } of further.filter((item) => !extra.includes(item))) {
    context.lose({ file: `${dataFolder}/${input}`, field: "", reason: "in no subtask, and without an answer" });
  }
  const tests: TestCase[] = [];
  for (const { input, output } of [...named, ...extra]) {
    const data = await context.readTest(`${dataFolder}/${input}`);
    const answerPath = `${dataFolder}/${output}`;
    const answer = context.files.has(answerPath) ? await context.readTest(answerPath) : undefined;
    if (data === undefined) continue;
    const id = input.endsWith(inSuffix) ? input.slice(0, input.length - inSuffix.length) : input;
    tests.push({ id, isSample: false, input: data, answer });
  }
  return tests;
}

interface NamedCase {
  readonly input: string;
  readonly output: string;
}

function toNamedCases(context: ForeignContext, { data, lineOf }: ConfigSource): readonly NamedCase[] {
  const { input_prefix = "", output_prefix = "", input_suffix = ".in", output_suffix = ".ans" } = data;
  const cases: NamedCase[] = [];
  let next = 1;
  const addCounted = (count: number): void => {
    for (let index = 0; index < count; index++, next++) {
      cases.push({ input: `${input_prefix}${next}${input_suffix}`, output: `${output_prefix}${next}${output_suffix}` });
    }
  };
  for (const [index, subtask] of (data.subtasks ?? []).entries()) {
    if (subtask.n_cases !== undefined) addCounted(subtask.n_cases);
    else if (subtask.cases !== undefined) {
      cases.push(
        ...subtask.cases.map(({ input, output }) => ({ input, output: output ?? `${input}${output_suffix}` })),
      );
    } else {
      const field = `subtasks.${index}`;
      const expected = "n_cases, or a list of cases";
      context.report({ file: configName, field, line: lineOf(field), expected, actual: "neither" });
    }
  }
  if (data.subtasks === undefined && data.test_count !== undefined) addCounted(data.test_count);
  if (cases.length > 20_000) {
    context.report({ file: configName, field: "subtasks", expected: "at most 20000 cases", actual: `${cases.length}` });
    return [];
  }
  const inputs = new Set<string>();
  return cases.filter(({ input }) => {
    if (inputs.has(input))
      context.lose({ file: configName, field: "subtasks", reason: `${input} is there more than once` });
    const isNew = !inputs.has(input);
    inputs.add(input);
    return isNew;
  });
}

/** Limits of single subtasks and cases, which a problem does not have. */
function checkLimits(
  context: ForeignContext,
  config: ConfigSource,
  limits: { readonly timeLimitMs: number; readonly memoryLimitBytes: number },
): void {
  const quantities = { ...context, lineOf: config.lineOf };
  type Part = Pick<Config, "time" | "time_limit" | "memory" | "memory_limit">;
  const check = (field: string, part: Part): void => {
    const timeMs = toTimeMs(quantities, `${field}.time`, part.time_limit ?? part.time);
    const bytes = toMemoryBytes(quantities, `${field}.memory`, part.memory_limit ?? part.memory);
    const lose = (key: string, own: number, all: number): void =>
      context.lose({ file: configName, field: `${field}.${key}`, reason: `${own} there, ${all} for all tests here` });
    if (timeMs !== undefined && timeMs !== limits.timeLimitMs) lose("time", timeMs, limits.timeLimitMs);
    if (bytes !== undefined && bytes !== limits.memoryLimitBytes) lose("memory", bytes, limits.memoryLimitBytes);
  };
  for (const [index, subtask] of (config.data.subtasks ?? []).entries()) {
    check(`subtasks.${index}`, subtask);
    for (const [at, item] of (subtask.cases ?? []).entries()) {
      check(`subtasks.${index}.cases.${at}`, { time: item.time, memory: item.memory });
    }
  }
}
