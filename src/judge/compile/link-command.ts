import { execFile } from "node:child_process";
import { access } from "node:fs/promises";
import { promisify } from "node:util";
import type { GccPlan } from "../toolchain.ts";

const run = promisify(execFile);

/** Fastest first at linking one small program: each starts no thread and no process of its own. */
const linkers = [
  ["/usr/bin/ld.lld", "--threads=1"],
  ["/usr/bin/ld.mold", "--no-fork", "--threads=1"],
  ["/usr/bin/ld.gold"],
  ["/usr/bin/ld.bfd"],
] as const;

/**
 * The linker as the compiler would call it to make `/work/program` of `/box/candidate.o`, without the two programs in
 * between, which take as long as the linker. Undefined where the compiler's call is not understood.
 */
export async function readLinkCommand(plan: GccPlan): Promise<readonly string[] | undefined> {
  const { compiler, linkFlags, env } = plan;
  const flags = linkFlags.filter((flag) => !flag.startsWith("-fuse-ld="));
  const args = ["-###", "-Wl,--gc-sections", ...flags, "/box/candidate.o"];
  const { stderr } = await run(compiler, args, { env, timeout: 30_000 }).catch(() => ({ stderr: "" }));
  const call = stderr.split("\n").find((line) => /^ ?\S*collect2 /.test(line));
  const words = call?.trim().match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? [];
  const parsed = words.slice(1).map((word) => (word.startsWith('"') ? (JSON.parse(word) as string) : word));
  const isFlag = (word: string, i: number): boolean =>
    word !== "-plugin" && parsed[i - 1] !== "-plugin" && !word.startsWith("-plugin-opt=");
  const linker = await findLinker();
  if (!parsed.includes("/box/candidate.o") || linker === undefined) return undefined;
  return [...linker, ...parsed.filter(isFlag)];
}

async function findLinker(): Promise<readonly string[] | undefined> {
  for (const linker of linkers) {
    const isThere = await access(linker[0]).then(
      () => true,
      () => false,
    );
    if (isThere) return linker;
  }
  return undefined;
}
