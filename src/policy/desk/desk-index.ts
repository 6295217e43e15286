import { join } from "node:path";
import type { DeskPrompt } from "./prompt-file.ts";
import { writeAtomically } from "./write-atomically.ts";

/** The list of prompts that wait for an answer now, kept as `index.md` in the desk's folder. */
export interface DeskIndex {
  add(prompt: DeskPrompt): void;
  remove(prompt: DeskPrompt): void;
}

/** Changes that come together are written together. A list that cannot be written is given up: the prompts count. */
export function createDeskIndex(directory: string): DeskIndex {
  const openPrompts = new Set<DeskPrompt>();
  let isDirty = false;
  let isWriting = false;

  async function write(): Promise<void> {
    isWriting = true;
    while (isDirty) {
      isDirty = false;
      await writeAtomically(join(directory, "index.md"), renderIndex([...openPrompts])).catch(() => {});
    }
    isWriting = false;
  }

  function refresh(): void {
    isDirty = true;
    if (!isWriting) void write();
  }

  return {
    add(prompt) {
      openPrompts.add(prompt);
      refresh();
    },
    remove(prompt) {
      openPrompts.delete(prompt);
      refresh();
    },
  };
}

function renderIndex(prompts: readonly DeskPrompt[]): string {
  const rows = prompts
    .toSorted((a, b) => (a.files.prompt < b.files.prompt ? -1 : 1))
    .map(({ title, files }) => `| [${title}](${files.prompt}) | \`${files.answer}\` |`);
  const list =
    rows.length === 0
      ? "No prompt waits for an answer.\n"
      : `${rows.length} waiting. Each prompt says what to do.\n\n| Prompt | Save the answer as |\n| --- | --- |\n${rows.join("\n")}\n`;
  return `# Open prompts\n\n${list}`;
}
