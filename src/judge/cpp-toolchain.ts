import { access, realpath } from "node:fs/promises";
import path from "node:path";
import { buildHugePages } from "./compile/huge-pages.ts";
import { findTool, filterExisting, readToolOutput } from "./host-tools.ts";
import type { MissingToolchain, RunPlan, Toolchain } from "./toolchain.ts";

type CppLanguage = "c" | "cpp17" | "cpp20" | "cpp23";

const standards: Readonly<Record<CppLanguage, string>> = {
  c: "gnu17",
  cpp17: "gnu++17",
  cpp20: "gnu++20",
  cpp23: "gnu++23",
};

/** GCC, linked statically: what contests use, and less than half the start-up time of a dynamic program. */
export async function findCppToolchain(language: CppLanguage): Promise<Toolchain | MissingToolchain> {
  const command = language === "c" ? "gcc" : "g++";
  const found = await findTool(command);
  if (found === undefined) {
    return { kind: "toolchain-missing", language, message: `${command} is not installed: apt install g++` };
  }
  const real = await realpath(found);
  const compiler = path.basename(real).includes(command) ? real : found;
  const [text, isSupported, linker, hugePages] = await Promise.all([
    readToolOutput(compiler, ["--version"]),
    supportsStandard(compiler, language),
    findLinker(),
    buildHugePages(compiler),
  ]);
  const version = text.split("\n")[0] ?? "";
  if (!isSupported) {
    const message = `${version} does not know -std=${standards[language]}: install a newer ${command}`;
    return { kind: "toolchain-missing", language, message };
  }
  const sourceFileName = language === "c" ? "main.c" : "main.cpp";
  const compileFlags = createFlags(language);
  const env = { PATH: "/usr/bin:/bin", LC_ALL: "C" };
  const objects = hugePages === undefined ? [] : [`/box/${hugePages.name}`];
  const linkFlags = [..."-static -s -pthread -o /work/program".split(" "), ...objects, "-lm"];
  const argv = [compiler, ...compileFlags, `/box/${sourceFileName}`, ...linkFlags];
  const fastLinker = linker === undefined ? [] : [`-fuse-ld=${linker}`];
  return {
    kind: "toolchain-found",
    language,
    version,
    sourceFileName,
    compile: {
      argv: [...argv, ...fastLinker],
      ...(linker === undefined ? {} : { fallbackArgv: argv }),
      env: { ...env, TMPDIR: "/work" },
      readOnlyPaths: await findCompilerPaths(compiler),
      product: "binary",
      files: hugePages === undefined ? [] : [hugePages],
      gcc: {
        dialect: language === "c" ? "c" : "c++",
        compiler,
        compileFlags,
        linkFlags: [...linkFlags, ...fastLinker],
        env,
      },
    },
    createRunPlan: () => nativeRunPlan,
  };
}

/**
 * Huge pages through malloc, and through the same variable for global arrays (native/compiler/huge-pages.c): without
 * them a big array costs seconds of page faults on some virtual machines.
 */
const nativeRunPlan: RunPlan = {
  argv: ["/box/program"],
  env: { GLIBC_TUNABLES: "glibc.malloc.hugetlb=1" },
  smallPagesEnv: {},
  readOnlyPaths: [],
  fileName: "program",
  startUpAllowanceMs: 0,
};

function createFlags(language: CppLanguage): readonly string[] {
  const standard = standards[language];
  const flags = `-O2 -std=${standard} -pthread -pipe -DONLINE_JUDGE -I/box`;
  const diagnostics = "-w -fmax-errors=5 -fno-diagnostics-show-caret -fdiagnostics-color=never";
  return `${flags} ${diagnostics}`.split(" ");
}

async function supportsStandard(compiler: string, language: CppLanguage): Promise<boolean> {
  const kind = language === "c" ? "c" : "c++";
  const args = [`-std=${standards[language]}`, "-x", kind, "-fsyntax-only", "/dev/null"];
  return readToolOutput(compiler, args).then(
    () => true,
    () => false,
  );
}

/** The fastest linker that is there and links static programs as the default one does. */
async function findLinker(): Promise<string | undefined> {
  for (const linker of ["mold", "lld", "gold"]) {
    if (await exists(`/usr/bin/ld.${linker}`)) return linker;
  }
  return undefined;
}

async function findCompilerPaths(compiler: string): Promise<readonly string[]> {
  const paths = ["/usr", "/lib", "/lib64", "/bin"];
  const prefix = path.dirname(path.dirname(compiler));
  const isOutside = !paths.some((known) => `${compiler}/`.startsWith(`${known}/`));
  return filterExisting(isOutside ? [...paths, prefix] : paths);
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
