import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { boundary } from "../std/index.ts";
import type { AuditReport } from "./contract.ts";

/**
 * Writes the files that reproduce findings in place of those of an earlier audit, and returns how many.
 *
 * @throws OUTPUT_WRITE_FAILED
 */
export async function writeReproductions(report: AuditReport, directory: string): Promise<number> {
  const files = report.findings.flatMap((finding) => finding.reproduction.files);
  await boundary({ code: "OUTPUT_WRITE_FAILED", what: `writing ${directory}` }, async () => {
    const former = await readdir(directory).catch(() => []);
    for (const name of former.filter((item) => /^\d{3,}-[a-z-]+$/.test(item))) {
      await rm(join(directory, name), { recursive: true });
    }
    for (const { fileName, bytes } of files) {
      const path = join(directory, fileName);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, bytes);
    }
  });
  return files.length;
}
