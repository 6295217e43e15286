import { testIdPattern, nameRule } from "../../check-problem.ts";
import { compareNatural } from "../../natural-order.ts";
import type { ValidatorTest } from "../../problem.ts";
import { toActualText, type ProblemIssue } from "../../problem-issue.ts";
import { suggest } from "../suggest.ts";
import type { ProblemFolder } from "./folder.ts";
import { manifestName } from "./layout.ts";
import { readTestData, type DataBudget } from "./read-tests.ts";
import type { Manifest } from "./schema.ts";

interface Context {
  readonly folder: ProblemFolder;
  readonly report: (issue: ProblemIssue) => void;
}

const validatorTestFolder = "validator-tests";

/** The folders in `validator-tests/`, in the order in which their tests come. */
export const validatorTestKinds = ["invalid-input", "valid-input", "invalid-output", "valid-output"] as const;

const parts = { in: "input", ans: "answer", out: "output" } as const;

type Kind = ValidatorTest["kind"];
type Extension = keyof typeof parts;

/** The path of a test of validators without its extensions, relative to the problem's folder. */
export function toValidatorTestPath({ kind, id }: Pick<ValidatorTest, "kind" | "id">): string {
  return `${validatorTestFolder}/${kind}/${id}`;
}

/**
 * The tests of the package's own validators and checker: by kind and in natural order, unless `validator_tests` lists
 * them all. Undefined where there are none.
 */
export async function readValidatorTests(
  context: Context,
  manifest: Pick<Manifest, "validator_tests">,
  budget: DataBudget,
): Promise<readonly ValidatorTest[] | undefined> {
  const found = await listFiles(context);
  const listed = manifest.validator_tests ?? [];
  const details = new Map(listed.map((entry) => [toValidatorTestPath(entry), entry]));
  for (const [index, entry] of listed.entries()) {
    const path = toValidatorTestPath(entry);
    if (found.has(path) && details.get(path) === entry) continue;
    const near = suggest(path, [...found.keys()].slice(0, 1000));
    context.report({
      file: manifestName,
      field: `validator_tests.${index}`,
      expected: found.has(path) ? "each test once" : `${path}.in`,
      actual: found.has(path) ? `${path} twice` : "no such file",
      advice: found.has(path) || near === undefined ? undefined : `did you mean ${near}.in?`,
    });
  }
  const paths = details.size === found.size ? [...details.keys()].filter((path) => found.has(path)) : found.keys();
  const tests: ValidatorTest[] = [];
  for (const path of paths) {
    const files = found.get(path);
    const test = files && (await readTest(context, { ...files, path, budget, entry: details.get(path) }));
    if (test !== undefined) tests.push(test);
  }
  return tests.length === 0 ? undefined : tests;
}

interface TestFiles {
  readonly kind: Kind;
  readonly id: string;
  readonly extensions: Set<Extension>;
}

/** Path without extension to what is there, in the order that tests have by themselves. */
async function listFiles({ folder, report }: Context): Promise<ReadonlyMap<string, TestFiles>> {
  const found = new Map<string, TestFiles>();
  for (const path of await folder.list(validatorTestFolder)) {
    const file = `${validatorTestFolder}/${path}`;
    const [, kindName, id = "", extension] = /^([^/]+)\/(.+)\.([^./]+)$/.exec(path) ?? [];
    const kind = validatorTestKinds.find((name) => name === kindName);
    if (kind === undefined || !isExtension(extension)) {
      const expected = `KIND/NAME.in, .ans or .out, where KIND is one of ${validatorTestKinds.join(", ")}`;
      report({ file, expected, actual: toActualText(path) });
    } else if (!testIdPattern.test(id)) {
      report({ file, expected: `names of ${nameRule}`, actual: toActualText(id) });
    } else {
      const key = toValidatorTestPath({ kind, id });
      const entry = found.get(key) ?? { kind, id, extensions: new Set() };
      entry.extensions.add(extension);
      found.set(key, entry);
    }
  }
  for (const [path, { extensions }] of found) {
    if (extensions.has("in")) continue;
    report({ file: `${path}.in`, expected: "an input", actual: "no such file" });
    found.delete(path);
  }
  return new Map(
    [...found].toSorted(
      ([, a], [, b]) =>
        validatorTestKinds.indexOf(a.kind) - validatorTestKinds.indexOf(b.kind) || compareNatural(a.id, b.id),
    ),
  );
}

function isExtension(text: string | undefined): text is Extension {
  return text !== undefined && Object.hasOwn(parts, text);
}

async function readTest(
  context: Context,
  source: TestFiles & {
    readonly path: string;
    readonly budget: DataBudget;
    readonly entry: NonNullable<Manifest["validator_tests"]>[number] | undefined;
  },
): Promise<ValidatorTest | undefined> {
  const { kind, id, extensions, path, budget, entry } = source;
  const read = async (extension: Extension) =>
    extensions.has(extension) ? readTestData(context, `${path}.${extension}`, budget) : undefined;
  const input = await read("in");
  const answer = await read("ans");
  const output = await read("out");
  if (input === undefined) return undefined;
  return {
    id,
    kind,
    validatorName: entry?.validator,
    verdict: entry?.verdict,
    input,
    answer,
    output,
    checkerFlags: entry?.checker_flags,
    validatorFlags: entry?.validator_flags,
    description: entry?.description,
  };
}
