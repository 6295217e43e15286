import { AppError } from "../std/index.ts";
import { buildNative, findCacheDirectory } from "./build-native.ts";
import type { SandboxFacts, SandboxSpec, SandboxTier } from "./contract.ts";
import type { HelperChannel } from "./helper-channel.ts";
import { HelperProcess } from "./helper-process.ts";
import { toSpecFrame } from "./protocol.ts";
import { createHostPaths, insidePaths, type SlotPaths } from "./slot-paths.ts";
import { createTierPlans, type TierPlan } from "./tier-plan.ts";
import { createUnavailableError, type TierFailure } from "./unavailable.ts";

export interface OpenSandboxOptions {
  readonly signal?: AbortSignal | undefined;
  /** Only this tier; by default the strongest that works. */
  readonly tier?: SandboxTier | undefined;
  /** Allows tier N, in which programs are not isolated, where nothing better works. */
  readonly allowsUnsafe?: boolean | undefined;
  /** Where the compiled helper is kept; by default `$XDG_CACHE_HOME/grandsmith` or `~/.cache/grandsmith`. */
  readonly cacheDirectory?: string | undefined;
  /**
   * On which of the processors that this process may use, counted round, programs of few threads are started. Sandboxes
   * that run programs at the same time should have different ones.
   */
  readonly processor?: number | undefined;
}

/** A helper whose slots are ready for jobs. */
export interface OpenedHelper extends AsyncDisposable {
  readonly helper: HelperProcess;
  readonly facts: SandboxFacts;
  readonly slots: readonly { readonly channel: HelperChannel; readonly paths: SlotPaths }[];
}

const strongestFirst: readonly SandboxTier[] = ["R", "U", "B", "L"];
/** What worked here once must go on working: a later fault is no reason to go on with less. */
let workingTier: SandboxTier | undefined;

/**
 * Starts a helper with a slot for each spec (one, or two joined ones) in the strongest tier that works here.
 *
 * @throws SANDBOX_UNAVAILABLE naming what was probed, what failed and how to get it
 */
export async function openHelper(
  specs: readonly [SandboxSpec] | readonly [SandboxSpec, SandboxSpec],
  options: OpenSandboxOptions,
): Promise<OpenedHelper> {
  options.signal?.throwIfAborted();
  if (process.platform !== "linux") throw createUnavailableError([]);
  const cacheDirectory = options.cacheDirectory ?? findCacheDirectory();
  const helperPath = await buildNative("helper", cacheDirectory);
  const failures: TierFailure[] = [];
  for (const tier of findTiers(options)) {
    options.signal?.throwIfAborted();
    if (tier === "N" && options.allowsUnsafe !== true) {
      failures.push({ tier, reason: "it isolates nothing and was not explicitly allowed" });
      continue;
    }
    const plans = createTierPlans({ tier, helperPath, specs, cacheDirectory });
    let reason = "no directory here can hold a slot's programs";
    for (let step = await plans.next(); ; step = await plans.next()) {
      if (step.done === true) {
        reason = step.value ?? reason;
        break;
      }
      const opened = await openPlan(step.value, { tier, specs, processor: options.processor, signal: options.signal });
      if (typeof opened !== "string") {
        if (options.tier === undefined && tier !== "N") workingTier = tier;
        return opened;
      }
      reason = opened;
      if (!reason.includes("noexec")) break;
    }
    failures.push({ tier, reason });
  }
  throw createUnavailableError(failures);
}

function findTiers({ tier, allowsUnsafe }: OpenSandboxOptions): readonly SandboxTier[] {
  if (tier !== undefined) return [tier];
  if (workingTier !== undefined) return [workingTier];
  return allowsUnsafe === true ? [...strongestFirst, "N"] : strongestFirst;
}

interface PlanContext {
  readonly tier: SandboxTier;
  readonly specs: readonly SandboxSpec[];
  readonly processor: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/** The helper, or why this plan does not work. */
async function openPlan(plan: TierPlan, context: PlanContext): Promise<OpenedHelper | string> {
  const { slots, directories } = plan;
  const [first, second] = slots.map(({ args }) => args);
  const args = second === undefined ? (first ?? []) : ["pair", String(first?.length ?? 0), ...(first ?? []), ...second];
  const helper = new HelperProcess({ path: plan.path, args, slots: slots.length === 2 ? 2 : 1, userId: plan.userId });
  const dispose = async (): Promise<void> => {
    await helper[Symbol.asyncDispose]();
    await Promise.all(directories.map((directory) => directory[Symbol.asyncDispose]()));
  };
  const abort = (): void => helper.kill();
  context.signal?.addEventListener("abort", abort, { once: true });
  try {
    const facts = await readFacts(helper, plan, context);
    if (typeof facts === "string") {
      await dispose();
      return facts;
    }
    helper.setBusy(false);
    const ready = slots.map(({ directory }, index) => ({
      channel: helper.channels[index] as HelperChannel,
      paths: directory === "" ? insidePaths : createHostPaths(directory),
    }));
    return { helper, facts, slots: ready, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    context.signal?.throwIfAborted();
    if (AppError.is(error)) return error.message.replace(/\.$/u, "");
    throw error;
  } finally {
    context.signal?.removeEventListener("abort", abort);
  }
}

/** What all slots enforce, or why one does not work. */
async function readFacts(helper: HelperProcess, plan: TierPlan, context: PlanContext): Promise<SandboxFacts | string> {
  const { tier, specs, processor } = context;
  for (const [index, channel] of helper.channels.entries()) {
    const { directory } = plan.slots[index] ?? {};
    channel.send(toSpecFrame(specs[index] as SandboxSpec, { tier, directory, processor }));
  }
  const sources: SandboxFacts["memorySource"][] = [];
  const shortfalls = new Set<string>();
  for (const channel of helper.channels) {
    const message = await channel.receive();
    if (message.kind !== "ready") return message.kind === "fail" ? message.message : "the helper answered out of turn";
    sources.push(message.memorySource);
    for (const sentence of message.shortfalls) shortfalls.add(sentence);
  }
  const memorySource = sources.includes("rlimit") ? "rlimit" : (sources[0] as SandboxFacts["memorySource"]);
  return { tier, memorySource, shortfalls: [...shortfalls] };
}
