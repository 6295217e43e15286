import { constants } from "node:fs";
import { access, chmod, chown, copyFile, lstat, mkdir, readlink } from "node:fs/promises";
import { delimiter, join } from "node:path";

import type { SandboxSpec, SandboxTier } from "./contract.ts";
import { createSlotDirectory, findSlotPlaces, type SlotDirectory } from "./slot-directory.ts";

/** Nobody: who bubblewrap is started as by root (only ever asked for by name), since it needs no rights. */
const nobody = 65534;

/** How the slots of one helper are to be started in one tier. */
export interface TierPlan {
  readonly path: string;
  readonly userId?: number;
  /** For each slot, what follows the helper's name (see native/launch.h), and its directory on the host, if any. */
  readonly slots: readonly { readonly args: readonly string[]; readonly directory: string }[];
  readonly directories: readonly SlotDirectory[];
}

export interface PlanRequest {
  readonly tier: SandboxTier;
  readonly helperPath: string;
  readonly specs: readonly SandboxSpec[];
  readonly cacheDirectory: string;
}

/** The plans to try in order, or why there are none. Each one's directories are the caller's to remove. */
export async function* createTierPlans(request: PlanRequest): AsyncGenerator<TierPlan, string | undefined> {
  const { tier, helperPath, specs } = request;
  if (tier === "R" && process.getuid?.() !== 0) return "this process is not root";
  if (tier === "R" || tier === "U") {
    yield { path: helperPath, slots: specs.map(() => ({ args: [], directory: "" })), directories: [] };
    return undefined;
  }
  const bubblewrap = tier === "B" ? await findProgram("bwrap") : undefined;
  if (tier === "B" && bubblewrap === undefined) return "bubblewrap (bwrap) is not installed";
  const userId = tier === "B" && process.getuid?.() === 0 ? nobody : undefined;
  for (const place of await findSlotPlaces(request.cacheDirectory)) {
    const directories = await Promise.all(specs.map(() => createSlotDirectory(place, userId)));
    const paths = directories.map(({ path }) => path);
    if (bubblewrap === undefined) {
      yield { path: helperPath, slots: paths.map((directory) => ({ args: [], directory })), directories };
      continue;
    }
    const slots = await Promise.all(
      specs.map((spec, index) =>
        createWrappedSlot({
          bubblewrap,
          helperPath,
          spec,
          directory: paths[index] as string,
          isPair: specs.length > 1,
        }),
      ),
    );
    const plan = { path: join(paths[0] as string, "helper"), slots, directories };
    yield userId === undefined ? plan : { ...plan, userId };
  }
  return undefined;
}

async function findProgram(name: string): Promise<string | undefined> {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    if (!folder.startsWith("/")) continue;
    const path = join(folder, name);
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
}

/** The helper runs in its own copy, which whoever is inside can reach. */
async function createWrappedSlot(options: {
  readonly bubblewrap: string;
  readonly helperPath: string;
  readonly spec: SandboxSpec;
  readonly directory: string;
  readonly isPair: boolean;
}): Promise<{ args: readonly string[]; directory: string }> {
  const { bubblewrap, helperPath, spec, directory, isPair } = options;
  await copyFile(helperPath, join(directory, "helper"));
  const box = join(directory, "box");
  await chmod(join(directory, "helper"), 0o755);
  await mkdir(box, { mode: 0o755 });
  if (process.getuid?.() === 0) await chown(box, nobody, nobody);
  const inside = [bubblewrap, ...namespaces, ...devices.flatMap((path) => ["--dev-bind", path, path])];
  for (const path of spec.readOnlyPaths) inside.push(...(await toMount(path)));
  inside.push("--ro-bind", box, "/box", "--ro-bind", join(directory, "helper"), "/.helper");
  if (spec.workBytes > 0) inside.push("--size", String(Math.ceil(spec.workBytes)), "--tmpfs", "/work");
  inside.push("--remount-ro", "/", "--chdir", "/", "--", "/.helper", ...(isPair ? ["linked"] : []), "wrapped");
  return { args: ["wrap", directory, ...inside], directory: "" };
}

const namespaces = (
  "--unshare-user --unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try " +
  "--die-with-parent --as-pid-1 --new-session --cap-drop ALL"
).split(" ");
const devices = ["/dev/null", "/dev/zero", "/dev/urandom", "/dev/random"];

/** A link is shown as one: where it leads is visible only by a path of its own. */
async function toMount(path: string): Promise<readonly string[]> {
  const status = await lstat(path).catch(() => undefined);
  if (status?.isSymbolicLink() !== true) return ["--ro-bind", path, path];
  return ["--symlink", await readlink(path), path];
}
