import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  createDeskPolicy,
  createRecordedPolicy,
  createRecorder,
  parseRecording,
  type Policy,
  type RecordedPolicy,
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
  const file = join(folder, `${subject.name}.jsonl`);
  const recorded: RecordedPolicy = createRecordedPolicy({
    recording: parseRecording(await readFile(file, "utf8"), file),
  });
  const toPolicy = async (attempt: number): Promise<Policy> => toAttempt(recorded, attempt);
  return { open: { subject, toPolicy }, readStaleCount: () => recorded.staleCount };
}

/** A subject whose prompts wait in `directory` for answers, which become its recording. */
export async function openDeskSubject(subject: Subject, directory: string): Promise<OpenSubject> {
  const file = join(folder, `${subject.name}.jsonl`);
  await rm(file, { force: true });
  const recorder = await createRecorder(createDeskPolicy({ directory }), { file, madeWith: "desk", note });
  return { subject, toPolicy: async (attempt) => toAttempt(recorder, attempt) };
}

/** Requests under the attempt's number as their round, so that answers of different attempts are told apart. */
function toAttempt(policy: Policy, attempt: number): Policy {
  return {
    info: policy.info,
    sample: async (request, call) =>
      policy.sample({ ...request, address: { ...request.address, round: attempt } }, call),
  };
}
