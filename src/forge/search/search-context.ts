import type { ForgeContext } from "../forge-context.ts";
import type { ForgeFault } from "./contract.ts";
import type { Meter } from "./meter.ts";

/** What all parts of one search share. */
export interface SearchContext extends ForgeContext {
  readonly meter: Meter;
  readonly faults: FaultList;
}

/** Each fault once. */
export class FaultList {
  readonly #faults = new Map<string, ForgeFault>();
  readonly #onFault: ((fault: ForgeFault) => void) | undefined;

  constructor(onFault?: (fault: ForgeFault) => void) {
    this.#onFault = onFault;
  }

  add(fault: ForgeFault): void {
    const key = `${fault.kind} ${fault.who}`;
    if (this.#faults.has(key)) return;
    this.#faults.set(key, fault);
    this.#onFault?.(fault);
  }

  list(): readonly ForgeFault[] {
    return [...this.#faults.values()];
  }
}
