import { mkdirSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { AppError, systemClock, toMessage, type Clock } from "../../std/index.ts";
import type { Completion, Policy, SampleRequest } from "../contract.ts";
import { estimateInputTokens, estimateTokens, noUsage } from "../usage.ts";
import { createAnswerWatcher, type AnswerWatcher } from "./answer-watcher.ts";
import { createDeskIndex, type DeskIndex } from "./desk-index.ts";
import { createDeskPrompt, type DeskPrompt } from "./prompt-file.ts";
import { writeAtomically } from "./write-atomically.ts";

export interface DeskPolicyOptions {
  /** Where prompts are written and answers are awaited; created when missing. */
  readonly directory: string;
  /** Default 500. */
  readonly pollMs?: number | undefined;
  readonly clock?: Clock | undefined;
}

const quietMs = 2000;
const emptyQuietMs = 30_000;

/**
 * A policy whose model is a person with any chat window: each request becomes a prompt file in the folder, and the
 * answer is read from the file beside it that the prompt names. An answer counts once renamed into place, or unchanged
 * for 2 s (30 s while it is empty); one that is there already is used at once. A read prompt is renamed to `….done.md`;
 * answers stay, so that a killed run finds them again. Token counts are estimated.
 *
 * @throws AppError DESK_DIRECTORY_UNUSABLE
 */
export function createDeskPolicy(options: DeskPolicyOptions): Policy {
  const { directory, pollMs = 500, clock = systemClock } = options;
  createDirectory(directory);
  const watcher = createAnswerWatcher({ directory, pollMs, quietMs, emptyQuietMs, clock });
  const index = createDeskIndex(directory);
  return {
    info: { name: "desk", canSeeImages: true, givesLogprobs: false },
    async sample(request, { signal } = {}) {
      signal?.throwIfAborted();
      const prompt = createDeskPrompt(request);
      try {
        const text =
          (await watcher.readAnswer(prompt.files.answer)) ??
          (await askPerson({ directory, watcher, index, prompt, signal }));
        await markDone(directory, prompt);
        return toCompletion(request, text);
      } catch (error) {
        signal?.throwIfAborted();
        const message = `the desk's folder ${directory} could not be used: ${toMessage(error)}; check that it exists and is writable`;
        return { kind: "failure", reason: "unavailable", message, usage: noUsage };
      }
    },
  };
}

async function askPerson(desk: {
  readonly directory: string;
  readonly watcher: AnswerWatcher;
  readonly index: DeskIndex;
  readonly prompt: DeskPrompt;
  readonly signal: AbortSignal | undefined;
}): Promise<string> {
  const { directory, watcher, index, prompt, signal } = desk;
  for (const image of prompt.files.images) await writeAtomically(join(directory, image.name), image.bytes);
  await writeAtomically(join(directory, prompt.files.prompt), prompt.markdown);
  index.add(prompt);
  try {
    return await watcher.waitForAnswer(prompt.files.answer, { signal });
  } finally {
    index.remove(prompt);
  }
}

async function markDone(directory: string, prompt: DeskPrompt): Promise<void> {
  try {
    await rename(join(directory, prompt.files.prompt), join(directory, prompt.files.donePrompt));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

function toCompletion(request: SampleRequest, text: string): Completion {
  return {
    kind: "completion",
    text,
    stopReason: text.trim() === "" ? "empty" : "end",
    usage: { inputTokens: estimateInputTokens(request.messages), outputTokens: estimateTokens(text) },
    policyVersion: "desk",
  };
}

function createDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true });
  } catch (cause) {
    throw new AppError({
      code: "DESK_DIRECTORY_UNUSABLE",
      message: `expected a folder for prompts and answers at ${directory}, got: ${toMessage(cause)}; name another folder`,
      data: { directory },
      cause,
    });
  }
}
