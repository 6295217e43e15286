import { testIdPattern, nameRule } from "../../check-problem.ts";
import { toActualText } from "../../problem-issue.ts";
import type { SampleInteraction, ValidatorTest } from "../../problem.ts";
import type { PlannedTest, TestCase, TestData } from "../../test-case.ts";
import { toSchemaIssues } from "../schema-issues.ts";
import type { KattisContext } from "./context.ts";
import type { DataFiles } from "./data-files.ts";
import { findGroup, toCheckerFlags, toParent, toValidatorFlags, type FolderRules } from "./read-groups.ts";
import type { GeneratorPlan } from "./read-generators.ts";
import { findNearName } from "./near-names.ts";
import type { KattisMetadata } from "./read-metadata.ts";
import { testSchema, type TestConfig } from "./schema.ts";

/** What reading tests stands on. */
export interface TestSources {
  readonly context: KattisContext;
  readonly metadata: KattisMetadata;
  readonly files: DataFiles;
  readonly plan: GeneratorPlan | undefined;
  readonly rules: ReadonlyMap<string, FolderRules>;
  readonly groupIds: ReadonlySet<string>;
}

export interface KattisTests {
  readonly tests: readonly TestCase[];
  readonly plannedTests: readonly PlannedTest[];
  readonly validatorTests: readonly ValidatorTest[];
  readonly interactions: readonly SampleInteraction[];
}

/** All tests of `data/`, samples first, by name. */
export async function readTests(sources: TestSources): Promise<KattisTests> {
  const ids = new Set(sources.plan?.listed ?? []);
  for (const path of sources.files.paths) {
    if (path.endsWith(".in") && !path.includes(".files/")) ids.add(path.slice(0, -3));
  }
  checkStrays(sources, ids);
  const isKnown = checkFolders(sources, ids);
  const found = { tests: [] as TestCase[], plannedTests: [] as PlannedTest[], validatorTests: [] as ValidatorTest[] };
  for (const id of [...ids].toSorted((a, b) => (a < b ? -1 : 1))) {
    const [top = ""] = id.split("/");
    const isTest = top === "sample" || top === "secret";
    if (!testIdPattern.test(id) || !id.includes("/")) {
      sources.context.lose(`data/${id}.in`, "", `not a test: expected a name of ${nameRule}, in sample/ or secret/`);
    } else if (isTest) {
      const test = await readTest(sources, id);
      if (test === undefined) continue;
      if ("input" in test) found.tests.push(test);
      else found.plannedTests.push(test);
    } else if (isKnown(top)) {
      const test = await readValidatorTest(sources, id);
      if (test !== undefined) found.validatorTests.push(test);
    }
  }
  return { ...found, interactions: await readInteractions(sources) };
}

const dataFolders = ["sample", "secret", "invalid_input", "invalid_output", "valid_output"];

/** Folders of tests that the format does not know: an error where a known one is meant, else a loss, once each. */
function checkFolders({ context }: TestSources, ids: ReadonlySet<string>): (top: string) => boolean {
  const tops = [...ids].filter((id) => id.includes("/")).map((id) => id.slice(0, id.indexOf("/")));
  for (const top of new Set(tops)) {
    if (dataFolders.includes(top)) continue;
    const near = findNearName(top, dataFolders);
    const count = tops.filter((other) => other === top).length;
    if (near === undefined) {
      context.lose(`data/${top}`, "", `a folder that the format does not know, with ${count} tests`);
    } else {
      context.report({ file: `data/${top}`, expected: `the name data/${near}`, actual: `data/${top}` });
    }
  }
  return (top) => dataFolders.includes(top);
}

const shownFiles = /\.(?:in\.statement|ans\.statement|in\.download|ans\.download)$/;

function checkStrays({ context, files }: TestSources, ids: ReadonlySet<string>): void {
  for (const path of files.paths) {
    const [, stem = path, extension = ""] = /^(.+?)\.((?:in|ans)\.(?:statement|download)|[^./]+)$/.exec(path) ?? [];
    if (path.includes(".files/") || extension === "in") continue;
    if (/(?:^|\/)(?:testdata|test_group)\.yaml$/.test(path)) continue;
    const isKnown = ["ans", "out", "yaml", "hint", "desc", "interaction"].includes(extension);
    if (isKnown && ids.has(stem)) {
      if (extension === "out" && /^(?:sample|secret)\//.test(path))
        context.lose(`data/${path}`, "", "an output that is shown");
      continue;
    }
    if (extension === "ans" && /^(?:sample|secret)\//.test(path)) {
      context.report({
        file: `data/${path}`,
        expected: `data/${stem}.in beside it`,
        actual: "an answer without an input",
      });
    } else if (extension !== "interaction") {
      const reason = shownFiles.test(path) ? "how a sample is shown" : "not a file that judging needs";
      context.lose(`data/${path}`, "", reason);
    }
  }
}

async function readTest(sources: TestSources, id: string): Promise<TestCase | PlannedTest | undefined> {
  const { context, files, plan, metadata } = sources;
  const call = plan?.calls.get(id);
  const details = await readDetails(sources, id);
  const head = { id, isSample: id.startsWith("sample/"), ...details };
  if (!files.has(`${id}.in`)) {
    if (call !== undefined) return { ...head, generatorCall: call };
    const isShown = [...shownSuffixes, ".interaction"].some((suffix) => files.has(id + suffix));
    if (!isShown)
      context.report({ file: `data/${id}.in`, expected: "an input: generators.yaml lists it", actual: "no such file" });
    return undefined;
  }
  const input = await files.readTestData(`${id}.in`);
  const answer = await readAnswer(sources, id);
  const more = await readTestFiles(sources, id);
  if (input === undefined) return undefined;
  if (answer === undefined && plan?.listed.has(id) !== true && !metadata.isSubmitAnswer) {
    const isReported = files.has(`${id}.ans`);
    if (!isReported)
      context.report({ file: `data/${id}.ans`, expected: "an answer for each input", actual: "no such file" });
  }
  return {
    ...head,
    input,
    ...(answer === undefined ? {} : { answer }),
    ...(call === undefined ? {} : { generatorCall: call }),
    ...(more.length === 0 ? {} : { files: more }),
  };
}

const shownSuffixes = [".in.statement", ".ans.statement", ".in.download", ".ans.download"];

async function readAnswer({ files }: TestSources, id: string): Promise<TestData | undefined> {
  return files.has(`${id}.ans`) ? files.readTestData(`${id}.ans`) : undefined;
}

async function readTestFiles({ context, files }: TestSources, id: string) {
  const found: { fileName: string; data: TestData }[] = [];
  for (const path of files.paths) {
    if (!path.startsWith(`${id}.files/`)) continue;
    const fileName = path.slice(id.length + 7);
    if (!/^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/.test(fileName)) {
      context.report({ file: `data/${path}`, expected: `a name of ${nameRule}`, actual: toActualText(fileName) });
      continue;
    }
    const data = await files.readTestData(path);
    if (data !== undefined) found.push({ fileName, data });
  }
  return found;
}

async function readDetails(sources: TestSources, id: string) {
  const { files, rules, groupIds, metadata } = sources;
  const config = await readTestConfig(sources, id);
  const hint = config?.hint ?? (await files.readText(`${id}.hint`));
  const description = config?.description ?? (await files.readText(`${id}.desc`));
  const groupId = findGroup(toParent(id), groupIds);
  const folder = rules.get(toParent(id));
  const args = config?.args ?? folder?.args;
  const checkerFlags = config && toCheckerFlags(config);
  const validatorFlags = config && toValidatorFlags(config);
  return {
    ...(groupId === undefined ? {} : { groupId }),
    ...(hint === undefined ? {} : { hint }),
    ...(description === undefined ? {} : { description }),
    ...(args === undefined ? {} : { args }),
    ...(checkerFlags === undefined ? {} : { checkerFlags: [...metadata.validatorFlags, ...checkerFlags] }),
    ...(validatorFlags === undefined ? {} : { validatorFlags }),
  };
}

async function readTestConfig({ context, files }: TestSources, id: string): Promise<TestConfig | undefined> {
  const path = `${id}.yaml`;
  const source = await files.readYaml(path);
  if (source === undefined) return undefined;
  const file = `data/${path}`;
  const parsed = testSchema.safeParse(source.data);
  if (!parsed.success) {
    for (const issue of toSchemaIssues(parsed.error, { file, data: source.data, lineOf: source.lineOf }))
      context.report(issue);
    return undefined;
  }
  for (const key of [
    "input_visualizer_args",
    "output_visualizer_args",
    "full_feedback",
    "answer_validator_args",
  ] as const) {
    if (parsed.data[key] !== undefined) context.lose(file, key, "of what contestants and setters are shown");
  }
  return parsed.data;
}

const validatorKinds: Readonly<Record<string, ValidatorTest["kind"]>> = {
  invalid_input: "invalid-input",
  invalid_output: "invalid-output",
  valid_output: "valid-output",
};

async function readValidatorTest(sources: TestSources, path: string): Promise<ValidatorTest | undefined> {
  const { context, files, rules, metadata } = sources;
  const [top = ""] = path.split("/");
  const kind = Object.hasOwn(validatorKinds, top) ? validatorKinds[top] : undefined;
  if (kind === undefined) return undefined;
  if (!files.has(`${path}.in`)) {
    context.lose(`data/${path}`, "", "a test of validators that is still to be made");
    return undefined;
  }
  const input = await files.readTestData(`${path}.in`);
  const answer = kind === "invalid-input" ? undefined : await readAnswer(sources, path);
  const output =
    kind === "invalid-input" || !files.has(`${path}.out`) ? undefined : await files.readTestData(`${path}.out`);
  for (const [extension, data] of [
    ["ans", answer],
    ["out", output],
  ] as const) {
    if (kind === "invalid-input" || data !== undefined || files.has(`${path}.${extension}`)) continue;
    context.report({
      file: `data/${path}.${extension}`,
      expected: `it beside data/${path}.in`,
      actual: "no such file",
    });
  }
  if (input === undefined) return undefined;
  const config = await readTestConfig(sources, path);
  const folder = rules.get(toParent(path));
  const base = rules.get("");
  const own = config && toCheckerFlags(config);
  const inherited = folder?.checkerFlags === base?.checkerFlags ? undefined : folder?.checkerFlags;
  const checkerFlags = own ?? inherited;
  const validatorFlags =
    (config && toValidatorFlags(config)) ??
    (folder?.validatorFlags === base?.validatorFlags ? undefined : folder?.validatorFlags);
  const description = config?.description ?? (await files.readText(`${path}.desc`));
  return {
    id: path.slice(top.length + 1),
    kind,
    input,
    ...(answer === undefined ? {} : { answer }),
    ...(output === undefined ? {} : { output }),
    ...(checkerFlags === undefined ? {} : { checkerFlags: [...metadata.validatorFlags, ...checkerFlags] }),
    ...(validatorFlags === undefined ? {} : { validatorFlags }),
    ...(description === undefined ? {} : { description }),
  };
}

async function readInteractions({ files }: TestSources): Promise<readonly SampleInteraction[]> {
  const found: SampleInteraction[] = [];
  for (const path of files.paths) {
    if (!path.endsWith(".interaction")) continue;
    const text = await files.readText(path);
    if (text !== undefined) found.push({ id: path.slice(0, -12), text });
  }
  return found;
}
