import type { Language } from "../problem/index.ts";
import type { SandboxFacts } from "../sandbox/index.ts";
import { AppError, toMessage } from "../std/index.ts";
import type { Environment } from "./resolve-config.ts";
import { toStateDirectory } from "./state-directory.ts";

/** One thing that solving needs or may use. */
export interface SetupCheck {
  readonly name: string;
  readonly status:
    | "ok"
    /** Works, with the shortfall that `detail` names. */
    | "limited"
    | "missing";
  /** What is there, or what is missing and how to get it. */
  readonly detail: string;
  /** Solving cannot work without it. */
  readonly isNeeded: boolean;
}

export interface SetupReport {
  readonly canSolve: boolean;
  readonly checks: readonly SetupCheck[];
}

interface KnownModel {
  readonly prefix: string;
  readonly variables: readonly string[];
}

const hostedModels: readonly KnownModel[] = [
  { prefix: "openai/NAME", variables: ["OPENAI_API_KEY"] },
  { prefix: "anthropic/NAME", variables: ["ANTHROPIC_API_KEY"] },
  { prefix: "google/NAME", variables: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"] },
  { prefix: "openai-compatible/NAME", variables: ["GRANDSMITH_BASE_URL", "OPENAI_BASE_URL"] },
];

/** Looks at this machine: Node, compilers, sandbox, models, store. Keys are never read out, only whether they are set. */
export async function inspectSetup(options: {
  readonly env: Environment;
  /** Also compiles and judges a right and a wrong program in each language. */
  readonly hasSelfTest: boolean;
  readonly signal?: AbortSignal | undefined;
}): Promise<SetupReport> {
  const { findToolchain, judgedLanguages } = await import("../judge/index.ts");
  const toolchains = await Promise.all(judgedLanguages.map(async (language) => findToolchain(language)));
  const checks: SetupCheck[] = [
    { name: "node", status: "ok", detail: process.version, isNeeded: true },
    ...toolchains.map((found): SetupCheck => {
      const isNeeded = found.language === "cpp20";
      return found.kind === "toolchain-found"
        ? { name: found.language, status: "ok", detail: found.version, isNeeded }
        : { name: found.language, status: "missing", detail: found.message, isNeeded };
    }),
    await inspectSandbox(options.signal),
    ...hostedModels.map((model) => inspectModel(model, options.env)),
    { name: "desk", status: "ok", detail: "--model desk: a person passes the prompts on", isNeeded: false },
    await inspectStore(options.env),
  ];
  const canJudge = checks.every(({ status, isNeeded }) => !isNeeded || status !== "missing");
  if (options.hasSelfTest && canJudge) {
    checks.push(await runSandboxTest(options.signal));
    const usable = toolchains.flatMap((found) => (found.kind === "toolchain-found" ? [found.language] : []));
    for (const language of usable) checks.push(await runSelfTest(language, options.signal));
  }
  return { canSolve: checks.every(({ status, isNeeded }) => !isNeeded || status !== "missing"), checks };
}

async function inspectSandbox(signal: AbortSignal | undefined): Promise<SetupCheck> {
  const { openSandbox } = await import("../sandbox/index.ts");
  try {
    await using sandbox = await openSandbox({ readOnlyPaths: [], workBytes: 0, allowsProcesses: false }, { signal });
    return describeSandbox(sandbox.facts);
  } catch (cause) {
    if (!AppError.is(cause)) throw cause;
    return { name: "sandbox", status: "missing", detail: cause.message, isNeeded: true };
  }
}

function describeSandbox({ tier, memorySource, shortfalls }: SandboxFacts): SetupCheck {
  const detail = [`tier ${tier}, memory limited by ${memorySource}`, ...shortfalls].join("; ");
  return { name: "sandbox", status: shortfalls.length === 0 ? "ok" : "limited", detail, isNeeded: true };
}

function inspectModel({ prefix, variables }: KnownModel, env: Environment): SetupCheck {
  const set = variables.find((variable) => (env[variable] ?? "").trim() !== "");
  return {
    name: prefix,
    status: set === undefined ? "missing" : "ok",
    detail: set === undefined ? `set ${variables.join(" or ")} to use it` : `${set} is set`,
    isNeeded: false,
  };
}

async function inspectStore(env: Environment): Promise<SetupCheck> {
  const { openStore } = await import("../store/index.ts");
  const directory = toStateDirectory(env);
  try {
    using store = openStore(directory);
    return { name: "store", status: "ok", detail: store.path, isNeeded: true };
  } catch (cause) {
    return { name: "store", status: "missing", detail: toMessage(cause), isNeeded: true };
  }
}

/** Every limit must bite on this machine. */
async function runSandboxTest(signal: AbortSignal | undefined): Promise<SetupCheck> {
  const { testSandbox } = await import("../sandbox/index.ts");
  const name = "self-test sandbox";
  try {
    const { checks } = await testSandbox({ signal });
    const broken = checks.filter(({ isEnforced }) => !isEnforced);
    const detail =
      broken.length === 0
        ? `${checks.length} limits were tried and hold`
        : broken.map(({ limit, message }) => `${limit}: ${message}`).join("; ");
    return { name, status: broken.length === 0 ? "ok" : "missing", detail, isNeeded: true };
  } catch (cause) {
    if (!AppError.is(cause)) throw cause;
    return { name, status: "missing", detail: cause.message, isNeeded: true };
  }
}

/** What a program of a language is tried on: a right and a wrong answer, and each limit. */
const trials = [
  { input: "2 3\n", answer: "5\n", verdict: "accepted" },
  { input: "2 3\n", answer: "6\n", verdict: "wrong-answer" },
  { input: "-1 0\n", answer: "", verdict: "time-limit-exceeded" },
  { input: "-2 0\n", answer: "", verdict: "memory-limit-exceeded" },
] as const;

/** A right output must be accepted, a wrong one refused, and the limits must be told apart. */
async function runSelfTest(language: Language, signal: AbortSignal | undefined): Promise<SetupCheck> {
  const { createJudge, languageSamples } = await import("../judge/index.ts");
  const { createMemoryJournal } = await import("../journal/index.ts");
  const { createTestData, defaultChecker, defaultLimits } = await import("../problem/index.ts");
  const name = `self-test ${language}`;
  const isNeeded = language === "cpp20";
  if (language === "other") return { name, status: "missing", detail: "no one language", isNeeded };
  const problem = {
    checker: defaultChecker,
    limits: { ...defaultLimits, timeLimitMs: 1000 },
    streams: { input: { kind: "stdin" }, output: { kind: "stdout" } },
    scoring: { kind: "binary" },
  } as const;
  const tests = trials.map(({ input, answer }, index) => ({
    id: `${index + 1}`,
    isSample: false,
    input: createTestData(input),
    answer: createTestData(answer),
  }));
  await using judge = await createJudge({ journal: createMemoryJournal(), slots: 1, signal });
  const report = await judge.judge(languageSamples[language], { problem, tests }, { signal });
  const verdicts = report.tests.map((test) => test.verdict).join();
  const expected = trials.map((trial) => trial.verdict).join();
  if (verdicts === expected) {
    return { name, status: "ok", detail: "right and wrong are told apart, time and memory limits hold", isNeeded };
  }
  const words = report.compileMessage ?? report.tests.find((test) => test.verdict === "judge-failed")?.message ?? "";
  return { name, status: "missing", detail: `expected ${expected}; came ${verdicts} ${words}`.trim(), isNeeded };
}
