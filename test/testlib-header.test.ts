import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** One call of a program in `test/testlib` and what the testlib that setters know made of it. */
interface GoldenCall {
  readonly program: "generator" | "patterns" | "options" | "streams";
  readonly arguments: readonly string[];
  /** Standard input, in base64. */
  readonly input?: string;
  /** The files `0`, `1` and `2`, in base64. */
  readonly files?: readonly string[];
  readonly exitCode: number;
  /** The first 16 digits of the SHA-256 of standard output. */
  readonly stdout: string;
  /** The first word on standard error. */
  readonly message: string;
}

const sources = path.join(import.meta.dirname, "testlib");
const header = path.join(import.meta.dirname, "..", "native", "testlib");
const calls = JSON.parse(readFileSync(path.join(sources, "golden.json"), "utf8")) as readonly GoldenCall[];
const programs = ["generator", "patterns", "options", "streams"] as const;
const compilers = ["g++", "clang++"].filter((name) => spawnSync(name, ["--version"]).status === 0);
const run = promisify(execFile);

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(path.join(os.tmpdir(), "testlib-test-"));
});
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

/** What the compiler says; rejects with it where it fails. */
async function compile(compiler: string, args: readonly string[]): Promise<string> {
  const { stderr } = await run(compiler, ["-I", header, ...args], { cwd: directory, timeout: 60_000 });
  return stderr;
}

/** A call's exit code, output and first word, as `golden.json` has them. */
function perform(binary: string, call: GoldenCall): Pick<GoldenCall, "exitCode" | "stdout" | "message"> {
  for (const [index, content] of (call.files ?? []).entries()) {
    writeFileSync(path.join(directory, `${index}`), Buffer.from(content, "base64"));
  }
  const input = Buffer.from(call.input ?? "", "base64");
  const result = spawnSync(path.join(directory, binary), call.arguments, { cwd: directory, input });
  return {
    exitCode: result.status ?? -1,
    stdout: createHash("sha256").update(result.stdout).digest("hex").slice(0, 16),
    message: result.stderr.toString("latin1").split(" ", 1)[0]?.trim() ?? "",
  };
}

describe.each(compilers)("our testlib.h, compiled by %s", (compiler) => {
  test.each(programs)(
    "%s: exit codes, output and verdict words are those of the testlib that setters know",
    async (name) => {
      const binary = `${name}-${compiler}`;
      await compile(compiler, ["-O0", "-std=c++17", "-w", path.join(sources, `${name}.cpp`), "-o", binary]);
      for (const call of calls.filter((other) => other.program === name)) {
        const { exitCode, stdout, message } = call;
        const place = JSON.stringify({ arguments: call.arguments, input: call.input, files: call.files });
        expect({ place, ...perform(binary, call) }).toEqual({ place, exitCode, stdout, message });
      }
    },
  );

  test.each(["c++11", "c++14", "c++17", "c++20", "c++2b"])("it has no warnings in %s", async (standard) => {
    const files = ["patterns", "options"].map((name) => path.join(sources, `${name}.cpp`));
    expect(await compile(compiler, ["-fsyntax-only", `-std=${standard}`, "-Wall", ...files])).toBe("");
  });
});

describe.skipIf(!compilers.includes("g++"))("our testlib.h", () => {
  test("it is compiled once with the whole standard library where a program wants that", async () => {
    const source = path.join(directory, "wide.cpp");
    writeFileSync(source, '#include "testlib.h"\nstd::bitset<8> bits;\nint main() {}\n');
    await expect(compile("g++", ["-fsyntax-only", source])).rejects.toThrow("bitset");
    expect(await compile("g++", ["-fsyntax-only", "-DTESTLIB_ALL_HEADERS", source])).toBe("");
  });

  test.each(["rand()", "srand(1)", "random_shuffle(v.begin(), v.end())"])("%s does not compile", async (call) => {
    const source = path.join(directory, "forbidden.cpp");
    writeFileSync(source, `#include "testlib.h"\nint main() { std::vector<int> v(3); ${call}; }\n`);
    await expect(compile("g++", ["-c", source, "-o", "forbidden.o"])).rejects.toThrow("error:");
  });
});
