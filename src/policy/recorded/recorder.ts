import { appendFile, mkdir, readFile, truncate } from "node:fs/promises";
import { dirname } from "node:path";
import { boundary } from "../../std/index.ts";
import type { Policy } from "../contract.ts";
import { computeRequestDigest } from "../request-digest.ts";
import { parseRecording, toRecordedSampleLine, toRecordingHeaderLine } from "./recording.ts";

export interface RecorderOptions {
  /** The recording to create, or to go on with. */
  readonly file: string;
  /** Default: the policy's name. */
  readonly madeWith?: string | undefined;
  readonly note?: string | undefined;
}

/**
 * A policy that appends each completion to a recording before it returns it. A last line that a kill left unfinished
 * is dropped. Goes inside `withJournal`, so that replayed answers are not recorded again.
 *
 * @throws AppError RECORDING_INVALID when the file is something else, RECORDING_WRITE_FAILED
 */
export async function createRecorder(policy: Policy, options: RecorderOptions): Promise<Policy> {
  const { file, madeWith = policy.info.name, note = "" } = options;
  const write = async (action: () => Promise<void>): Promise<void> => {
    await boundary({ code: "RECORDING_WRITE_FAILED", what: `the recording ${file} could not be written` }, action);
  };
  await write(async () => {
    await mkdir(dirname(file), { recursive: true });
    if (await mendRecording(file)) return;
    await appendFile(file, toRecordingHeaderLine({ format: "grandsmith-recording", version: 1, madeWith, note }));
  });
  const writeAfter = async (earlier: Promise<void>, line: string): Promise<void> => {
    await earlier;
    await write(() => appendFile(file, line));
  };
  let lastAppend = Promise.resolve();
  return {
    info: policy.info,
    async sample(request, sampleOptions) {
      const outcome = await policy.sample(request, sampleOptions);
      if (outcome.kind === "failure") return outcome;
      const line = toRecordedSampleLine({
        address: request.address,
        requestDigest: computeRequestDigest(request),
        completion: outcome,
      });
      const append = writeAfter(lastAppend, line);
      lastAppend = append.catch(() => {});
      await append;
      return outcome;
    },
  };
}

/** Whether the file already holds a recording. A last line without its line end is finished, or cut off when torn. */
async function mendRecording(file: string): Promise<boolean> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  if (text === "") return false;
  const wholeLines = text.slice(0, text.lastIndexOf("\n") + 1);
  const isTorn = wholeLines !== "" && !isJson(text.slice(wholeLines.length));
  parseRecording(isTorn ? wholeLines : text, file);
  if (isTorn) await truncate(file, Buffer.byteLength(wholeLines));
  else if (!text.endsWith("\n")) await appendFile(file, "\n");
  return true;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
