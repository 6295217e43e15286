import { accessSync, constants, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { readProbe, toProbeJob } from "./probe-program.ts";
import { openSandbox } from "./sandbox.ts";

const spec = { readOnlyPaths: [], workBytes: 0, allowsProcesses: false };
const stayMs = 2000;

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
  const job = toProbeJob(await readProbe(), [{ args: ["sleep"], limits: { wallTimeMs: stayMs } }]);
  await using first = await openSandbox(spec, { processor: 0 });
  await using second = await openSandbox(spec, { processor: 0 });
  if (first.facts.tier === "B") return; // sees no file that could be shared
  const over = new AbortController();
  const running = Promise.all([first.run(job), second.run(job)]).finally(() => over.abort());
  const shared: boolean[] = [];
  while (!over.signal.aborted) {
    const [one, other] = [first, second].map(({ helperPid }) => findProcessors(helperPid as number));
    if (one !== undefined && other !== undefined) shared.push(one === other);
    await sleep(5);
  }
  await running;
  expect(shared.length).toBeGreaterThan(0);
  // One may have moved while it was looked at.
  expect(shared.filter(Boolean).length).toBeLessThanOrEqual(shared.length / 10);
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
