import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

import type { SandboxTier } from "./contract.ts";

export interface IsolatingTier {
  readonly tier: SandboxTier;
  /** What this machine lacks for it, as far as can be seen without opening it. */
  readonly lacks?: string;
}

/** Every tier that isolates, strongest first. */
export function listIsolatingTiers(): readonly IsolatingTier[] {
  return [
    { tier: "R", ...(process.getuid?.() === 0 ? {} : { lacks: "root" }) },
    { tier: "U" },
    { tier: "B", ...(hasProgram("bwrap") ? {} : { lacks: "bubblewrap" }) },
    { tier: "L" },
  ];
}

function hasProgram(name: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
