export { computeEffectKey, createJournal } from "./create-journal.ts";
export type { EffectResult, EffectSource, EffectSpec, Journal, JournalEvent, JournalStorage } from "./journal.ts";
export { createMemoryJournal } from "./memory-journal.ts";
