import { readdirSync, readFileSync } from "node:fs";

/** CPU time of this process and of all below it, those that have ended included, in ms (to 10 ms of each process). */
export function readTreeCpuMs(): number {
  const processes = readProcesses();
  const { user, system } = process.cpuUsage();
  let totalMs = (user + system) / 1000 + (processes.get(process.pid)?.endedMs ?? 0);
  const parents = [process.pid];
  for (const parent of parents) {
    for (const [pid, facts] of processes) {
      if (facts.parent !== parent) continue;
      totalMs += facts.ownMs + facts.endedMs;
      parents.push(pid);
    }
  }
  return totalMs;
}

interface ProcessFacts {
  readonly parent: number;
  readonly ownMs: number;
  /** Of children that have ended and been waited for. */
  readonly endedMs: number;
}

const tickMs = 10;

function readProcesses(): ReadonlyMap<number, ProcessFacts> {
  const processes = new Map<number, ProcessFacts>();
  for (const name of readdirSync("/proc")) {
    const stat = /^\d+$/.test(name) ? readStat(name) : undefined;
    if (stat === undefined) continue;
    const [, parent = 0, , , , , , , , , , user = 0, system = 0, endedUser = 0, endedSystem = 0] = stat;
    processes.set(Number(name), {
      parent,
      ownMs: (user + system) * tickMs,
      endedMs: (endedUser + endedSystem) * tickMs,
    });
  }
  return processes;
}

/** The fields behind a process's name; undefined for one that has gone meanwhile. */
function readStat(pid: string): readonly number[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    return text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
  } catch {
    return undefined;
  }
}
