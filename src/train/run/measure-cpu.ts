import { readdir, readFile } from "node:fs/promises";

/** CPU time of this process and what it started, in milliseconds, by who used it. */
export type CpuUsage<Name extends string> = Readonly<Record<Name | "self" | "others", number>>;

interface ProcessTimes {
  readonly pid: number;
  readonly parentPid: number;
  /** Own and of children that have ended and were waited for. */
  readonly cpuMs: number;
}

/** Linux counts in ticks of this length for user space. */
const tickMs = 10;

/**
 * CPU time used so far by this process (`self`), by named children, and by every other process below this one
 * (`others`: the sandboxes with the compilers and programs in them). Undefined where there is no Linux /proc.
 */
export async function measureCpu<Name extends string>(
  named: Readonly<Record<Name, number | undefined>>,
): Promise<CpuUsage<Name> | undefined> {
  const all = await listProcesses();
  if (all === undefined) return undefined;
  const names = new Map(Object.entries<number | undefined>(named).map(([name, pid]) => [pid, name]));
  const usage: Record<string, number> = { self: 0, others: 0 };
  for (const name of names.values()) usage[name] = 0;
  const children = Map.groupBy(all, ({ parentPid }) => parentPid);
  const visit = ({ pid, cpuMs }: ProcessTimes, name: string): void => {
    usage[name] = (usage[name] ?? 0) + cpuMs;
    for (const child of children.get(pid) ?? []) {
      visit(child, names.get(child.pid) ?? (name === "self" ? "others" : name));
    }
  };
  const own = all.find(({ pid }) => pid === process.pid);
  if (own !== undefined) visit(own, "self");
  return usage as CpuUsage<Name>;
}

async function listProcesses(): Promise<readonly ProcessTimes[] | undefined> {
  const entries = await readdir("/proc").catch(() => undefined);
  if (entries === undefined) return undefined;
  const stats = await Promise.all(
    entries
      .filter((entry) => /^\d+$/.test(entry))
      .map(async (entry) => readFile(`/proc/${entry}/stat`, "utf8").catch(() => "")),
  );
  const times = stats.flatMap((stat) => parseStat(stat));
  return times.length === 0 ? undefined : times;
}

/** Fields of proc(5), counted after the command in brackets, which may hold anything. */
function parseStat(stat: string): readonly ProcessTimes[] {
  const pid = Number.parseInt(stat, 10);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const parentPid = Number(fields[1]);
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return Number.isInteger(pid) && Number.isInteger(parentPid) && Number.isFinite(ticks)
    ? [{ pid, parentPid, cpuMs: ticks * tickMs }]
    : [];
}
