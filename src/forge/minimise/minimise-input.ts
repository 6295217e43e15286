import { createTestData, type InputSpec, type TestData } from "../../problem/index.ts";
import { parseInput } from "../input-spec/parse-input.ts";
import { Search, type InputTest, type MinimiseProgress } from "./search.ts";
import { minimiseText } from "./minimise-text.ts";
import { minimiseValue } from "./minimise-value.ts";

export interface MinimiseOptions {
  readonly input: TestData;
  /** Whether each input still shows what is looked for, e.g. still fails; one call may judge all of them at once. */
  readonly areInteresting: InputTest;
  /** Keeps every candidate valid by construction, where the input fits it. */
  readonly spec?: InputSpec | undefined;
  /** Asked before `areInteresting` about candidates that no specification vouches for; undefined: all are valid. */
  readonly areValid?: InputTest | undefined;
  readonly budget: {
    /** Inputs that `areInteresting` may be asked about. */
    readonly runs: number;
  };
  /** Candidates in one call; 16 where undefined. The result does not depend on it, unless the budget ends. */
  readonly batchSize?: number | undefined;
  readonly onProgress?: ((progress: MinimiseProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type MinimisedInput =
  | {
      readonly kind: "input-minimised";
      readonly input: TestData;
      readonly tokens: number;
      readonly runs: number;
      /** `local-minimum`: no step makes it smaller; `budget-spent`: there may be more to gain. */
      readonly end: "local-minimum" | "budget-spent";
      /** Whether the specification led the way. */
      readonly usedSpec: boolean;
    }
  /** The input that was given does not show what is looked for. */
  | { readonly kind: "input-not-interesting" };

/**
 * Shrinks an input while it stays valid and interesting: fewer test cases, elements, vertices, queries, then simpler
 * values, then simpler structure, until nothing more can go. Deterministic.
 *
 * @throws FORGE_SPEC_INVALID, and what `areInteresting` and `areValid` throw
 */
export async function minimiseInput(options: MinimiseOptions): Promise<MinimisedInput> {
  const text = new TextDecoder("latin1").decode(options.input.bytes);
  const search = new Search({ ...options, text });
  if (!(await search.test(text))) return { kind: "input-not-interesting" };
  const { spec } = options;
  const parsed = spec && parseInput(spec, text, { isStrict: false });
  const usedSpec = spec !== undefined && parsed?.kind === "input-parsed";
  if (usedSpec) await minimiseValue(search, spec, parsed.value);
  else await minimiseText(search);
  return {
    kind: "input-minimised",
    input: createTestData(Buffer.from(search.best, "latin1")),
    tokens: search.tokens,
    runs: search.runs,
    end: search.isSpent || search.isCut ? "budget-spent" : "local-minimum",
    usedSpec,
  };
}
