import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { boundary } from "../std/index.ts";
import type { RecordingSource } from "./create-policy.ts";

/** The recording in a problem's folder; undefined where there is none. @throws RECORDING_UNREADABLE */
export async function readRecording(problemPath: string): Promise<RecordingSource | undefined> {
  const file = join(problemPath, "recording.jsonl");
  return boundary({ code: "RECORDING_UNREADABLE", what: `reading ${file}` }, async () => {
    try {
      return { file, text: await readFile(file, "utf8") };
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      if (code === "ENOENT" || code === "ENOTDIR") return undefined;
      throw cause;
    }
  });
}
