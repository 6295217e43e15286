export { openStore, type NewRun, type OwnedRun, type RunEnding, type Store } from "./open-store.ts";
export type { EffectCounts, EffectRecord, EventRecord, RunRecord, RunStatus } from "./run-record.ts";
