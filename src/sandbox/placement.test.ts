import { accessSync, constants, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { readProbe, toProbeJob } from "./probe-program.ts";
import { openSandbox } from "./sandbox.ts";

const spec = { readOnlyPaths: [], workBytes: 0, allowsProcesses: false };
const stayMs = 1000;
const mostTries = 20;

/** Where claims are kept. */
function canClaim(): boolean {
  try {
    accessSync("/dev/shm", constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

it.skipIf(availableParallelism() < 2 || !canClaim())("programs of two slots do not share a processor", async () => {
  const probe = await readProbe();
  const job = toProbeJob(probe, [{ args: ["sleep"], limits: { wallTimeMs: stayMs } }]);
  await using first = await openSandbox(spec, { processor: 0 });
  await using second = await openSandbox(spec, { processor: 0 });
  if (first.facts.tier === "B") return; // sees no file that could be shared
  const shares: number[] = [];
  // Claims hold machine-wide: while programs of others have the other processors, ours must share one.
  while (shares.length < mostTries && !shares.some((share) => share <= 0.1)) {
    const over = new AbortController();
    const running = Promise.all([first.run(job), second.run(job)]).finally(() => over.abort());
    const shared: boolean[] = [];
    while (!over.signal.aborted) {
      const [one, other] = [first, second].map(({ helperPid }) => findProcessors(helperPid as number));
      if (one !== undefined && other !== undefined) shared.push(one === other);
      await sleep(5);
    }
    await running;
    // One may have moved while it was looked at; who was hardly seen tells nothing.
    if (shared.length >= 20) shares.push(shared.filter(Boolean).length / shared.length);
  }
  expect(Math.min(...shares)).toBeLessThanOrEqual(0.1);
});

/** Where the probe below a process may run; undefined where there is none. */
function findProcessors(pid: number): string | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    if (/^Name:\tprobe$/m.test(status)) return /^Cpus_allowed_list:\t(.*)$/m.exec(status)?.[1];
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
    return children.map((child) => findProcessors(Number(child))).find((found) => found !== undefined);
  } catch {
    return undefined;
  }
}
