import { execFile } from "node:child_process";
import { realpathSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { createTestData } from "../problem/index.ts";
import { toMessage } from "../std/index.ts";
import { filterExisting, findTool } from "./host-tools.ts";
import type { MissingToolchain, Toolchain } from "./toolchain.ts";

/** What building Go's library for the first time may take. */
const libraryTimeoutMs = 600_000;

const missing = (message: string): MissingToolchain => ({ kind: "toolchain-missing", language: "go", message });

/**
 * Go's compiler and linker by themselves, against the library as Go's own cache holds it: `go build` would compile that
 * again in every sandbox.
 */
export async function findGoToolchain(): Promise<Toolchain | MissingToolchain> {
  const command = await findTool("go");
  if (command === undefined) return missing("go is not installed: apt install golang, or from go.dev");
  try {
    const facts = await readGo(command, ["env", "GOROOT", "GOCACHE", "GOVERSION"]);
    const [root = "", cache = "", version = ""] = facts.split("\n");
    const compiler = await readGo(command, ["tool", "-n", "compile"]);
    const linker = await readGo(command, ["tool", "-n", "link"]);
    const format = "{{if .Export}}packagefile {{.ImportPath}}={{.Export}}{{end}}";
    const packages = await readGo(command, ["list", "-export", "-f", format, "std"]);
    const script =
      '"$0" -p main -complete -importcfg /box/importcfg -o /work/main.a /box/*.go && ' +
      '"$1" -importcfg /box/importcfg -s -w -o /work/program /work/main.a';
    return {
      kind: "toolchain-found",
      language: "go",
      version,
      sourceFileName: "main.go",
      compile: {
        argv: [realpathSync("/bin/sh"), "-c", script, compiler, linker],
        env: { PATH: "/usr/bin:/bin", TMPDIR: "/work", HOME: "/work", GOROOT: root },
        readOnlyPaths: await filterExisting([
          "/usr",
          "/lib",
          "/lib64",
          "/bin",
          ...[root, cache, path.dirname(compiler)].filter((item) => item !== "" && !item.startsWith("/usr/")),
        ]),
        product: "binary",
        files: [{ name: "importcfg", blob: createTestData(`${packages}\n`), isExecutable: false }],
        reservesAddressSpace: true,
      },
      createRunPlan: () => ({
        argv: ["/box/program"],
        env: { GOTRACEBACK: "none" },
        readOnlyPaths: [],
        fileName: "program",
        startUpAllowanceMs: 0,
        reservesAddressSpace: true,
        memoryAllowanceBytes: 16 * 2 ** 20,
        processCount: 64,
        memoryComplaint: /runtime: out of memory|cannot allocate memory/,
      }),
    };
  } catch (cause) {
    return missing(`${command} does not work (${toMessage(cause)})`);
  }
}

const execFileAsync = promisify(execFile);

async function readGo(command: string, args: readonly string[]): Promise<string> {
  const { PATH, HOME, GOCACHE, XDG_CACHE_HOME } = process.env;
  const { stdout } = await execFileAsync(command, args, {
    timeout: libraryTimeoutMs,
    maxBuffer: 16 * 2 ** 20,
    cwd: "/",
    env: {
      PATH,
      HOME,
      GOCACHE,
      XDG_CACHE_HOME,
      CGO_ENABLED: "0",
      GOFLAGS: "",
      GO111MODULE: "off",
      GOTOOLCHAIN: "local",
    },
  });
  return stdout.trim();
}
