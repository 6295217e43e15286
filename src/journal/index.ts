export type { EffectSource, EffectSpec, Journal, JournalEvent } from "./journal.ts";
