import type { RunResult } from "./contract.ts";

/** Names of the world inside on their way to a helper, and what programs say about them on its way back. */
export interface SlotPaths {
  /** A word of a command, or a variable's value. */
  readonly toHost: (word: string) => string;
  readonly fromHost: (result: RunResult) => RunResult;
}

/** Where the slot has a root of its own. */
export const insidePaths: SlotPaths = { toHost: (word) => word, fromHost: (result) => result };

const insideDirectory = /(^-[A-Za-z]|^|[^A-Za-z0-9._/-])(\/(?:box|work))(?![A-Za-z0-9._-])/gu;

/**
 * Where it has none: `/box` and `/work` stand for directories below `directory`, wherever they begin a path (at the start
 * of a word, after a one-letter option, after a sign that is not part of a name). Messages name them as the words did.
 */
export function createHostPaths(directory: string): SlotPaths {
  return {
    toHost: (word) => word.replaceAll(insideDirectory, (_, before: string, name: string) => before + directory + name),
    fromHost: (result) => {
      const text = Buffer.from(result.stderr).toString("latin1");
      if (!text.includes(directory)) return result;
      const restored = text.replaceAll(`${directory}/box`, "/box").replaceAll(`${directory}/work`, "/work");
      return { ...result, stderr: new Uint8Array(Buffer.from(restored, "latin1")) };
    },
  };
}
