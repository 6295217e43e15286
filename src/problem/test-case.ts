import { computeDigest } from "../std/index.ts";

/** The content of a test file and its SHA-256 digest. */
export interface TestData {
  readonly bytes: Uint8Array;
  readonly digest: string;
}

/** Test data from bytes, or from text as UTF-8 with nothing added. */
export function createTestData(content: Uint8Array | string): TestData {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return { bytes, digest: computeDigest(bytes) };
}

export interface TestCase {
  /** Unique within the problem, e.g. `sample/1`, `secret/04-max`. */
  readonly id: string;
  readonly isSample: boolean;
  readonly input: TestData;
  /** The jury's answer; undefined where there is none (made tests, open-ended problems). */
  readonly answer?: TestData | undefined;
  readonly groupId?: string | undefined;
  readonly points?: number | undefined;
  /** The generator call that made it, e.g. `gen 10 5 1`. */
  readonly generatorCall?: string | undefined;
  readonly description?: string | undefined;
}

/** A test that is still to be made: run the generator, then the main solution. */
export type PlannedTest = Omit<TestCase, "input" | "answer" | "generatorCall"> & { readonly generatorCall: string };

/** A subtask: tests that are scored together. */
export interface TestGroup {
  readonly id: string;
  readonly points?: number | undefined;
  /** `minimum`: the worst test decides; `sum`: each test counts; `complete`: all or nothing. */
  readonly aggregation: "minimum" | "sum" | "complete";
  /** Groups that must be passed for this one to count. */
  readonly dependsOn: readonly string[];
  /** For this group's tests, instead of the checker's own flags. */
  readonly checkerFlags?: readonly string[] | undefined;
  /** For this group's inputs, instead of the validators' own flags. */
  readonly validatorFlags?: readonly string[] | undefined;
}
