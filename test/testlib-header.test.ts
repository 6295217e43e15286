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

  test.each(["gnu++11", "gnu++17", "gnu++20"])(
    "in %s a program has what it uses of the standard library without including it",
    async (standard) => {
      const body = `
  std::ofstream("streams.txt") << 12 << " one two" << std::endl;
  std::ifstream file("streams.txt");
  std::fstream both("streams.txt");
  int number = 0;
  std::string word, line, other;
  file >> number >> word;
  std::getline(file, line);
  std::getline(both, other);
  std::istringstream words("7 x");
  double real = 0;
  char letter;
  words >> real >> letter;
  std::ostringstream shown;
  shown << std::hex << 255 << std::setprecision(3) << ' ' << 1.23456 << letter;
  std::map<std::string, int> counts;
  std::set<long long> seen;
  std::vector<int> values(3, number);
  values[1] = counts[word]++;
  seen.insert(5);
  std::sort(values.begin(), values.end());
  std::function<int(int)> twice = [](int x) { return 2 * x; };
  std::wstringstream wide;
  wide << L"wide " << 3;
  std::vector<char> letters(2, 'z');
  std::cout << number << word << line << '/' << other << '/' << shown.str() << '/' << std::sqrt(16.0) << '/'
            << values[0] << values[2] << seen.count(5) << twice(4) << '/' << wide.str().size()
            << std::string(letters.begin(), letters.end()) << '/' << std::numeric_limits<int>::max() << std::endl;`;
      const shown = "12one two/12 one two/ff 1.23x/4/01218/6zz/2147483647\n";
      const binary = path.join(directory, "transitive");
      const narrow = body.replace("std::setprecision(3) << ", "").replace("1.23456", "1.23");
      writeFileSync(`${binary}.cpp`, `#include "testlib.h"\nint main() {${narrow}\n  disableFinalizeGuard();\n}\n`);
      const wide = `  std::cout << std::regex_match("aa", std::regex("a+")) << std::put_money(12) << std::endl;`;
      const after = `#include "testlib.h"\n#include <bits/stdc++.h>\nint main() {${body}\n${wide}\n  disableFinalizeGuard();\n}\n`;
      writeFileSync(`${binary}-after.cpp`, after);
      await compile("g++", ["-O0", `-std=${standard}`, `${binary}.cpp`, "-o", binary]);
      expect(spawnSync(binary, { cwd: directory }).stdout.toString()).toBe(shown);
      await compile("g++", ["-O2", `-std=${standard}`, `${binary}-after.cpp`, "-o", binary]);
      expect(spawnSync(binary, { cwd: directory }).stdout.toString()).toBe(`${shown}112\n`);
    },
  );

  test.each(["rand()", "srand(1)", "random_shuffle(v.begin(), v.end())"])("%s does not compile", async (call) => {
    const source = path.join(directory, "forbidden.cpp");
    writeFileSync(source, `#include "testlib.h"\nint main() { std::vector<int> v(3); ${call}; }\n`);
    await expect(compile("g++", ["-c", source, "-o", "forbidden.o"])).rejects.toThrow("error:");
  });
});
