import { createTestData, type Interactor, type TestCase, type TestData } from "../problem/index.ts";
import type { InteractionResult, SandboxFile } from "../sandbox/index.ts";
import { AppError, toMessage } from "../std/index.ts";
import type { BuiltProgram } from "./build-program.ts";
import { createCheckFailure, createWrongAnswer, type CheckOutcome } from "./check-outcome.ts";
import { checkOutput } from "./check-output.ts";
import { readCheckerVerdict } from "./checker-conventions.ts";
import {
  checkByProgram,
  emptyBlob,
  feedbackBytes,
  feedbackFiles,
  toCheckerEnd,
  toCheckerLimits,
} from "./checker-program.ts";
import { decideInteraction } from "./decide-interaction.ts";
import { toArgv, toMemoryBytes, toSandboxRun, type ProgramJob, type RunOutcome } from "./execute-runs.ts";
import { buildProgram, compileProgram, defaultOutputBytes, type JudgeContext } from "./judge-context.ts";
import { buildKept, runPasses, type PassOutcome } from "./judge-in-passes.ts";
import { failAll } from "./judge-plainly.ts";
import type { BatchOptions, TestBatch } from "./judge-tests.ts";
import { keptFilesName } from "./launchers.ts";
import { computeOutputCap, toProgramLimits } from "./plan-test-runs.ts";
import { computeRunVerdict, type RunVerdict } from "./run-verdict.ts";
import { createTestReport } from "./test-report.ts";

type InteractorProgram = Extract<Interactor, { readonly kind: "program" }>;
type Batch = TestBatch & { readonly interactor: InteractorProgram };

/** Runs a solution against the package's interactor on each test. */
export async function judgeInteractively(context: JudgeContext, batch: Batch, options: BatchOptions): Promise<void> {
  const built = await buildInteractor(context, batch, options.signal);
  if (built.kind !== "program-built") {
    return failAll(batch, `the interactor cannot be built: ${built.message}`, options);
  }
  const conversation = new Conversation(context, { ...batch, builtInteractor: built.built }, options.signal);
  for (const [index, test] of batch.tests.entries()) {
    const ran = await runPasses(batch.problem.passLimit ?? 1, async (pass) => conversation.run(test, pass));
    if (options.onReport(index, createTestReport(context, { test, ...ran })) === "stop") return;
  }
}

async function buildInteractor(context: JudgeContext, batch: Batch, signal: AbortSignal | undefined) {
  if (batch.problem.passLimit !== undefined) return buildKept(context, batch.interactor, signal);
  const compiled = await compileProgram(context, batch.interactor.program, signal);
  if (compiled.kind !== "compile-ok") return { kind: "build-failed" as const, message: compiled.message };
  return buildProgram(context, batch.interactor.program, signal);
}

interface Turn {
  readonly test: TestCase;
  readonly input: TestData;
  readonly kept: Uint8Array | undefined;
}

class Conversation {
  readonly #context: JudgeContext;
  readonly #batch: Batch & { readonly builtInteractor: BuiltProgram };
  readonly #signal: AbortSignal | undefined;
  readonly #timeLimitMs: number;
  readonly #interactorLimits: ProgramJob["limits"];
  #hasConfirmedIdleness = false;

  constructor(
    context: JudgeContext,
    batch: Batch & { readonly builtInteractor: BuiltProgram },
    signal: AbortSignal | undefined,
  ) {
    const { limits } = batch.problem;
    this.#context = context;
    this.#batch = batch;
    this.#signal = signal;
    this.#timeLimitMs = limits.timeLimitMs + batch.built.plan.startUpAllowanceMs;
    const own = toCheckerLimits(limits);
    const isFourfold = batch.interactor.convention === "frontier-cs";
    this.#interactorLimits = {
      ...own,
      timeLimitMs: Math.max(own.timeLimitMs, isFourfold ? 4 * limits.timeLimitMs : 0),
      memoryBytes: Math.max(own.memoryBytes, isFourfold ? 4 * limits.memoryLimitBytes : 0),
    };
  }

  /** One pass on a test. A limit that load could have broken is tried once more alone. */
  async run(
    test: TestCase,
    pass: { readonly input: TestData | undefined; readonly kept: Uint8Array | undefined },
  ): Promise<PassOutcome> {
    const turn = { test, input: pass.input ?? test.input, kept: pass.kept };
    const first = await this.#tryRun(turn, false);
    if (typeof first === "string") return failPass(first);
    if (!this.#isDoubtful(first)) return this.#settle(turn, first);
    const second = await this.#tryRun(turn, true);
    if (typeof second === "string") return failPass(second);
    this.#hasConfirmedIdleness ||= this.#computeVerdict(second).verdict === "idleness-limit-exceeded";
    return this.#settle(turn, second);
  }

  /** The result, or why there is none: a sandbox that died twice. */
  async #tryRun(turn: Turn, isAlone: boolean): Promise<InteractionResult | string> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#runOnce(turn, isAlone);
      } catch (cause) {
        this.#signal?.throwIfAborted();
        if (!AppError.is(cause)) throw cause;
        if (cause.code !== "SANDBOX_FAILED" || attempt > 0) return toMessage(cause);
      }
    }
  }

  async #runOnce(turn: Turn, isAlone: boolean): Promise<InteractionResult> {
    const { built, builtInteractor, problem } = this.#batch;
    const hasPasses = problem.passLimit !== undefined;
    const specs = {
      solution: { readOnlyPaths: built.plan.readOnlyPaths, workBytes: 0, allowsProcesses: false },
      interactor: {
        readOnlyPaths: builtInteractor.plan.readOnlyPaths,
        workBytes: 2 * feedbackBytes,
        allowsProcesses: hasPasses,
      },
    };
    const run = this.#toRun(turn, isAlone);
    const job = {
      solution: toSide(built, toProgramLimits(problem)),
      interactor: toSide(builtInteractor, this.#interactorLimits),
      runs: [run],
    };
    const request = { specs, isAlone, signal: this.#signal };
    const [result] = await this.#context.pool.usePair(request, async (pair) => pair.run(job, { signal: this.#signal }));
    if (result !== undefined) return result;
    throw new AppError({ code: "SANDBOX_FAILED", message: "the sandbox gave no result for an interactive run" });
  }

  #toRun(turn: Turn, isAlone: boolean) {
    const { built, builtInteractor, problem, timeMargin } = this.#batch;
    const { test } = turn;
    const limits = toProgramLimits(problem, timeMargin);
    const { stdin: _, ...solution } = toSandboxRun(
      {
        args: test.args ?? [],
        files: (test.files ?? []).map(({ fileName, data }) => toFile(fileName, data)),
        stdin: emptyBlob,
        outputBytes: computeOutputCap(problem, test),
      },
      { built, limits, timeLimitMs: this.#timeLimitMs, wallFactor: isAlone ? 2 : 1 },
    );
    const waitMs = isAlone ? this.#interactorLimits.timeLimitMs : interactorGraceMs;
    const wallTimeMs = solution.limits.wallTimeMs + waitMs;
    const { stdin: __, ...interactor } = toSandboxRun(this.#toInteractorRun(turn), {
      built: builtInteractor,
      limits: this.#interactorLimits,
      timeLimitMs: this.#interactorLimits.timeLimitMs,
      wallFactor: 1,
    });
    return {
      solution: { ...solution, limits: { ...solution.limits, wallTimeMs } },
      interactor: { ...interactor, limits: { ...interactor.limits, wallTimeMs: wallTimeMs + interactorGraceMs } },
    };
  }

  #toInteractorRun({ test, input, kept }: Turn) {
    const { interactor, checking } = this.#batch;
    const flags = checking.flagsOf(test) ?? interactor.flags;
    const files = [
      toFile("input", input),
      toFile("answer", test.answer ?? emptyBlob),
      ...(kept === undefined ? [] : [toFile(keptFilesName, createTestData(kept))]),
    ];
    const isKattis = interactor.convention === "kattis";
    return {
      args: isKattis
        ? ["/box/input", "/box/answer", "/work/", ...flags]
        : ["/box/input", "/work/output", "/box/answer", ...flags],
      stdin: emptyBlob,
      files,
      collect: isKattis ? [...feedbackFiles, "nextpass.in", keptFilesName] : ["output"],
      outputBytes: defaultOutputBytes,
    };
  }

  #computeVerdict({ solution }: InteractionResult): RunVerdict {
    const { built, problem } = this.#batch;
    return computeRunVerdict(solution, {
      cpuTimeMs: this.#timeLimitMs,
      memoryBytes: toMemoryBytes(built.plan, toProgramLimits(problem)),
      isMemoryByAddressSpace: this.#context.facts.memorySource === "rlimit",
      memoryComplaint: built.plan.memoryComplaint,
    });
  }

  #isDoubtful(result: InteractionResult): boolean {
    const { verdict } = this.#computeVerdict(result);
    if (verdict === "time-limit-exceeded") return result.solution.ending.kind !== "killed";
    const hasComputed = result.interactor.cpuTimeMs + result.solution.cpuTimeMs > 0.05 * result.solution.wallTimeMs;
    return verdict === "idleness-limit-exceeded" && (!this.#hasConfirmedIdleness || hasComputed);
  }

  async #settle(turn: Turn, result: InteractionResult): Promise<PassOutcome> {
    const { convention } = this.#batch.interactor;
    const own = this.#computeVerdict(result);
    const decision = decideInteraction(result, own, convention);
    const collected = new Map(result.interactor.collected.map((file) => [file.name, file.bytes]));
    const ran = { ...result.solution, stdout: collected.get("output") ?? new Uint8Array() };
    const isRepeated = this.#batch.problem.passLimit !== undefined;
    const rest = { next: isRepeated ? collected.get("nextpass.in") : undefined, kept: collected.get(keptFilesName) };
    const toPass = (checked: CheckOutcome): PassOutcome => ({
      outcome: { verdict: "accepted", message: "", result: ran },
      checked,
      ...rest,
    });
    switch (decision.kind) {
      case "solution-decides":
        return { outcome: { ...decision.verdict, result: ran }, checked: undefined, next: undefined, kept: undefined };
      case "solution-left":
        return { ...toPass(createWrongAnswer("ended before the interaction was over")), next: undefined };
      case "interactor-failed":
        return { ...toPass(createCheckFailure(decision.message)), next: undefined };
      case "interactor-decides":
        return toPass(await this.#readWord(turn, result, decision.exitCode));
    }
  }

  async #readWord({ test }: Turn, { interactor }: InteractionResult, exitCode: number): Promise<CheckOutcome> {
    const {
      checking,
      interactor: { convention },
    } = this.#batch;
    const end = toCheckerEnd(interactor, exitCode);
    const word = readCheckerVerdict(convention, end, checking.scaleOf(test, convention));
    const checker = checking.checkerOf(test);
    if (convention !== "testlib" || exitCode !== 0 || checker.kind === "compare") return word;
    const bytes = interactor.collected.find((file) => file.name === "output")?.bytes ?? new Uint8Array();
    if (checker.kind === "standard") return checkOutput(checker, bytes, test.answer?.bytes ?? new Uint8Array());
    const scale = checking.scaleOf(test, checker.convention);
    const items = [{ input: test.input, output: createTestData(bytes), answer: test.answer, scale }];
    const question = { checker, items, limits: this.#batch.problem.limits };
    const [checked] = await checkByProgram(this.#context, question, this.#signal);
    return checked ?? createCheckFailure("the checker was not run");
  }
}

/** What an interactor may take beyond the solution's own time, before its silence counts as the solution's. */
const interactorGraceMs = 2000;

function failPass(message: string): PassOutcome {
  const outcome: RunOutcome = { verdict: "judge-failed", message };
  return { outcome, checked: undefined, next: undefined, kept: undefined };
}

function toFile(name: string, blob: TestData): SandboxFile {
  return { name, blob, isExecutable: false };
}

function toSide(built: BuiltProgram, limits: ProgramJob["limits"]) {
  const { plan } = built;
  return { argv: toArgv(plan, limits), env: plan.env, files: [built.file, ...(built.moreFiles ?? [])] };
}
