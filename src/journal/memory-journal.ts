import { createJournal } from "./create-journal.ts";
import type { Journal, JournalEvent, JournalStorage } from "./journal.ts";

/** A journal that lives as long as the process: for libraries' users, benchmarks and tests. */
export function createMemoryJournal(): Journal {
  return createJournal(createMemoryStorage());
}

function createMemoryStorage(): JournalStorage {
  const outcomes = new Map<string, string>();
  const artifacts = new Map<string, Uint8Array>();
  const events: JournalEvent[] = [];
  return {
    findOutcome: (key) => outcomes.get(key),
    writeIntent: () => {},
    writeOutcome: (key, outcomeJson) => void outcomes.set(key, outcomeJson),
    writeFailure: () => {},
    appendEvent: (event) => void events.push(event),
    writeArtifact: (digest, bytes) => void artifacts.set(digest, bytes),
    findArtifact: (digest) => artifacts.get(digest),
  };
}
