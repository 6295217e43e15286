import type { Sandbox, SandboxSpec } from "../sandbox/index.ts";
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
}

/** How a slot gets a sandbox. One that says `isBroken` is replaced before it is lent again. */
export type OpenSlotSandbox = (spec: SandboxSpec) => Promise<Sandbox & { readonly isBroken?: boolean }>;

/** Creates a pool of `count` slots, which open sandboxes through `open`. */
export function createSlotPool(count: number, open: OpenSlotSandbox): SlotPool {
  const slots: Slot[] = Array.from({ length: count }, () => new Map());
  const queue = createSlotQueue(slots);
  let isClosed = false;
  return {
    async use(request, action) {
      if (isClosed) throw new AppError({ code: "JUDGE_CLOSED", message: "the judge was closed; create another" });
      const taken = await queue.acquire(request.isAlone ?? false, request.signal);
      try {
        return await lend(taken[0] as Slot, request.spec, { open, action });
      } finally {
        queue.release(taken);
      }
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

/** The open sandboxes of one slot, by what they were opened for. */
type Slot = Map<string, Sandbox & { readonly isBroken?: boolean }>;

async function lend<T>(
  slot: Slot,
  spec: SandboxSpec,
  use: { readonly open: OpenSlotSandbox; readonly action: (sandbox: Sandbox) => Promise<T> },
): Promise<T> {
  const key = JSON.stringify([spec.readOnlyPaths, spec.workBytes, spec.allowsProcesses]);
  const known = slot.get(key);
  const sandbox = known === undefined || known.isBroken === true ? await use.open(spec) : known;
  slot.set(key, sandbox);
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

/** A sandbox that died may fail to close as well: nothing is lost. */
async function dispose(sandbox: Sandbox): Promise<void> {
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
