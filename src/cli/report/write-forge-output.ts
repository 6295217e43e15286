import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeAdversarialExamples, type SearchCandidate, type SearchResult } from "../../forge/index.ts";
import type { Problem } from "../../problem/index.ts";
import { AppError, boundary } from "../../std/index.ts";
import { toJsonTest } from "./render-search.ts";

const reportName = "forge.json";

/**
 * Writes tests/NNN.in and .ans, adversarial.jsonl and, last, forge.json; an earlier output of ours is replaced.
 *
 * @throws OUTPUT_FOLDER_TAKEN, OUTPUT_WRITE_FAILED
 */
export async function writeForgeOutput(
  directory: string,
  output: {
    readonly problem: Problem;
    readonly candidates: readonly SearchCandidate[];
    readonly gold: SearchCandidate | undefined;
    readonly result: SearchResult;
  },
): Promise<void> {
  const { problem, candidates, gold, result } = output;
  await boundary({ code: "OUTPUT_WRITE_FAILED", what: `writing ${directory}` }, async () => {
    await mkdir(directory, { recursive: true });
    const names = await readdir(directory);
    if (names.length > 0 && !names.includes(reportName)) {
      throw new AppError({
        code: "OUTPUT_FOLDER_TAKEN",
        message: `${directory} holds other files (${names.slice(0, 3).join(", ")}); give --out a new or empty folder`,
        data: { file: directory },
      });
    }
    for (const name of ["tests", "adversarial.jsonl", reportName]) {
      await rm(join(directory, name), { recursive: true, force: true });
    }
    const tests = join(directory, "tests");
    await mkdir(tests);
    for (const test of result.tests) {
      const file = join(tests, test.id.replace("forge/", ""));
      await writeFile(`${file}.in`, test.input.bytes);
      if (test.answer !== undefined) await writeFile(`${file}.ans`, test.answer.bytes);
    }
    await writeFile(
      join(directory, "adversarial.jsonl"),
      writeAdversarialExamples(problem, result.tests, { gold, candidates }),
    );
    const report = { generator: "grandsmith", ...result, tests: result.tests.map(toJsonTest) };
    await writeFile(join(directory, reportName), `${JSON.stringify(report, undefined, 2)}\n`);
  });
}
