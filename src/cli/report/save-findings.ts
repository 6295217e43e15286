import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { KeptTest } from "../../forge/index.ts";
import { AppError, boundary } from "../../std/index.ts";

/** Where findings go beside `--out`: as named tests of a package, or as calls of its test plan. */
export interface SaveTargets {
  /** A path without an extension, in the folder of the group: `data/secret/02/overflow`. */
  readonly testPath?: string | undefined;
  /** A file of lines `CALL > NAME`, as Polygon's scripts are. */
  readonly callsFile?: string | undefined;
}

/**
 * Saves each test as PATH.in and PATH.ans, several as PATH-1, PATH-2, …; command-line arguments go to PATH.yaml and
 * files to PATH.files, as in Kattis packages. Nothing that exists is replaced.
 *
 * @returns for each thing saved, what and where
 * @throws OUTPUT_FILE_TAKEN, OUTPUT_WRITE_FAILED
 */
export async function saveFindings(tests: readonly KeptTest[], targets: SaveTargets): Promise<readonly string[]> {
  const { testPath, callsFile } = targets;
  const lines: string[] = [];
  for (const [i, test] of tests.entries()) {
    const suffix = tests.length === 1 ? "" : `-${i + 1}`;
    if (testPath !== undefined) {
      await saveTest(`${testPath}${suffix}`, test);
      lines.push(`${test.id} saved as ${testPath}${suffix}.in`);
    }
    const call = test.call ?? test.foundCall;
    if (callsFile === undefined) continue;
    if (call === undefined) {
      lines.push(`${test.id} has no generator call (it is from ${test.source}): nothing added to ${callsFile}`);
      continue;
    }
    const name = test.id.replaceAll("/", "-");
    await boundary({ code: "OUTPUT_WRITE_FAILED", what: `writing ${callsFile}` }, async () => {
      await mkdir(dirname(callsFile), { recursive: true });
      await appendFile(callsFile, `${call} > ${name}\n`);
    });
    lines.push(`${test.id}: "${call}" added to ${callsFile}`);
  }
  return lines;
}

async function saveTest(path: string, { input, answer }: KeptTest): Promise<void> {
  const { args, files = [] } = input.frame ?? {};
  await boundary({ code: "OUTPUT_WRITE_FAILED", what: `writing ${path}.in` }, async () => {
    await mkdir(dirname(path), { recursive: true });
    await writeNew(`${path}.in`, input.bytes);
    if (answer !== undefined) await writeNew(`${path}.ans`, answer.bytes);
    if (args !== undefined) await writeNew(`${path}.yaml`, `args: ${JSON.stringify(args)}\n`);
    for (const { fileName, data } of files) {
      await mkdir(`${path}.files`, { recursive: true });
      await writeNew(join(`${path}.files`, fileName), data.bytes);
    }
  });
}

async function writeNew(file: string, content: Uint8Array | string): Promise<void> {
  try {
    await writeFile(file, content, { flag: "wx" });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause;
    throw new AppError({
      code: "OUTPUT_FILE_TAKEN",
      message: `${file} exists already; give --save another name`,
      data: { file },
    });
  }
}
