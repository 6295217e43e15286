import type { Problem, TestCase, TestData } from "../problem/index.ts";
import type { AuditContext } from "./contract.ts";

/** The file of the package that holds a test's input or answer; the test's name where none does. */
export async function locateData(
  { files }: Pick<AuditContext, "files">,
  test: Pick<TestCase, "id">,
  data: TestData | undefined,
): Promise<string> {
  return (data && (await files.findBytes(data, test.id))) ?? `test ${test.id}`;
}

/** The file of the checker; its name where it is none. */
export async function locateChecker({ problem, files }: Pick<AuditContext, "problem" | "files">): Promise<string> {
  const { checker } = problem;
  if (checker.kind === "standard") return `checker ${checker.name}`;
  if (checker.kind === "compare") return "comparison of outputs";
  return (await files.findSource(checker.program)) ?? checker.program.fileName;
}

/** The flags that the checker gets for a test: of the test, else of the nearest group that has some. */
export function toCheckerFlags(problem: Problem, test: TestCase): readonly string[] | undefined {
  if (test.checkerFlags !== undefined) return test.checkerFlags;
  const groups = new Map(problem.groups.map((group) => [group.id, group]));
  for (let id = test.groupId, depth = 0; id !== undefined && depth <= groups.size; depth++) {
    const group = groups.get(id);
    if (group?.checkerFlags !== undefined) return group.checkerFlags;
    id = group?.parentId;
  }
  return undefined;
}

/** At most `count` tests that differ in size: the smallest, the largest, and some between. */
export function pickTests(tests: readonly TestCase[], count: number): readonly TestCase[] {
  const sorted = tests.toSorted((a, b) => a.input.bytes.length - b.input.bytes.length);
  if (sorted.length <= count) return sorted;
  const step = (sorted.length - 1) / Math.max(1, count - 1);
  return [...new Set(Array.from({ length: count }, (_, i) => sorted[Math.round(i * step)]))].flatMap((test) =>
    test === undefined ? [] : [test],
  );
}

/** Text with every byte as one character, so that nothing is lost. */
export function toText(data: TestData | Uint8Array): string {
  return Buffer.from("bytes" in data ? data.bytes : data).toString("latin1");
}

/** The bytes of such a text. */
export function toBytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "latin1"));
}

/** The same tokens, whatever separates them. */
export function hasSameTokens(a: string, b: string): boolean {
  return a.trim().split(/\s+/).join(" ") === b.trim().split(/\s+/).join(" ");
}
