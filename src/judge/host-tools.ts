import { execFile } from "node:child_process";
import { access, constants } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const execFileAsync = promisify(execFile);

/** The first executable of that name on PATH. */
export async function findTool(name: string): Promise<string | undefined> {
  for (const directory of (process.env["PATH"] ?? "").split(path.delimiter)) {
    if (!path.isAbsolute(directory)) continue;
    const candidate = path.join(directory, name);
    const isExecutable = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isExecutable) return candidate;
  }
  return undefined;
}

/** Long enough for a tool that is there on a machine with other things to do: too short, and it counts as missing. */
const toolTimeoutMs = 180_000;

/** Standard output of one of the user's own tools; rejects when it fails. */
export async function readToolOutput(command: string, args: readonly string[]): Promise<string> {
  const { stdout } = await execFileAsync(command, args, {
    timeout: toolTimeoutMs,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], LC_ALL: "C" },
  });
  return stdout.trim();
}

/** The paths that exist here, in their order. */
export async function filterExisting(paths: readonly string[]): Promise<readonly string[]> {
  const isThere = await Promise.all(
    paths.map((candidate) =>
      access(candidate).then(
        () => true,
        () => false,
      ),
    ),
  );
  return paths.filter((_, i) => isThere[i]);
}
