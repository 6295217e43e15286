import { createJournal, type Journal } from "../../journal/index.ts";

/**
 * A journal that keeps nothing once an effect is done: training judges far more programs than anyone will look at again,
 * and what it must remember are rewards.
 */
export function createForgetfulJournal(): Journal {
  return createJournal({
    findOutcome: () => undefined,
    writeIntent: () => undefined,
    writeOutcome: () => undefined,
    writeFailure: () => undefined,
    appendEvent: () => undefined,
    writeArtifact: () => undefined,
    findArtifact: () => undefined,
  });
}
