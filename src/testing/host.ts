import { accessSync, constants, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Whether a program of that name is on PATH; tests that need it are skipped by name where it is not. */
export function hasTool(name: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The process numbers of this process's children. Linux only; needs no `ps`. */
export function listChildPids(): readonly number[] {
  return readdirSync(`/proc/self/task`).flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, "utf8")
      .split(" ")
      .flatMap((pid) => (pid === "" ? [] : [Number(pid)])),
  );
}
