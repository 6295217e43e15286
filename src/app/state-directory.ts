import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { Environment } from "./resolve-config.ts";

/** Where runs are kept: GRANDSMITH_HOME, else XDG_STATE_HOME/grandsmith, else ~/.local/state/grandsmith. */
export function toStateDirectory(env: Environment): string {
  const own = env["GRANDSMITH_HOME"];
  if (own !== undefined && own !== "") return resolve(own);
  const state = env["XDG_STATE_HOME"];
  const base = state !== undefined && state !== "" ? resolve(state) : join(homedir(), ".local", "state");
  return join(base, "grandsmith");
}
