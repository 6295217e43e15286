import { readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import type { Program } from "../problem/index.ts";
import { toMessage } from "../std/index.ts";
import { filterExisting, findTool, readToolOutput } from "./host-tools.ts";
import { findLibraryPaths } from "./interpreted-paths.ts";
import { findMainClass } from "./java-main-class.ts";
import type { MissingToolchain, RunPlan, Toolchain } from "./toolchain.ts";

const javaMissing = "javac is not installed: apt install default-jdk-headless";

/** The JDK: compiled to one archive, run with its heap at the memory limit. */
export async function findJavaToolchain(): Promise<Toolchain | MissingToolchain> {
  const jdk = await findJdk();
  if (typeof jdk === "string") return { kind: "toolchain-missing", language: "java", message: jdk };
  const script =
    'mkdir /work/classes && "$0" -J-Xmx1g -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 -J-XX:-UsePerfData ' +
    "-encoding UTF-8 -nowarn -d /work/classes /box/*.java && " +
    `${quote(path.join(jdk.home, "bin/jar"))} -J-XX:+UseSerialGC -J-XX:-UsePerfData cf0 /work/program -C /work/classes .`;
  return {
    kind: "toolchain-found",
    language: "java",
    version: jdk.version,
    sourceFileName: "Main.java",
    toSourceFileName: ({ source }) => `${findMainClass(source).fileName}.java`,
    compile: {
      argv: [jdk.shell, "-c", script, path.join(jdk.home, "bin/javac")],
      env: { ...jdk.env, PATH: "/usr/bin:/bin", TMPDIR: "/work" },
      readOnlyPaths: jdk.compilePaths,
      product: "binary",
      reservesAddressSpace: true,
    },
    createRunPlan: (program) =>
      createJvmPlan(jdk, { startUpAllowanceMs: 400, start: ["-cp", "/box/program.jar", toMainClass(program)] }),
  };
}

const missing = (message: string): MissingToolchain => ({ kind: "toolchain-missing", language: "kotlin", message });

/** Kotlin's compiler for the JVM, with its library packed beside the program. */
export async function findKotlinToolchain(): Promise<Toolchain | MissingToolchain> {
  const command = await findTool("kotlinc");
  if (command === undefined) return missing("kotlinc is not installed: apt install kotlin, or from kotlinlang.org");
  const jdk = await findJdk();
  if (typeof jdk === "string") return missing(jdk);
  try {
    const lib = await findKotlinLibrary(command);
    if (lib === undefined) return missing(`${command} has no kotlin-compiler.jar beside it: install Kotlin again`);
    const version = (await readToolOutput(command, ["-version"])) || "kotlinc";
    const script =
      '"$0" -Xmx1g -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -cp "$1/kotlin-preloader.jar" ' +
      'org.jetbrains.kotlin.preloading.Preloader -cp "$1/kotlin-compiler.jar" ' +
      "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -nowarn -include-runtime -d /work/program.jar /box/*.kt && " +
      "mv /work/program.jar /work/program";
    return {
      kind: "toolchain-found",
      language: "kotlin",
      version: `${version}, ${jdk.version}`,
      sourceFileName: "main.kt",
      compile: {
        argv: [jdk.shell, "-c", script, path.join(jdk.home, "bin/java"), lib],
        env: { ...jdk.env, PATH: "/usr/bin:/bin", TMPDIR: "/work", HOME: "/work" },
        readOnlyPaths: await filterExisting([...jdk.compilePaths, path.dirname(lib)]),
        product: "binary",
        reservesAddressSpace: true,
      },
      createRunPlan: () => createJvmPlan(jdk, { startUpAllowanceMs: 450, start: ["-jar", "/box/program.jar"] }),
    };
  } catch (cause) {
    return missing(`${command} does not work (${toMessage(cause)})`);
  }
}

async function findKotlinLibrary(command: string): Promise<string | undefined> {
  const home = path.dirname(path.dirname(realpathSync(command)));
  const folders = [path.join(home, "lib"), "/usr/share/kotlin/lib", "/usr/share/kotlinc/lib"];
  const [jar] = await filterExisting(folders.map((folder) => path.join(folder, "kotlin-preloader.jar")));
  return jar === undefined ? undefined : path.dirname(jar);
}

interface Jdk {
  readonly home: string;
  readonly version: string;
  readonly shell: string;
  /** Libraries are found through the environment: there is no `/proc` to tell a program where it lies. */
  readonly env: Readonly<Record<string, string>>;
  readonly compilePaths: readonly string[];
  readonly runPaths: readonly string[];
}

/** The JDK behind `javac`, or why there is none. */
async function findJdk(): Promise<Jdk | string> {
  const command = await findTool("javac");
  if (command === undefined) return javaMissing;
  try {
    const home = path.dirname(path.dirname(realpathSync(command)));
    const version = await readToolOutput(path.join(home, "bin/javac"), ["-version"]);
    const shell = realpathSync("/bin/sh");
    const own = [home, ...(await filterExisting([`/etc/${readDebianName(home)}`]))];
    return {
      home,
      version: `${version} ${readRelease(home)}`.trim(),
      shell,
      env: { LC_ALL: "C.UTF-8", LD_LIBRARY_PATH: `${home}/lib:${home}/lib/server:${home}/lib/jli` },
      compilePaths: await filterExisting(["/usr", "/bin", "/lib", "/lib64", ...own.filter(isOutsideUsr)]),
      runPaths: await findLibraryPaths(own),
    };
  } catch (cause) {
    return `${command} does not work (${toMessage(cause)}): apt install default-jdk-headless`;
  }
}

/** Debian keeps a JDK's configuration in `/etc/java-17-openjdk`. */
function readDebianName(home: string): string {
  return path.basename(home).replace(/-[a-z0-9]+$/, "");
}

function readRelease(home: string): string {
  try {
    return /^JAVA_RUNTIME_VERSION="(.+)"$/m.exec(readFileSync(path.join(home, "release"), "utf8"))?.[1] ?? "";
  } catch {
    return "";
  }
}

function isOutsideUsr(file: string): boolean {
  return !file.startsWith("/usr/");
}

function createJvmPlan(
  jdk: Jdk,
  { startUpAllowanceMs, start }: { readonly startUpAllowanceMs: number; readonly start: readonly string[] },
): RunPlan {
  const java = path.join(jdk.home, "bin/java");
  const fixed = ["-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xshare:auto", "-Dfile.encoding=UTF-8"];
  return {
    argv: [java, ...fixed, ...start],
    createArgv: ({ memoryBytes, stackBytes }) => [
      java,
      ...fixed,
      `-Xmx${Math.max(2, Math.floor(memoryBytes / 2 ** 20))}m`,
      `-Xss${Math.max(1, Math.floor(stackBytes / 2 ** 20))}m`,
      ...start,
    ],
    env: jdk.env,
    readOnlyPaths: jdk.runPaths,
    fileName: "program.jar",
    startUpAllowanceMs,
    reservesAddressSpace: true,
    memoryAllowanceBytes: 160 * 2 ** 20,
    processCount: 64,
    memoryComplaint: /java\.lang\.OutOfMemoryError|Could not reserve enough space/,
  };
}

function toMainClass({ source }: Program): string {
  return findMainClass(source).className;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
