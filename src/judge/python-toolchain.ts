import { realpath } from "node:fs/promises";
import type { Program } from "../problem/index.ts";
import { toMessage } from "../std/index.ts";
import { filterExisting, findTool, readToolOutput } from "./host-tools.ts";
import type { MissingToolchain, RunPlan, Toolchain } from "./toolchain.ts";

/**
 * CPython or PyPy. `-s -S` keep user and site packages out and make start-up three times quicker; a program that imports
 * something beyond the standard library runs without `-S`. The environment is ours alone, hash seed included, so that
 * equal runs iterate sets equally (which `-I` would forbid).
 */
export async function findPythonToolchain(
  language: "python3" | "pypy3" = "python3",
): Promise<Toolchain | MissingToolchain> {
  const missing: MissingToolchain = {
    kind: "toolchain-missing",
    language,
    message: `${language} is not installed: apt install ${language}`,
  };
  const command = await findTool(language);
  if (command === undefined) return missing;
  try {
    const facts = await readPythonFacts(command);
    const shared = { env: pythonEnv, readOnlyPaths: await findPythonPaths(facts) };
    return {
      kind: "toolchain-found",
      language,
      version: facts.version,
      sourceFileName: "main.py",
      toSourceFileName,
      compile: { ...shared, argv: [facts.executable, "-s", "-S", "-c", syntaxCheck], product: "source" },
      createRunPlan: (program) => createRunPlan(program, facts, shared),
    };
  } catch (cause) {
    return { ...missing, message: `${command} does not work (${toMessage(cause)}): apt install ${language}` };
  }
}

interface PythonFacts {
  /** With all links resolved: wrappers such as pyenv's do not exist inside the sandbox. */
  readonly executable: string;
  readonly prefix: string;
  readonly version: string;
  readonly standardModules: ReadonlySet<string>;
}

const pythonEnv: Readonly<Record<string, string>> = {
  LC_ALL: "C.UTF-8",
  PYTHONUTF8: "1",
  PYTHONHASHSEED: "0",
  PYTHONDONTWRITEBYTECODE: "1",
  OPENBLAS_NUM_THREADS: "1",
};

const factsScript = `
import json, sys
print(json.dumps([getattr(sys, "_base_executable", sys.executable), sys.base_prefix,
  sys.implementation.name + " " + sys.version.split()[0], sorted(getattr(sys, "stdlib_module_names", []))]))
`;

async function readPythonFacts(command: string): Promise<PythonFacts> {
  const text = await readToolOutput(command, ["-I", "-S", "-c", factsScript]);
  const [executable, prefix, version, modules] = JSON.parse(text) as [string, string, string, string[]];
  return {
    executable: await realpath(executable),
    prefix: await realpath(prefix),
    version,
    standardModules: new Set(modules),
  };
}

async function findPythonPaths(facts: PythonFacts): Promise<readonly string[]> {
  const system = ["/usr/lib", "/usr/lib64", "/lib", "/lib64"];
  if (facts.prefix !== "/usr") return filterExisting([...system, facts.prefix]);
  return filterExisting([...system, facts.executable, "/usr/local/lib"]);
}

/** Exit code 1 and one line for a program that is not Python; anything else is the interpreter's own trouble. */
const syntaxCheck = `
import sys, warnings
warnings.simplefilter("ignore")
try:
    import glob
    for name in [n for n in ["/box/main.py"] if glob.glob(n)] or glob.glob("/box/*.py"):
        with open(name, "rb") as f:
            compile(f.read(), name[5:], "exec", dont_inherit=True)
except SyntaxError as e:
    print("%s:%s: error: %s: %s" % (e.lineno or 1, e.offset or 1, type(e).__name__, e.msg), file=sys.stderr)
    sys.exit(1)
except (ValueError, RecursionError, MemoryError) as e:
    print("1:1: error: %s: %s" % (type(e).__name__, e), file=sys.stderr)
    sys.exit(1)
`;

function createRunPlan(program: Program, facts: PythonFacts, shared: Pick<RunPlan, "env" | "readOnlyPaths">): RunPlan {
  const own = new Set((program.resources ?? []).map(({ fileName }) => fileName.replace(/\.py$/, "")));
  const imports = findImports(program.source);
  const needsSite = imports.some((name) => !facts.standardModules.has(name) && !own.has(name));
  const sources = [program, ...(program.resources ?? [])].map((file) => file.source);
  const callsExit = sources.some((source) => /(?<![\w.])(?:exit|quit)\b/.test(source));
  const fileName = toSourceFileName(program);
  const path = `/box/${fileName}`;
  const bare = callsExit ? ["-s", "-S", "-c", runWithExit.replace("MAIN", path)] : ["-s", "-S", path];
  const isPypy = facts.version.startsWith("pypy");
  return {
    ...shared,
    argv: [facts.executable, ...(needsSite ? ["-s", path] : bare)],
    fileName,
    startUpAllowanceMs: (needsSite ? 300 : 80) + (isPypy ? 150 : 0),
    ...(isPypy ? { reservesAddressSpace: true, memoryAllowanceBytes: 64 * 2 ** 20 } : {}),
  };
}

/** A program of several files keeps its names: others may import them, and one may be called `main.py`. */
function toSourceFileName({ fileName, resources = [] }: Program): string {
  return resources.length > 0 && /^[A-Za-z_][\w-]*\.py$/.test(fileName) ? fileName : "main.py";
}

/** `exit` and `quit` are the site module's; programs that call them get them without the rest of it. */
const runWithExit = `
import builtins, sys
builtins.exit = builtins.quit = sys.exit
sys.argv[0] = __file__ = "MAIN"
sys.path[0] = "/box"
exec(compile(open(__file__, "rb").read(), __file__, "exec"))
`;

/** Top-level module names that a source seems to import. */
function findImports(source: string): readonly string[] {
  const names: string[] = [];
  for (const match of source.matchAll(/^[ \t]*(?:from[ \t]+([\w]+)|import[ \t]+([\w., \t]+))/gm)) {
    if (match[1] !== undefined) names.push(match[1]);
    for (const item of match[2]?.split(",") ?? []) {
      const name = /^[ \t]*(\w+)/.exec(item)?.[1];
      if (name !== undefined) names.push(name);
    }
  }
  return names;
}
