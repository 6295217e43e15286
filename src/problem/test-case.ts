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

/** Arguments for all validators, or for those named alone (the others then get none). */
export type ValidatorFlags = readonly string[] | { readonly [validator: string]: readonly string[] };

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
  /** What may be told to those who fail it. */
  readonly hint?: string | undefined;
  /** Command-line arguments of the solution. */
  readonly args?: readonly string[] | undefined;
  /** Files that lie in the solution's working folder. */
  readonly files?: readonly { readonly fileName: string; readonly data: TestData }[] | undefined;
  /** For this test, instead of its group's and the checker's own; Kattis words where outputs are compared. */
  readonly checkerFlags?: readonly string[] | undefined;
  /** For this input, instead of its group's and the validators' own. */
  readonly validatorFlags?: ValidatorFlags | undefined;
}

/** A test that is still to be made: run the generator, then the main solution. */
export type PlannedTest = Omit<TestCase, "input" | "answer" | "generatorCall"> & { readonly generatorCall: string };

/** A subtask: tests that are scored together. */
export interface TestGroup {
  readonly id: string;
  /** The group that this one is a part of. */
  readonly parentId?: string | undefined;
  /** The most that the group can give. Undefined: what its parts give. */
  readonly points?: number | undefined;
  /**
   * How the scores of the group's tests and subgroups become its own. `minimum`: the worst decides; `sum`: each counts;
   * `complete`: all or nothing; `maximum`: the best decides; `average`: the mean.
   */
  readonly aggregation: "minimum" | "sum" | "complete" | "maximum" | "average";
  /** Groups that must be passed for this one to count. */
  readonly dependsOn: readonly string[];
  /** False: run and checked, and without influence on verdict and score above it (samples). Undefined: true. */
  readonly isCounted?: boolean | undefined;
  /** When the group passes: all of its parts do, or any, or it does in any case. Undefined: `all`. */
  readonly passesWhen?: "all" | "any" | "always" | undefined;
  /** True: the first failure ends the group. */
  readonly stopsAtFailure?: boolean | undefined;
  /** What an accepted test gives where the checker says nothing. Undefined: its share of `points`. */
  readonly acceptScore?: number | undefined;
  /** What a rejected test gives. Undefined: 0. */
  readonly rejectScore?: number | undefined;
  /** Scores outside are a fault of the package. */
  readonly scoreRange?: { readonly minimum?: number | undefined; readonly maximum?: number | undefined } | undefined;
  /** For this group's tests, instead of the checker's own flags; Kattis words where outputs are compared. */
  readonly checkerFlags?: readonly string[] | undefined;
  /** For this group's inputs, instead of the validators' own flags. */
  readonly validatorFlags?: ValidatorFlags | undefined;
  /** What passing the static validator is worth here; `pass-fail`: nothing, and failing it fails the group. */
  readonly staticScore?: number | "pass-fail" | undefined;
  readonly staticFlags?: readonly string[] | undefined;
}
