import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

import type { SandboxTier } from "./contract.ts";

/** Every tier that isolates, and what this machine lacks for it, if anything: for tests that run in each. */
export const isolatingTiers: readonly { readonly tier: SandboxTier; readonly lacks?: string }[] = [
  { tier: "R", ...(process.getuid?.() === 0 ? {} : { lacks: "root" }) },
  { tier: "U" },
  { tier: "B", ...(hasProgram("bwrap") ? {} : { lacks: "bubblewrap" }) },
  { tier: "L" },
];

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
