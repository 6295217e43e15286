import { z } from "zod";
import { languages } from "../problem/index.ts";
import type { OptionalStage } from "../solve/index.ts";

const positiveInt = z.int().positive();
/** Named here again so that no command loads the pipeline for its options. */
const stages = ["hypothesis", "summary", "attack", "search"] as const satisfies readonly OptionalStage[];
/** Where a sequence may be looked up, by the names of `symbolic`. */
const lookUpSources = ["oeis", "wolfram-alpha"] as const;
const price = z.number().nonnegative();

/** The configuration's one schema; defaults are in `defaultConfig`. */
export const configSchema = z.strictObject({
  model: z.string().min(1).optional(),
  baseUrl: z.string().min(1).optional(),
  seed: z.string().min(1),
  languages: z.array(z.enum(languages)).min(1),
  candidates: positiveInt.max(100).optional(),
  rounds: positiveInt.max(50).optional(),
  without: z.array(z.enum(stages)).optional(),
  attempts: z.int().min(0).max(100).optional(),
  wrongAttemptCost: z.number().nonnegative().optional(),
  learn: z.boolean().optional(),
  lookUp: z.array(z.enum(lookUpSources)).optional(),
  maxTokens: positiveInt.optional(),
  maxCostUsd: z.number().positive().optional(),
  inputPriceUsd: price.optional(),
  outputPriceUsd: price.optional(),
  concurrency: positiveInt.max(256),
  modelTimeoutMs: positiveInt,
  jobs: positiveInt.max(1024).optional(),
  sandbox: z.enum(["R", "U", "B", "L"]).optional(),
  deskDirectory: z.string().min(1).optional(),
  record: z.string().min(1).optional(),
  out: z.string().min(1).optional(),
});

export type Config = z.infer<typeof configSchema>;
export type ConfigKey = keyof Config;

export const defaultConfig: Config = {
  seed: "1",
  languages: ["cpp20"],
  concurrency: 4,
  modelTimeoutMs: 600_000,
};

/** One setting, as the command line, the environment and the documentation name it. */
export interface Setting {
  readonly key: ConfigKey;
  /** Without the dashes. */
  readonly flag: string;
  /** None for a switch, which takes no value on the command line. */
  readonly placeholder?: string;
  readonly description: string;
  readonly kind: "text" | "integer" | "number" | "list" | "switch";
  /** Whether a resumed run may get another value: it changes no answer that is already there. */
  readonly canChangeOnResume: boolean;
}

export const settings: readonly Setting[] = [
  {
    key: "model",
    flag: "model",
    placeholder: "MODEL",
    kind: "text",
    canChangeOnResume: false,
    description:
      "openai/NAME, anthropic/NAME, google/NAME, openai-compatible/NAME, desk, recorded or tiny (default: recorded, when " +
      "the problem comes with a recording; tiny, the bundled policy, for league problems, which are all that it can read)",
  },
  {
    key: "baseUrl",
    flag: "base-url",
    placeholder: "URL",
    kind: "text",
    canChangeOnResume: true,
    description: "where the model's server is, e.g. http://127.0.0.1:8000/v1",
  },
  {
    key: "seed",
    flag: "seed",
    placeholder: "TEXT",
    kind: "text",
    canChangeOnResume: false,
    description: "any text; every random choice derives from it",
  },
  {
    key: "languages",
    flag: "language",
    placeholder: "LIST",
    kind: "list",
    canChangeOnResume: false,
    description: "what solutions may be written in, best first, e.g. cpp20,python3",
  },
  {
    key: "candidates",
    flag: "candidates",
    placeholder: "N",
    kind: "integer",
    canChangeOnResume: false,
    description: "programs sampled in the first round (default: by level)",
  },
  {
    key: "rounds",
    flag: "rounds",
    placeholder: "N",
    kind: "integer",
    canChangeOnResume: false,
    description: "rounds of sampling and repair (default: by level)",
  },
  {
    key: "without",
    flag: "without",
    placeholder: "LIST",
    kind: "list",
    canChangeOnResume: false,
    description: "parts to leave out, to see what they are worth: hypothesis, summary, attack, search",
  },
  {
    key: "attempts",
    flag: "attempts",
    placeholder: "N",
    kind: "integer",
    canChangeOnResume: false,
    description: "how often a program may be handed in to the package's own hidden tests (default: 0, never)",
  },
  {
    key: "wrongAttemptCost",
    flag: "wrong-attempt-cost",
    placeholder: "SHARE",
    kind: "number",
    canChangeOnResume: false,
    description: "what a wrong attempt costs, as a share of what a right one is worth (default: 0.1)",
  },
  {
    key: "learn",
    flag: "learn",
    kind: "switch",
    canChangeOnResume: false,
    description:
      "train the policy on this problem between the rounds, for this run alone; only tiny, the bundled policy, can",
  },
  {
    key: "lookUp",
    flag: "look-up",
    placeholder: "LIST",
    kind: "list",
    canChangeOnResume: false,
    description:
      "where sequences of small answers may be looked up beside the offline finder: oeis, wolfram-alpha (key in " +
      "WOLFRAM_APP_ID); sends the terms over the network (default: nowhere)",
  },
  {
    key: "maxTokens",
    flag: "max-tokens",
    placeholder: "N",
    kind: "integer",
    canChangeOnResume: true,
    description: "budget of the whole run, input and output tokens together",
  },
  {
    key: "maxCostUsd",
    flag: "max-cost",
    placeholder: "USD",
    kind: "number",
    canChangeOnResume: true,
    description: "budget of the whole run in US dollars; needs the two prices",
  },
  {
    key: "inputPriceUsd",
    flag: "input-price",
    placeholder: "USD",
    kind: "number",
    canChangeOnResume: true,
    description: "US dollars per million input tokens",
  },
  {
    key: "outputPriceUsd",
    flag: "output-price",
    placeholder: "USD",
    kind: "number",
    canChangeOnResume: true,
    description: "US dollars per million output tokens",
  },
  {
    key: "concurrency",
    flag: "concurrency",
    placeholder: "N",
    kind: "integer",
    canChangeOnResume: true,
    description: "model calls at once (the desk holds all prompts open)",
  },
  {
    key: "modelTimeoutMs",
    flag: "model-timeout",
    placeholder: "MS",
    kind: "integer",
    canChangeOnResume: true,
    description: "how long one model call may take, in milliseconds",
  },
  {
    key: "jobs",
    flag: "jobs",
    placeholder: "N",
    kind: "integer",
    canChangeOnResume: true,
    description: "programs that are compiled or run at once (default: one a core)",
  },
  {
    key: "sandbox",
    flag: "sandbox",
    placeholder: "TIER",
    kind: "text",
    canChangeOnResume: true,
    description:
      "R (root), U (user namespaces), B (bubblewrap) or L (Landlock) only (default: the strongest that works)",
  },
  {
    key: "deskDirectory",
    flag: "desk-dir",
    placeholder: "FOLDER",
    kind: "text",
    canChangeOnResume: true,
    description: "where --model desk writes prompts and waits for answers (default: the output folder's desk/)",
  },
  {
    key: "record",
    flag: "record",
    placeholder: "FILE",
    kind: "text",
    canChangeOnResume: true,
    description: "also write the answers of this run to a recording",
  },
  {
    key: "out",
    flag: "out",
    placeholder: "FOLDER",
    kind: "text",
    canChangeOnResume: true,
    description: "output folder (default: grandsmith-out/RUN)",
  },
];

/** `maxTokens` → `GRANDSMITH_MAX_TOKENS`. */
export function toVariableName(key: ConfigKey): string {
  return `GRANDSMITH_${key.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}
