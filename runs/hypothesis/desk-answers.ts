import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  computeRequestDigest,
  createDeskPolicy,
  createRecordedPolicy,
  createRecorder,
  parseRecording,
  type Policy,
  type RecordedPolicy,
  type Recording,
} from "../../src/policy/index.ts";
import type { OpenSubject, Subject } from "./subject.ts";

const folder = fileURLToPath(new URL("answers", import.meta.url));

const note =
  "Answers written by one author through the desk in one sitting, five takes a problem, " +
  "those with a claim after those without: they show how claims fare, not what claims gain.";

export interface RecordedSubject {
  readonly open: OpenSubject;
  /** Answers so far that were recorded for another prompt than the one asked. */
  readStaleCount(): number;
}

/** A subject answered by its recording. */
export async function openRecordedSubject(subject: Subject): Promise<RecordedSubject> {
  const recording = parseRecording(await readFile(toFile(subject), "utf8"), toFile(subject));
  const recorded: RecordedPolicy = createRecordedPolicy({ recording });
  const toPolicy = async (attempt: number): Promise<Policy> => toAttempt(recorded, attempt);
  return { open: { subject, toPolicy }, readStaleCount: () => recorded.staleCount };
}

/** A subject whose prompts wait in `directory` for answers, which join its recording, unless that has an answer. */
export async function openDeskSubject(subject: Subject, directory: string): Promise<OpenSubject> {
  const file = toFile(subject);
  const recorder = await createRecorder(createDeskPolicy({ directory }), { file, madeWith: "desk", note });
  const policy = preferRecorded(parseRecording(await readFile(file, "utf8"), file), recorder);
  return { subject, toPolicy: async (attempt) => toAttempt(policy, attempt) };
}

/** What was recorded for the very same request; everything else is asked. */
function preferRecorded(recording: Recording, asked: Policy): Policy {
  const recorded = createRecordedPolicy({ recording });
  const known = new Set(recording.samples.map(({ requestDigest }) => requestDigest));
  return {
    info: asked.info,
    sample: async (request, call) =>
      (known.has(computeRequestDigest(request)) ? recorded : asked).sample(request, call),
  };
}

function toFile({ name }: Subject): string {
  return join(folder, `${name}.jsonl`);
}

/** Requests under the attempt's number as their round, so that answers of different attempts are told apart. */
function toAttempt(policy: Policy, attempt: number): Policy {
  return {
    info: policy.info,
    sample: async (request, call) =>
      policy.sample({ ...request, address: { ...request.address, round: attempt } }, call),
  };
}
