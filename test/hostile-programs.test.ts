import { execFile, spawn, type ChildProcess } from "node:child_process";
import { chmod, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  openSandbox,
  type RunLimits,
  type RunResult,
  type SandboxBlob,
  type SandboxSpec,
  type SandboxTier,
} from "../src/sandbox/index.ts";
import { isolatingTiers } from "../src/sandbox/test-tiers.ts";
import { computeDigest } from "../src/std/index.ts";
import { combinePrograms } from "./programs/combine-programs.ts";
import {
  hostileCppPrograms,
  hostilePythonPrograms,
  hostileSources,
  type HostileProgram,
} from "./programs/hostile-programs.ts";

const run = promisify(execFile);
const hostile = join(import.meta.dirname, "programs", "hostile");
const mebibyte = 1024 * 1024;
const limits: RunLimits = {
  cpuTimeMs: 200,
  wallTimeMs: 3000,
  memoryBytes: 64 * mebibyte,
  stackBytes: 16 * mebibyte,
  outputBytes: mebibyte,
  processCount: 12,
};
const secretText = "jb7q-the-answers-9xk2";

/** What a hostile program could reach, were it not for the sandbox. */
interface Host extends AsyncDisposable {
  readonly directory: string;
  readonly secretPath: string;
  readonly input: SandboxBlob;
  /** Throws when anything of it was touched, reached or left. */
  check(): Promise<void>;
}

describe.for(isolatingTiers)("in tier $tier, of the hostile programs", ({ tier, lacks }) => {
  if (lacks !== undefined) return it.skip(`none is tried: ${lacks} is missing`);
  let host: Host;
  beforeAll(async () => void (host = await createHost()));
  afterAll(() => host[Symbol.asyncDispose]());

  it.for([false, true])(
    "in C++, none gets, keeps or harms anything (processes allowed: %s)",
    async (allowsProcesses) => {
      const binary = toBlob(await readFile(await combined));
      const spec = { readOnlyPaths: [], workBytes: allowsProcesses ? 16 * mebibyte : 0, allowsProcesses };
      const files = [{ name: "hostile", blob: binary, isExecutable: true }];
      await attack({ tier, spec, host, programs: hostileCppPrograms, command: ["/box/hostile"], files });
      await host.check();
    },
  );

  it("in Python, none gets, keeps or harms anything", async ({ skip }) => {
    const python = await findPython();
    if (python === undefined) return skip("python3 is not installed");
    const files = await Promise.all(
      [...hostilePythonPrograms.map(({ name }) => name)].map(async (name) => ({
        name,
        blob: toBlob(await readFile(join(hostile, `${name}.py`))),
        isExecutable: false,
      })),
    );
    const victim = Buffer.from(
      "import os, sys\nprint(len(sys.stdin.read()), sorted(os.listdir('.')), dict(os.environ))\n",
    );
    files.push({ name: "victim", blob: toBlob(victim), isExecutable: false });
    for (const allowsProcesses of [false, true]) {
      const spec = { readOnlyPaths: python.paths, workBytes: allowsProcesses ? 16 * mebibyte : 0, allowsProcesses };
      // Every name is a file of the box, which the interpreter is given as its program.
      const command = [python.executable, "-s", "-S", "-B"];
      const cpuTimeMs = 400;
      await attack({ tier, spec, host, programs: hostilePythonPrograms, command, files, cpuTimeMs, prefix: "/box/" });
    }
    await host.check();
  });

  it("to be compiled, none gets or keeps anything, and the next program compiles", async () => {
    const compiler = await realpath((await run("which", ["g++"])).stdout.trim());
    const paths = ["/usr", "/lib", "/lib64", "/bin"];
    const spec = { readOnlyPaths: paths, workBytes: 32 * mebibyte, allowsProcesses: true };
    await using sandbox = await openSandbox(spec, { tier });
    const fine: HostileProgram = { name: "fine", attacks: "nothing" };
    const runs = await Promise.all(
      [...hostileSources, fine].map(async (program) => ({
        args: [],
        stdin: toBlob(new Uint8Array()),
        files: [{ name: "main.cpp", blob: toBlob(await readSource(program, host)), isExecutable: false }],
        limits: toCompileLimits(program),
        collect: ["out"],
      })),
    );
    const argv = [compiler, "-O2", "-std=gnu++17", "-I/box", "-fmax-errors=3", "-o", "/work/out", "/box/main.cpp"];
    const env = { PATH: "/usr/bin:/bin", TMPDIR: "/work", LC_ALL: "C" };
    const results = await sandbox.run({ argv, env, files: [], runs });
    for (const [index, program] of hostileSources.entries()) checkAttack(program, results[index] as RunResult);
    const last = results.at(-1) as RunResult;
    expect([last.ending, last.collected.map(({ name }) => name)], toText(last.stderr)).toEqual([
      { kind: "exited", exitCode: 0 },
      ["out"],
    ]);
    await host.check();
  });
});

let scratch: string;
let combined: Promise<string>;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "grandsmith-hostile-"));
  combined = combinePrograms([...hostileCppPrograms.map(({ name }) => name), "victim"], scratch);
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

/** Runs each program, and after each the victim, which must see what it sees in a sandbox where nothing ran before. */
async function attack(options: {
  readonly tier: SandboxTier;
  readonly spec: SandboxSpec;
  readonly host: Host;
  readonly programs: readonly HostileProgram[];
  readonly command: readonly string[];
  readonly files: readonly { readonly name: string; readonly blob: SandboxBlob; readonly isExecutable: boolean }[];
  readonly cpuTimeMs?: number;
  readonly prefix?: string;
}): Promise<void> {
  const { tier, spec, host, programs, command, files, prefix = "" } = options;
  const cpuTimeMs = options.cpuTimeMs ?? limits.cpuTimeMs;
  const toRun = ({ name, isEndless }: Pick<HostileProgram, "name" | "isEndless">) => ({
    args: [prefix + name],
    stdin: host.input,
    limits: { ...limits, cpuTimeMs, wallTimeMs: isEndless === true ? cpuTimeMs + 50 : limits.wallTimeMs },
  });
  const victim = toRun({ name: "victim" });
  const job = { argv: command, files, env: {} };
  await using fresh = await openSandbox(spec, { tier });
  const [untouched] = await fresh.run({ ...job, runs: [victim] });
  expect(untouched?.ending, toText(untouched?.stderr)).toEqual({ kind: "exited", exitCode: 0 });
  await using sandbox = await openSandbox(spec, { tier });
  const results = await sandbox.run({ ...job, runs: programs.flatMap((program) => [toRun(program), victim]) });
  for (const [index, program] of programs.entries()) {
    checkAttack(program, results[2 * index] as RunResult);
    const after = results[2 * index + 1] as RunResult;
    expect(after.ending, `the run after ${program.name}`).toEqual({ kind: "exited", exitCode: 0 });
    expect(toText(after.stdout), `the run after ${program.name}`).toBe(toText(untouched?.stdout));
  }
  expect(await findProcesses("hostile"), "processes left").toEqual([]);
}

/** Bombs are stopped soon, others must be able to end on a loaded machine. */
function toCompileLimits({ endings = [] }: HostileProgram): RunLimits {
  const [cpuTimeMs, wallTimeMs] = endings.includes("cpu-time") ? [300, 1000] : [5000, 15_000];
  return { ...limits, cpuTimeMs, wallTimeMs, memoryBytes: 512 * mebibyte };
}

function checkAttack({ name, endings = ["exited"] }: HostileProgram, result: RunResult): void {
  const { ending, stdout, stderr, collected } = result;
  const how = ending.kind === "killed" ? ending.by : ending.kind;
  expect(endings, `${name}: ${toText(stderr).slice(0, 300)}`).toContain(how);
  const said = [stdout, stderr, ...collected.map((file) => file.bytes)].map(toText).join("\n");
  expect(
    said.split("\n").filter((line) => line.startsWith("GOT") || line.includes(secretText)),
    name,
  ).toEqual([]);
}

async function readSource({ name, attacks }: HostileProgram, host: Host): Promise<Uint8Array> {
  if (attacks === "nothing") return Buffer.from('#include <cstdio>\nint main() { std::puts(""); }\n');
  const text = await readFile(join(hostile, "compile", `${name}.cpp`), "utf8");
  return Buffer.from(text.replaceAll("SECRET", host.secretPath));
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

async function createHost(): Promise<Host> {
  const directory = await mkdtemp(join(tmpdir(), "grandsmith-host-"));
  await chmod(directory, 0o755);
  const secretPath = join(directory, "answers.txt");
  await writeFile(secretPath, secretText);
  await chmod(secretPath, 0o644);
  let connections = 0;
  const listen = async (
    where: { readonly port: number; readonly host: string } | { readonly path: string },
  ): Promise<Server> => {
    const server = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(where, resolve));
    return server;
  };
  const socketPath = join(directory, "service");
  const servers = [
    await listen({ port: 0, host: "127.0.0.1" }),
    await listen({ path: socketPath }),
    await listen({ path: "\0grandsmith-hostile" }),
  ];
  await chmod(socketPath, 0o777);
  const port = (servers[0]?.address() as AddressInfo).port;
  const bystanders = startBystanders();
  const before = await describeHost(secretPath, bystanders);
  const input = toBlob(Buffer.from(`${secretPath} ${port} ${socketPath} ${bystanders[0]?.pid}\n`));
  return {
    directory,
    secretPath,
    input,
    async check() {
      expect(connections).toBe(0);
      expect(await describeHost(secretPath, bystanders)).toEqual(before);
    },
    async [Symbol.asyncDispose]() {
      for (const bystander of bystanders) bystander.kill("SIGKILL");
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Other programs on the machine, one of them of the user as which some tiers run theirs. */
function startBystanders(): readonly ChildProcess[] {
  const isRoot = process.getuid?.() === 0;
  const start = (user: object): ChildProcess => spawn("/bin/sleep", ["1000"], { stdio: "ignore", ...user });
  return isRoot ? [start({ uid: 65534, gid: 65534 }), start({})] : [start({})];
}

/** All that the programs tried to change. */
async function describeHost(secretPath: string, bystanders: readonly ChildProcess[]): Promise<unknown> {
  const { mode, uid, gid, mtimeMs, nlink } = await stat(secretPath);
  const places = ["/tmp", "/var/tmp", "/dev/shm", "/"];
  const names = await Promise.all(places.map((place) => readdir(place).catch(() => [])));
  const proc = await Promise.all(
    bystanders.map(async ({ pid }) => [
      await readFile(`/proc/${pid}/limits`, "utf8"),
      (await readFile(`/proc/${pid}/stat`, "utf8")).split(" ").slice(2, 6),
      (await readFile(`/proc/${pid}/status`, "utf8")).match(/^(?:State|SigIgn|Cpus_allowed):.*$/gmu),
    ]),
  );
  const shared = await Promise.all(
    ["shm", "msg", "sem"].map((kind) => readFile(`/proc/sysvipc/${kind}`, "utf8").catch(() => "")),
  );
  return {
    secret: [await readFile(secretPath, "utf8"), mode, uid, gid, mtimeMs, nlink],
    left: names.flat().filter((name) => name.includes("hostile-left") || name === "left" || name === "hostile"),
    proc,
    shared: shared.map((text) => text.includes("26721")),
    exited: bystanders.map(({ exitCode, signalCode }) => [exitCode, signalCode]),
  };
}

/** Processes whose program has that name, in all namespaces. */
async function findProcesses(name: string): Promise<readonly string[]> {
  const pids = (await readdir("/proc")).filter((entry) => /^\d+$/u.test(entry));
  const found = await Promise.all(
    pids.map(async (pid) =>
      (await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "")).trim() === name ? [pid] : [],
    ),
  );
  return found.flat();
}

function toBlob(bytes: Uint8Array): SandboxBlob {
  return { digest: computeDigest(bytes), bytes };
}

function toText(bytes: Uint8Array | undefined): string {
  return new TextDecoder().decode(bytes);
}
