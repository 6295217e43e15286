import { readFileSync } from "node:fs";

/** Which process works on a run. `token` tells it from a later process with the same number. */
export interface Owner {
  readonly pid: number;
  /** Boot and start time on Linux; empty where the system does not tell. */
  readonly token: string;
}

/** This process as an owner. */
export function readOwnOwner(): Owner {
  return { pid: process.pid, token: readToken(process.pid) ?? "" };
}

/** Whether the very process that took the run is still there. */
export function isOwnerAlive(owner: Owner): boolean {
  const token = readToken(owner.pid);
  if (token !== undefined) return token === owner.token;
  return owner.token === "" && isProcessThere(owner.pid);
}

function isProcessThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Undefined when there is no such process (or a zombie), or no `/proc`. */
function readToken(pid: number): string | undefined {
  try {
    const bootId = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (state === "Z" || state === "X") return undefined;
    return `${bootId}/${fields[18]}`;
  } catch {
    return undefined;
  }
}
