import { execFile } from "node:child_process";
import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  openSandbox,
  type OpenSandboxOptions,
  type RunLimits,
  type RunResult,
  type SandboxBlob,
  type SandboxFile,
  type SandboxSpec,
} from "../../src/sandbox/index.ts";
import { computeDigest } from "../../src/std/index.ts";
import { hostileCppPrograms, hostilePythonPrograms, hostileSources, type HostileProgram } from "./hostile-programs.ts";
import { findProcesses, secretText, type Host } from "./watched-host.ts";

const run = promisify(execFile);
const hostile = join(import.meta.dirname, "hostile");
/** Names what runs because of this process, among all that runs on the machine. */
const processName = `hostile${process.pid}`;
const mebibyte = 1024 * 1024;
const limits: RunLimits = {
  cpuTimeMs: 1500,
  wallTimeMs: 3000,
  memoryBytes: 64 * mebibyte,
  stackBytes: 16 * mebibyte,
  outputBytes: mebibyte,
  processCount: 12,
};

export interface AttackContext {
  readonly options: OpenSandboxOptions;
  readonly host: Host;
  readonly allowsProcesses: boolean;
}

/** Runs all C++ programs, which are modes of `binary` (see combinePrograms); the harm that they did. */
export async function attackInCpp(context: AttackContext, binary: string): Promise<readonly string[]> {
  const file = { name: processName, blob: toBlob(await readFile(binary)), isExecutable: true };
  const command = [`/box/${processName}`];
  return attack(context, { programs: hostileCppPrograms, readOnlyPaths: [], command, files: [file] });
}

/** Runs all Python programs; the harm that they did, or undefined where there is no Python. */
export async function attackInPython(context: AttackContext): Promise<readonly string[] | undefined> {
  const python = await findPython();
  if (python === undefined) return undefined;
  const names = [...hostilePythonPrograms.map(({ name }) => name), "victim"];
  const files = await Promise.all(
    names.map(async (name) => ({
      name,
      blob: toBlob(await readFile(join(hostile, `${name}.py`))),
      isExecutable: false,
    })),
  );
  return attack(context, {
    programs: hostilePythonPrograms,
    readOnlyPaths: python.paths,
    // The interpreter's program is the file of the box that the run names.
    command: [python.executable, "-s", "-S", "-B"],
    prefix: "/box/",
    files,
    cpuTimeMs: 400,
  });
}

interface Attack {
  readonly programs: readonly HostileProgram[];
  readonly readOnlyPaths: readonly string[];
  readonly command: readonly string[];
  readonly files: readonly SandboxFile[];
  readonly cpuTimeMs?: number;
  readonly prefix?: string;
}

/** Runs each program, and after each the victim, which must see what it sees in a sandbox where nothing ran before. */
async function attack(context: AttackContext, how: Attack): Promise<readonly string[]> {
  const { host, options, allowsProcesses } = context;
  const { programs, command, files, prefix = "", cpuTimeMs = 200 } = how;
  const workBytes = allowsProcesses ? 16 * mebibyte : 0;
  const spec: SandboxSpec = { readOnlyPaths: how.readOnlyPaths, workBytes, allowsProcesses };
  const toRun = ({ name, isEndless }: Pick<HostileProgram, "name" | "isEndless">) => ({
    args: [prefix + name],
    stdin: toBlob(Buffer.from(host.input)),
    limits: isEndless === true ? { ...limits, cpuTimeMs, wallTimeMs: cpuTimeMs + 50 } : limits,
  });
  const victim = toRun({ name: "victim" });
  const job = { argv: command, files, env: {} };
  await using fresh = await openSandbox(spec, options);
  const [untouched] = (await fresh.run({ ...job, runs: [victim] })) as [RunResult];
  await using sandbox = await openSandbox(spec, options);
  const results = await sandbox.run({ ...job, runs: programs.flatMap((program) => [toRun(program), victim]) });
  const expected = describeVictim(untouched);
  const harm = programs.flatMap((program, index) => {
    const after = describeVictim(results[2 * index + 1] as RunResult);
    const isHarmed = after !== expected || !after.startsWith("exited 0");
    const seen = isHarmed ? [`the run after ${program.name}: ${after}, which alone is: ${expected}`] : [];
    return [...findGains(program, results[2 * index] as RunResult), ...seen];
  });
  const left = (await findProcesses(processName)).map((pid) => `process ${pid} is left`);
  return [...harm, ...left, ...(await host.findHarm())];
}

function describeVictim({ ending, stdout, stderr }: RunResult): string {
  const how = ending.kind === "exited" ? `exited ${ending.exitCode}` : JSON.stringify(ending);
  return `${how}: ${toText(stdout)}${toText(stderr)}`;
}

/** Compiles all sources that attack by being compiled, and then one that does not; the harm that was done. */
export async function attackCompiler({
  host,
  options,
}: Omit<AttackContext, "allowsProcesses">): Promise<readonly string[]> {
  const compiler = await realpath((await run("which", ["g++"])).stdout.trim());
  const paths = ["/usr", "/lib", "/lib64", "/bin"];
  const spec = { readOnlyPaths: paths, workBytes: 32 * mebibyte, allowsProcesses: true };
  const texts = await Promise.all(
    hostileSources.map(({ name }) => readFile(join(hostile, "compile", `${name}.cpp`), "utf8")),
  );
  const fine: HostileProgram = { name: "fine", attacks: "nothing" };
  const runs = [...hostileSources, fine].map((program, index) => {
    const text = (texts[index] ?? "#include <cstdio>\nint main() {}\n").replaceAll("SECRET", host.secretPath);
    return {
      stdin: toBlob(new Uint8Array()),
      files: [{ name: "main.cpp", blob: toBlob(Buffer.from(text)), isExecutable: false }],
      limits: toCompileLimits(program),
      collect: ["out"],
    };
  });
  const argv = [compiler, "-O2", "-std=gnu++17", "-I/box", "-fmax-errors=3", "-o", "/work/out", "/box/main.cpp"];
  const env = { PATH: "/usr/bin:/bin", TMPDIR: "/work", LC_ALL: "C" };
  await using sandbox = await openSandbox(spec, options);
  const results = await sandbox.run({ argv, env, files: [], runs });
  const harm = hostileSources.flatMap((program, index) => findGains(program, results[index] as RunResult));
  const last = results.at(-1) as RunResult;
  const isFine = last.ending.kind === "exited" && last.ending.exitCode === 0 && last.collected.length === 1;
  return [...harm, ...(isFine ? [] : [`the next program: ${toText(last.stderr)}`]), ...(await host.findHarm())];
}

/** Bombs are stopped soon, others must be able to end on a loaded machine. */
function toCompileLimits({ endings = [] }: HostileProgram): RunLimits {
  const [cpuTimeMs, wallTimeMs] = endings.includes("cpu-time") ? [300, 1000] : [5000, 15_000];
  return { ...limits, cpuTimeMs, wallTimeMs, memoryBytes: 512 * mebibyte };
}

/** What a program got that it should not have, and an ending that it may not have. */
function findGains({ name, endings = ["exited"] }: HostileProgram, result: RunResult): readonly string[] {
  const { ending, stdout, stderr, collected } = result;
  const how = ending.kind === "killed" ? ending.by : ending.kind;
  const said = [stdout, stderr, ...collected.map((file) => file.bytes)].map(toText).join("\n").split("\n");
  const gains = said.filter((line) => line.startsWith("GOT") || line.includes(secretText));
  return [...((endings as readonly string[]).includes(how) ? [] : [`it ended by ${how}`]), ...gains].map(
    (gain) => `${name}: ${gain}`,
  );
}

async function findPython(): Promise<{ executable: string; paths: string[] } | undefined> {
  const code = "import sys; print(getattr(sys, '_base_executable', sys.executable)); print(sys.base_prefix)";
  // The machine's own, since another may lie where only its owner can reach it.
  const tries = ["/usr/bin/python3", "python3"].map((name) =>
    run(name, ["-I", "-S", "-c", code]).catch(() => undefined),
  );
  const said = (await Promise.all(tries)).find((found) => found !== undefined);
  if (said === undefined) return undefined;
  const [executable, prefix] = await Promise.all(
    said.stdout
      .trim()
      .split("\n")
      .map((path) => realpath(path)),
  );
  const system = ["/usr/lib", "/usr/lib64", "/lib", "/lib64"];
  return {
    executable: executable as string,
    paths: prefix === "/usr" ? [...system, executable as string] : [...system, prefix as string],
  };
}

function toBlob(bytes: Uint8Array): SandboxBlob {
  return { digest: computeDigest(bytes), bytes };
}

function toText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
