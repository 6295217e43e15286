import { spawn, type ChildProcess } from "node:child_process";
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

export const secretText = "jb7q-the-answers-9xk2";

/** What a hostile program could reach, were it not for the sandbox. */
export interface Host extends AsyncDisposable {
  readonly secretPath: string;
  /** What hostile programs are told: where the secret lies, a port, a local service, a process. */
  readonly input: string;
  /** What of it was touched or reached, or left on it. */
  findHarm(): Promise<readonly string[]>;
}

/** Sets it up: a secret, services that listen, bystanders. */
export async function createHost(): Promise<Host> {
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
    await listen({ path: `\0${socketPath}` }),
  ];
  await chmod(socketPath, 0o777);
  const { port } = (servers[0] as Server).address() as AddressInfo;
  const bystanders = startBystanders();
  await Promise.all(bystanders.map(waitUntilAsleep));
  const before = await describeHost(secretPath, bystanders);
  const input = `${secretPath} ${port} ${socketPath} ${bystanders[0]?.pid}\n`;
  return {
    secretPath,
    input,
    async findHarm() {
      const after = await describeHost(secretPath, bystanders);
      const changed = Object.keys(before).filter((key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]));
      const harm = changed.map((key) => `${key}: ${JSON.stringify(before[key])} became ${JSON.stringify(after[key])}`);
      return connections === 0 ? harm : [...harm, `${connections} connections`];
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
  const users = process.getuid?.() === 0 ? [{ uid: 65534, gid: 65534 }, {}] : [{}];
  return users.map((user) => spawn("/bin/sleep", ["1000"], { stdio: "ignore", ...user }));
}

/** Before it has started and fallen asleep, its own state changes. */
async function waitUntilAsleep({ pid }: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 1000; tries++) {
    const state = await readFile(`/proc/${pid}/stat`, "utf8");
    if (state.includes("(sleep) S")) return;
    await setTimeout(10);
  }
  throw new Error(`process ${pid} did not fall asleep`);
}

/** All that the programs tried to change. */
async function describeHost(secretPath: string, bystanders: readonly ChildProcess[]): Promise<Record<string, unknown>> {
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
export async function findProcesses(name: string): Promise<readonly string[]> {
  const pids = (await readdir("/proc")).filter((entry) => /^\d+$/u.test(entry));
  const found = await Promise.all(
    pids.map(async (pid) =>
      (await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "")).trim() === name ? [pid] : [],
    ),
  );
  return found.flat();
}
