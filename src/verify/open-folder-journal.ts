import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createJournal, type Journal, type JournalStorage } from "../journal/index.ts";

export interface FolderJournal extends Disposable {
  readonly journal: Journal;
}

/**
 * A journal whose outcomes and artifacts are files of a folder, so that a verification that was broken off goes on
 * where it was, and big outputs are not held in memory. Without a folder, one that goes with it.
 */
export function openFolderJournal(folder?: string): FolderJournal {
  const root = folder ?? mkdtempSync(path.join(os.tmpdir(), "grandsmith-verify-"));
  for (const name of ["outcomes", "artifacts"]) mkdirSync(path.join(root, name), { recursive: true });
  return {
    journal: createJournal(createFolderStorage(root)),
    [Symbol.dispose]() {
      if (folder === undefined) rmSync(root, { recursive: true, force: true });
    },
  };
}

function createFolderStorage(root: string): JournalStorage {
  const toOutcome = (key: string): string => path.join(root, "outcomes", `${key}.json`);
  const toArtifact = (digest: string): string => path.join(root, "artifacts", digest);
  const written = new Set<string>();
  return {
    findOutcome: (key) => readIfThere(toOutcome(key))?.toString("utf8"),
    writeIntent: () => {},
    writeOutcome: (key, outcomeJson) => writeWhole(toOutcome(key), outcomeJson),
    writeFailure: () => {},
    appendEvent: () => {},
    writeArtifact(digest, bytes) {
      if (written.has(digest)) return;
      writeWhole(toArtifact(digest), bytes);
      written.add(digest);
    },
    findArtifact: (digest) => readIfThere(toArtifact(digest)),
  };
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

function writeWhole(file: string, content: string | Uint8Array): void {
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, content);
  renameSync(temporary, file);
}
