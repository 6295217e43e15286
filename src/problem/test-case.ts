/** The content of a test file and its SHA-256 digest. */
export interface TestData {
  readonly bytes: Uint8Array;
  readonly digest: string;
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

/** A subtask: tests that are scored together. */
export interface TestGroup {
  readonly id: string;
  readonly points?: number | undefined;
  /** `minimum`: the worst test decides; `sum`: each test counts; `complete`: all or nothing. */
  readonly aggregation: "minimum" | "sum" | "complete";
  /** Groups that must be passed for this one to count. */
  readonly dependsOn: readonly string[];
}
