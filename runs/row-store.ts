import { appendFile, readFile, rm } from "node:fs/promises";
import { z } from "zod";

/** Rows of an experiment that are kept as JSON lines, so that a run that was broken off goes on where it was. */
export interface RowStore<Row> {
  /** The row of that key: from an earlier run, or made and kept now. */
  keep(key: string, make: () => Promise<Row>): Promise<Row>;
  /** Everything is done: the next run starts anew. */
  clear(): Promise<void>;
}

/** Opens a store; rows of another `version` are dropped, a last line that was cut off too. */
export async function openRowStore<Row>(
  file: string,
  { version, row: rowSchema }: { readonly version: string; readonly row: z.ZodType<Row> },
): Promise<RowStore<Row>> {
  const entrySchema = z.object({ version: z.literal(version), key: z.string(), row: rowSchema });
  const known = new Map<string, Row>();
  const text = await readFile(file, "utf8").catch(() => "");
  for (const line of text.split("\n")) {
    const parsed = entrySchema.safeParse(parseLine(line));
    if (parsed.success) known.set(parsed.data.key, parsed.data.row);
  }
  return {
    async keep(key, make) {
      const before = known.get(key);
      if (before !== undefined) return before;
      const row = await make();
      await appendFile(file, `${JSON.stringify({ version, key, row })}\n`);
      return row;
    },
    clear: async () => rm(file, { force: true }),
  };
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
