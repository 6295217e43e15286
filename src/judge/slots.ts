import type { InteractiveSandbox, Sandbox, SandboxSpec } from "../sandbox/index.ts";
import { AppError } from "../std/index.ts";

/** What a piece of work needs of a slot. */
export interface SlotRequest {
  readonly spec: SandboxSpec;
  /** Waits until nothing else runs and keeps it so: for measurements that must not be disturbed. */
  readonly isAlone?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** A fixed number of places to run untrusted programs, each with its own lazily opened sandboxes. */
export interface SlotPool extends AsyncDisposable {
  /**
   * Waits for a slot, first come first served, and lends its sandbox. A sandbox that failed is thrown away.
   *
   * @throws SANDBOX_FAILED and whatever opening a sandbox throws; the signal's reason when aborted.
   */
  use<T>(request: SlotRequest, action: (sandbox: Sandbox) => Promise<T>): Promise<T>;
  /** The same with two joined sandboxes. */
  usePair<T>(request: PairRequest, action: (pair: InteractiveSandbox) => Promise<T>): Promise<T>;
}

/** The two sides of an interactive run. */
export interface PairSpecs {
  readonly solution: SandboxSpec;
  readonly interactor: SandboxSpec;
}

export interface PairRequest extends Omit<SlotRequest, "spec"> {
  readonly specs: PairSpecs;
}

/** How a slot, counted from 0, gets a sandbox. One that says `isBroken` is replaced before it is lent again. */
export type OpenSlotSandbox = (spec: SandboxSpec, slot: number) => Promise<Sandbox & { readonly isBroken?: boolean }>;
export type OpenSlotPair = (specs: PairSpecs) => Promise<InteractiveSandbox & { readonly isBroken?: boolean }>;

/** Creates a pool of `count` slots, which open sandboxes through `open` and pairs through `openPair`. */
export function createSlotPool(count: number, open: OpenSlotSandbox, openPair: OpenSlotPair = refusePair): SlotPool {
  const slots: Slot[] = Array.from({ length: count }, () => new Map());
  const queue = createSlotQueue(slots);
  let isClosed = false;
  async function withSlot<T>(
    { isAlone = false, signal }: Omit<SlotRequest, "spec">,
    action: (slot: Slot) => Promise<T>,
  ): Promise<T> {
    if (isClosed) throw new AppError({ code: "JUDGE_CLOSED", message: "the judge was closed; create another" });
    const taken = await queue.acquire(isAlone, signal);
    try {
      return await action(taken[0] as Slot);
    } finally {
      queue.release(taken);
    }
  }
  return {
    async use(request, action) {
      const { spec } = request;
      const key = toKey(spec);
      return withSlot(request, async (slot) =>
        lend(slot, key, { open: async () => open(spec, slots.indexOf(slot)), action }),
      );
    },
    async usePair(request, action) {
      const { specs } = request;
      const key = `pair ${toKey(specs.solution)} ${toKey(specs.interactor)}`;
      return withSlot(request, async (slot) => lend(slot, key, { open: async () => openPair(specs), action }));
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      const all = await queue.acquire(true);
      await Promise.all(all.flatMap((slot) => [...slot.values()]).map(dispose));
      for (const slot of all) slot.clear();
      queue.release(all);
    },
  };
}

async function refusePair(): Promise<InteractiveSandbox> {
  throw new AppError({ code: "SANDBOX_FAILED", message: "this pool opens no interactive sandboxes" });
}

type Opened = AsyncDisposable & { readonly isBroken?: boolean };

/** The open sandboxes of one slot, by what they were opened for. */
type Slot = Map<string, Opened>;

/** Sandboxes that one slot keeps open; problems differ in what they need, and a judge may see many. */
const openSandboxes = 12;

function toKey(spec: SandboxSpec): string {
  return JSON.stringify([spec.readOnlyPaths, spec.workBytes, spec.allowsProcesses]);
}

/** A key always stands for one kind of sandbox. */
async function lend<S extends Opened, T>(
  slot: Slot,
  key: string,
  use: { readonly open: () => Promise<S>; readonly action: (sandbox: S) => Promise<T> },
): Promise<T> {
  const known = slot.get(key) as S | undefined;
  slot.delete(key);
  const sandbox = known === undefined || known.isBroken === true ? await use.open() : known;
  if (known !== undefined && known !== sandbox) await dispose(known);
  slot.set(key, sandbox);
  await closeOldest(slot);
  try {
    return await use.action(sandbox);
  } catch (cause) {
    if (AppError.is(cause) && cause.code === "SANDBOX_FAILED") {
      slot.delete(key);
      await dispose(sandbox);
    }
    throw cause;
  }
}

async function closeOldest(slot: Slot): Promise<void> {
  for (const [key, sandbox] of slot) {
    if (slot.size <= openSandboxes) return;
    slot.delete(key);
    await dispose(sandbox);
  }
}

/** A sandbox that died may fail to close as well: nothing is lost. */
async function dispose(sandbox: AsyncDisposable): Promise<void> {
  try {
    await sandbox[Symbol.asyncDispose]();
  } catch {}
}

interface SlotQueue {
  acquire(isAlone: boolean, signal?: AbortSignal): Promise<readonly Slot[]>;
  release(taken: readonly Slot[]): void;
}

interface Waiter {
  readonly isAlone: boolean;
  readonly grant: (taken: readonly Slot[]) => void;
}

function createSlotQueue(slots: readonly Slot[]): SlotQueue {
  const free = [...slots];
  const waiters: Waiter[] = [];

  function grantWaiting(): void {
    for (let head = waiters[0]; head !== undefined; head = waiters[0]) {
      const needed = head.isAlone ? slots.length : 1;
      if (free.length < needed) return;
      waiters.shift();
      head.grant(free.splice(free.length - needed, needed));
    }
  }

  return {
    async acquire(isAlone, signal) {
      signal?.throwIfAborted();
      return new Promise((resolve, reject) => {
        const waiter: Waiter = {
          isAlone,
          grant: (taken) => {
            signal?.removeEventListener("abort", cancel);
            resolve(taken);
          },
        };
        function cancel(): void {
          waiters.splice(waiters.indexOf(waiter), 1);
          reject(signal?.reason as Error);
          grantWaiting();
        }
        signal?.addEventListener("abort", cancel, { once: true });
        waiters.push(waiter);
        grantWaiting();
      });
    },
    release(taken) {
      free.push(...taken);
      grantWaiting();
    },
  };
}
