import { realpathSync } from "node:fs";
import path from "node:path";
import { toMessage } from "../std/index.ts";
import { filterExisting, findTool, readToolOutput } from "./host-tools.ts";
import type { MissingToolchain, Toolchain } from "./toolchain.ts";

const missing = (message: string): MissingToolchain => ({ kind: "toolchain-missing", language: "rust", message });

/** rustc, linked statically. */
export async function findRustToolchain(): Promise<Toolchain | MissingToolchain> {
  const command = await findTool("rustc");
  if (command === undefined) return missing("rustc is not installed: apt install rustc, or from rustup.rs");
  const linker = await findTool("cc");
  if (linker === undefined) return missing("rustc needs a linker: apt install gcc");
  try {
    const sysroot = await readToolOutput(command, ["--print", "sysroot"]);
    const version = await readToolOutput(command, ["--version"]);
    const [compiler = command] = await filterExisting([path.join(sysroot, "bin/rustc")]);
    return {
      kind: "toolchain-found",
      language: "rust",
      version,
      sourceFileName: "main.rs",
      compile: {
        argv: [
          compiler,
          "--edition=2021",
          "-O",
          "-Awarnings",
          "--error-format=short",
          "--cfg",
          "ONLINE_JUDGE",
          "-C",
          "target-feature=+crt-static",
          "-C",
          "strip=symbols",
          "--crate-name",
          "program",
          "-C",
          `linker=${realpathSync(linker)}`,
          "--sysroot",
          sysroot,
          "-o",
          "/work/program",
          "/box/main.rs",
        ],
        env: { PATH: "/usr/bin:/bin", TMPDIR: "/work", LC_ALL: "C", LD_LIBRARY_PATH: path.join(sysroot, "lib") },
        readOnlyPaths: await filterExisting([
          "/usr",
          "/lib",
          "/lib64",
          "/bin",
          ...(sysroot.startsWith("/usr") ? [] : [sysroot]),
        ]),
        product: "binary",
        reservesAddressSpace: true,
      },
      createRunPlan: () => ({
        argv: ["/box/program"],
        env: {},
        readOnlyPaths: [],
        fileName: "program",
        startUpAllowanceMs: 0,
        memoryComplaint: /memory allocation of \d+ bytes failed/,
      }),
    };
  } catch (cause) {
    return missing(`${command} does not work (${toMessage(cause)})`);
  }
}
