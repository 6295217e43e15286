import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

/**
 * What `#include "testlib.h"` costs to compile against `#include <bits/stdc++.h>`, both before an empty `main`, and what
 * a checker of tokens costs against the latter, in CPU seconds.
 */
export async function run(): Promise<Readonly<Record<string, unknown>>> {
  const directory = await mkdtemp(path.join(os.tmpdir(), "testlib-header-"));
  try {
    for (const name of names) await writeFile(path.join(directory, `${name}.cpp`), sources[name]);
    const cpp17 = await compare(directory, "gnu++17");
    const cpp20 = await compare(directory, "gnu++20");
    return {
      testlibHeader: cpp17.header,
      testlibChecker: cpp17.checker,
      testlibHeaderCpp20: cpp20.header,
      testlibCheckerCpp20: cpp20.checker,
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const rounds = 7;
const header = path.join(import.meta.dirname, "..", "native", "testlib");

const sources = {
  checker: `#include "testlib.h"
int main(int argc, char *argv[]) {
    registerTestlibCmd(argc, argv);
    int count = 0;
    while (!ans.seekEof() && !ouf.seekEof()) {
        const std::string expected = ans.readToken();
        const std::string found = ouf.readToken();
        count++;
        if (expected != found)
            quitf(_wa, "token %d: expected '%s', found '%s'", count, compress(expected).c_str(), compress(found).c_str());
    }
    if (!ans.seekEof()) quitf(_wa, "expected more than %d tokens", count);
    quitf(_ok, "%d tokens", count);
}
`,
  header: '#include "testlib.h"\nint main() {}\n',
  standard: "#include <bits/stdc++.h>\nint main() {}\n",
};
const names = ["checker", "header", "standard"] as const;

const execute = promisify(execFile);

async function compare(
  directory: string,
  standard: string,
): Promise<{ readonly header: number; readonly checker: number }> {
  const times: Record<keyof typeof sources, number[]> = { checker: [], header: [], standard: [] };
  for (let round = 0; round < rounds; round++) {
    for (const name of names) times[name].push(await measure(directory, name, standard));
  }
  const [checker, ours, theirs] = names.map((name) => toMedian(times[name])) as [number, number, number];
  console.log(`g++ -O2 -std=${standard} -c, median of ${rounds} rounds in turn, CPU seconds:`, {
    checker,
    ours,
    theirs,
  });
  return { header: round3(ours / theirs), checker: round3(checker / theirs) };
}

async function measure(directory: string, name: string, standard: string): Promise<number> {
  const command = `TIMEFORMAT='%U %S'; time g++ -O2 "-std=$3" -I "$1" -c "$2.cpp" -o "$2.o"`;
  const { stderr } = await execute("bash", ["-c", command, "bash", header, name, standard], { cwd: directory });
  return stderr
    .trim()
    .split(/\s+/)
    .reduce((sum, seconds) => sum + Number(seconds), 0);
}

function toMedian(values: readonly number[]): number {
  return round3(values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN);
}

function round3(value: number): number {
  return Math.round(value * 1000) / 1000;
}
