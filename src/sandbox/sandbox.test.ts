import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import type { SandboxSpec, SandboxTier } from "./contract.ts";
import { probeSandbox } from "./probe-sandbox.ts";
import { readProbe, toBlob, toProbeJob, type ProbeRun } from "./probe-program.ts";
import { openSandbox } from "./sandbox.ts";
import { createSlotDirectory, findSlotPlaces } from "./slot-directory.ts";
import { listIsolatingTiers } from "./list-isolating-tiers.ts";
import { testSandbox } from "./test-sandbox.ts";

const spec: SandboxSpec = { readOnlyPaths: [], workBytes: 0, allowsProcesses: false };
const forever: ProbeRun = { args: ["sleep"], limits: { wallTimeMs: 60_000 } };

describe("a sandbox", () => {
  it("gives the results of a job in order, many more than are under way at once", async () => {
    await using sandbox = await openSandbox(spec);
    const runs = Array.from({ length: 150 }, (_, i) => ({ args: ["copy"], input: Buffer.from(`input ${i}`) }));
    const seen: number[] = [];
    const results = await sandbox.run(toProbeJob(await readProbe(), runs), {
      onResult: (index) => {
        seen.push(index);
        return "continue";
      },
    });
    expect(results.map((result) => new TextDecoder().decode(result.stdout))).toEqual(runs.map((_, i) => `input ${i}`));
    expect(seen).toEqual(runs.map((_, i) => i));
  });

  it("keeps no program waiting, and calls none late, when Node is slow to take results", async () => {
    await using sandbox = await openSandbox(spec);
    const run = { args: ["output", "60000"], limits: { wallTimeMs: 1000 } };
    const job = toProbeJob(
      await readProbe(),
      Array.from({ length: 40 }, () => run),
    );
    const results = await sandbox.run(job, {
      onResult: (index) => {
        for (const end = performance.now() + (index === 0 ? 1500 : 0); performance.now() < end;) continue;
        return "continue";
      },
    });
    expect(results.map((result) => result.ending)).toEqual(job.runs.map(() => ({ kind: "exited", exitCode: 0 })));
  });

  it("stops a job when told to, without waiting for the run in flight, and goes on to the next", async () => {
    await using sandbox = await openSandbox(spec);
    const probe = await readProbe();
    const hello = { args: ["hello"] };
    const start = performance.now();
    const results = await sandbox.run(toProbeJob(probe, [hello, hello, forever, forever]), {
      onResult: async (index) => (index === 1 ? "stop" : "continue"),
    });
    expect(results).toHaveLength(2);
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(await sandbox.run(toProbeJob(probe, [hello]))).toHaveLength(1);
  });

  it("kills the program in flight on abort, rejects with the reason and stays usable", async () => {
    await using sandbox = await openSandbox(spec);
    const probe = await readProbe();
    const reason = new Error("enough");
    const controller = new AbortController();
    const job = toProbeJob(probe, [{ args: ["hello"] }, forever, forever]);
    const running = sandbox.run(job, {
      signal: controller.signal,
      onResult: () => {
        setImmediate(() => controller.abort(reason));
        return "continue";
      },
    });
    await expect(running).rejects.toBe(reason);
    const [next] = await sandbox.run(toProbeJob(probe, [{ args: ["hello"] }]));
    expect(next?.ending).toEqual({ kind: "exited", exitCode: 0 });
    await expect(sandbox.run(job, { signal: controller.signal })).rejects.toBe(reason);
  });

  it("ends at once on abort while what goes before the first run still fills the pipe", async () => {
    await using sandbox = await openSandbox(spec);
    const probe = await readProbe();
    const reason = new Error("enough");
    const controller = new AbortController();
    const [run] = toProbeJob(probe, [{ args: ["hello"] }]).runs;
    const job = toProbeJob(probe, []);
    const large = { name: "large", blob: toBlob(Buffer.alloc(32 << 20)), isExecutable: false };
    const running = sandbox.run(
      { ...job, files: [...job.files, large], runs: [run as NonNullable<typeof run>] },
      { signal: controller.signal },
    );
    setImmediate(() => controller.abort(reason));
    await expect(running).rejects.toBe(reason);
    const [next] = await sandbox.run(toProbeJob(probe, [{ args: ["hello"] }]));
    expect(next?.ending).toEqual({ kind: "exited", exitCode: 0 });
  });

  it("drops the oldest blobs beyond what the helper may hold and sends them again", async () => {
    await using sandbox = await openSandbox(spec);
    const probe = await readProbe();
    const inputs = Array.from({ length: 9 }, (_, i) => toBlob(Buffer.alloc(64 << 20, i)));
    const [first, ...others] = [...inputs, inputs[0]].map((stdin) => ({ args: ["count"], stdin }));
    const job = toProbeJob(probe, [{ args: ["count"], limits: { cpuTimeMs: 10_000, wallTimeMs: 60_000 } }]);
    const { limits } = job.runs[0] as (typeof job.runs)[0];
    const runs = [first, ...others].map((run) => ({
      args: ["count"],
      stdin: run?.stdin ?? toBlob(Buffer.of()),
      limits,
    }));
    const results = await sandbox.run({ ...job, runs });
    expect(results.map((result) => new TextDecoder().decode(result.stdout))).toEqual(runs.map(() => `${64 << 20}\n`));
  });

  it("says SANDBOX_FAILED when its helper is killed, and another can be opened", async () => {
    await using sandbox = await openSandbox(spec);
    const probe = await readProbe();
    const running = sandbox.run(toProbeJob(probe, [forever]));
    process.kill(sandbox.helperPid as number, "SIGKILL");
    await expect(running).rejects.toMatchObject({ code: "SANDBOX_FAILED", isRetryable: true });
    await expect(sandbox.run(toProbeJob(probe, [forever]))).rejects.toMatchObject({ code: "SANDBOX_FAILED" });
    expect(sandbox.isBroken).toBe(true);
    await using other = await openSandbox(spec);
    expect(await other.run(toProbeJob(probe, [{ args: ["hello"] }]))).toHaveLength(1);
  });

  it("says SANDBOX_FAILED when something that it starts programs in is killed, whatever that is", async () => {
    const probe = await readProbe();
    const hello = toProbeJob(probe, [{ args: ["hello"] }]);
    await using first = await openSandbox(spec);
    expect(await first.run(hello)).toHaveLength(1);
    const count = (await findDescendants(first.helperPid as number)).length;
    for (let i = 0; i < count; i++) {
      await using sandbox = await openSandbox(spec);
      expect(await sandbox.run(hello)).toHaveLength(1);
      const victim = (await findDescendants(sandbox.helperPid as number))[i] as number;
      process.kill(victim, "SIGKILL");
      await waitFor(async () => {
        const stat = await readFile(`/proc/${victim}/stat`, "utf8").catch(() => ") Z");
        return /\) [ZX]/.test(stat) ? true : undefined;
      });
      await expect(sandbox.run(hello)).rejects.toMatchObject({ code: "SANDBOX_FAILED" });
      expect(sandbox.isBroken).toBe(true);
    }
  });

  it("refuses names that are paths and commands that are not", async () => {
    await using sandbox = await openSandbox(spec);
    const probe = await readProbe();
    for (const name of ["../x", "a/b", "..", "", "x\0"]) {
      const file = { name, blob: probe, isExecutable: false };
      const job = toProbeJob(probe, [{ args: [], files: [file] }]);
      await expect(sandbox.run(job)).rejects.toMatchObject({ code: "SANDBOX_JOB_INVALID" });
    }
    const job = { ...toProbeJob(probe, [{ args: [] }]), argv: ["probe"] };
    await expect(sandbox.run(job)).rejects.toMatchObject({ code: "SANDBOX_JOB_INVALID" });
  });

  it("is not started when the program is not one", async () => {
    await using sandbox = await openSandbox(spec);
    const [result] = await sandbox.run(toProbeJob(toBlob(Buffer.from("not a program")), [{ args: [] }]));
    expect(result?.ending).toMatchObject({ kind: "not-started", reason: expect.stringContaining("execve") });
  });

  it.for(["R", "U", "B", "L"] as const)(
    "leaves no process when Node is killed in the middle of a run in tier %s",
    async (tier, { skip }) => {
      skip(
        listIsolatingTiers().some((known) => known.tier === tier && known.lacks !== undefined),
        `tier ${tier} lacks something`,
      );
      const { child, helper } = await startNodeWithSandbox(tier);
      const processes = await waitFor(async () => {
        const found = [helper, ...(await findDescendants(helper))];
        return found.length >= 3 ? found : undefined;
      });
      child.kill("SIGKILL");
      await waitFor(() => Promise.resolve(processes.some(isAlive) ? undefined : true));
      await using sandbox = await openSandbox(spec);
      expect(await sandbox.run(toProbeJob(await readProbe(), [{ args: ["hello"] }]))).toHaveLength(1);
      // What the killed had just begun may be gone a little later, and goes at the next opening.
      await waitFor(async () => {
        await using next = await openSandbox(spec);
        return next.isBroken || (await findGroups(helper)).length > 0 ? undefined : true;
      });
      expect(await findDirectories(child.pid as number)).toEqual([]);
    },
  );

  it("leaves no process and no control group when it is closed, even in the middle of a run", async () => {
    const sandbox = await openSandbox({ ...spec, allowsProcesses: true });
    const helper = sandbox.helperPid as number;
    const running = sandbox.run(toProbeJob(await readProbe(), [forever]));
    const outcome = running.catch((error: unknown) => error);
    const processes = await waitFor(async () => {
      const found = await findDescendants(helper);
      return found.length >= 3 ? found : undefined;
    });
    await sandbox[Symbol.asyncDispose]();
    expect(await outcome).toMatchObject({ code: "SANDBOX_FAILED" });
    expect(processes.filter(isAlive)).toEqual([]);
    expect(await findGroups(helper)).toEqual([]);
  });

  it("can be opened by several at once from an empty cache", async () => {
    const cacheDirectory = await mkdtemp(join(tmpdir(), "grandsmith-"));
    try {
      const opened = await Promise.all([1, 2].map(() => openSandbox(spec, { cacheDirectory })));
      const job = toProbeJob(await readProbe(cacheDirectory), [{ args: ["hello"] }]);
      for (const results of await Promise.all(opened.map((sandbox) => sandbox.run(job))))
        expect(results[0]?.ending).toEqual({ kind: "exited", exitCode: 0 });
      await Promise.all(opened.map((sandbox) => sandbox[Symbol.asyncDispose]()));
    } finally {
      await rm(cacheDirectory, { recursive: true });
    }
  });

  it("is unavailable, with the reason, where a path to show is missing", async () => {
    const missing = openSandbox({ ...spec, readOnlyPaths: ["/no/such/place"] });
    await expect(missing).rejects.toMatchObject({
      code: "SANDBOX_UNAVAILABLE",
      message: expect.stringContaining("/no/such/place"),
    });
  });

  it("holds all its limits in the self-test", async () => {
    const report = await testSandbox();
    expect(report.checks.filter((check) => !check.isEnforced)).toEqual([]);
    expect(report.checks.length).toBeGreaterThan(15);
    expect(await probeSandbox()).toEqual({ kind: "sandbox-available", facts: report.facts });
  });
});

async function startNodeWithSandbox(tier: SandboxTier): Promise<{ child: ReturnType<typeof spawn>; helper: number }> {
  const code = `
    import { openSandbox } from ${toUrl("sandbox.ts")};
    import { readProbe, toProbeJob } from ${toUrl("probe-program.ts")};
    const sandbox = await openSandbox(${JSON.stringify({ ...spec, allowsProcesses: true })}, ${JSON.stringify({ tier })});
    const run = { args: ["linger"], limits: { wallTimeMs: 60000 } };
    const running = sandbox.run(toProbeJob(await readProbe(), [run]));
    console.log(sandbox.helperPid);
    await running;`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { child, helper: Number(line.toString()) };
}

function toUrl(name: string): string {
  return JSON.stringify(pathToFileURL(join(import.meta.dirname, name)).href);
}

async function findDescendants(pid: number): Promise<number[]> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => ""))
    .split(" ")
    .filter(Boolean)
    .map(Number);
  return [...children, ...(await Promise.all(children.map(findDescendants))).flat()];
}

/** The control groups that a helper made and that are still there. */
async function findGroups(helper: number): Promise<string[]> {
  const parents = ["", "memory", "unified"].map((name) => join("/sys/fs/cgroup", name, "grandsmith"));
  const names = await Promise.all(parents.map((parent) => readdir(parent).catch(() => [])));
  return names.flat().filter((name) => name.endsWith(`-${helper}`));
}

/** Directories of slots that a process made and that are still there once another looks. */
async function findDirectories(pid: number): Promise<string[]> {
  const places = await findSlotPlaces(tmpdir());
  const found = await Promise.all(
    places.map(async (place) => {
      await using own = await createSlotDirectory(place);
      return (await readdir(place)).filter((name) => name.includes(`-${pid}-`) && own.path !== join(place, name));
    }),
  );
  return found.flat();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The first defined answer, asked again every few milliseconds. */
async function waitFor<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (const end = performance.now() + 30_000; performance.now() < end;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error("what was waited for did not come");
}
