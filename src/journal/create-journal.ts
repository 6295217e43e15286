import { computeDigest, computeJsonDigest, toMessage, type Json } from "../std/index.ts";
import type { EffectResult, EffectSpec, Journal, JournalEvent, JournalStorage } from "./journal.ts";

/** The journal's logic over any storage: keys, de-duplication of effects in flight, subscribers. */
export function createJournal(storage: JournalStorage): Journal {
  const inFlight = new Map<string, Promise<EffectResult<unknown>>>();
  const listeners = new Set<(event: JournalEvent) => void>();

  return {
    async effect<T>(spec: EffectSpec, perform: () => Promise<T>): Promise<EffectResult<T>> {
      const key = computeEffectKey(spec);
      const known = storage.findOutcome(key);
      if (known !== undefined) return { outcome: JSON.parse(known) as T, source: "replayed" };
      const running = inFlight.get(key);
      if (running !== undefined) return (await running) as EffectResult<T>;
      const started = performEffect(storage, { key, spec, perform });
      inFlight.set(key, started);
      try {
        return await started;
      } finally {
        inFlight.delete(key);
      }
    },
    event(event) {
      storage.appendEvent(event);
      for (const listener of listeners) listener(event);
    },
    putArtifact(bytes) {
      const digest = computeDigest(bytes);
      storage.writeArtifact(digest, bytes);
      return digest;
    },
    getArtifact: (digest) => storage.findArtifact(digest),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The key of an effect: a digest of its kind and whole input, not of its label. */
export function computeEffectKey(spec: EffectSpec): string {
  return computeJsonDigest([spec.kind, spec.input] as Json);
}

async function performEffect<T>(
  storage: JournalStorage,
  effect: { readonly key: string; readonly spec: EffectSpec; readonly perform: () => Promise<T> },
): Promise<EffectResult<T>> {
  storage.writeIntent(effect.key, effect.spec);
  try {
    const outcomeJson = JSON.stringify(await effect.perform());
    storage.writeOutcome(effect.key, outcomeJson);
    return { outcome: JSON.parse(outcomeJson) as T, source: "performed" };
  } catch (cause) {
    storage.writeFailure(effect.key, toMessage(cause));
    throw cause;
  }
}
