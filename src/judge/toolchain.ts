import type { Language, Program } from "../problem/index.ts";
import type { SandboxFile } from "../sandbox/index.ts";

/** How one compiler or interpreter of this machine is used inside the sandbox. */
export interface Toolchain {
  readonly kind: "toolchain-found";
  readonly language: Language;
  /** What the tool calls itself; part of every key. */
  readonly version: string;
  /** Name of the source in `/box`. */
  readonly sourceFileName: string;
  /** Instead of that, where the language wants the name to fit the source. */
  readonly toSourceFileName?: (program: Program) => string;
  readonly compile: CompilePlan;
  /** Set where programs are not given huge pages although they could be; part of every key of a run. */
  readonly pages?: "small";
  /** How the built program is started; depends on the source where the language's start-up does. */
  readonly createRunPlan: (program: Program) => RunPlan;
}

/** A language that cannot be used on this machine, and how to get it. */
export interface MissingToolchain {
  readonly kind: "toolchain-missing";
  readonly language: Language;
  readonly message: string;
}

export interface CompilePlan {
  /** Absolute paths inside the sandbox; the source lies in `/box`, the result is `/work/program`. */
  readonly argv: readonly string[];
  /** Tried once when linking with the first fails. */
  readonly fallbackArgv?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly readOnlyPaths: readonly string[];
  /** `binary`: `/work/program` is what runs; `source`: only checked, the source itself runs. */
  readonly product: "binary" | "source";
  /** What lies beside the source in `/box`. */
  readonly files?: readonly SandboxFile[];
  /** As in `RunPlan`, of the compiler itself. */
  readonly reservesAddressSpace?: boolean;
  /** Where the compiler is GCC: what makes precompiled headers and compiles of many programs possible. */
  readonly gcc?: GccPlan;
}

/** The parts of a compile by GCC. */
export interface GccPlan {
  readonly dialect: "c" | "c++";
  readonly compiler: string;
  /** Everything that a precompiled header must agree on. */
  readonly compileFlags: readonly string[];
  readonly linkFlags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface RunPlan {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Where `env` asks for huge pages: the same without them. */
  readonly smallPagesEnv?: Readonly<Record<string, string>>;
  readonly readOnlyPaths: readonly string[];
  /** Name of the built program in `/box`. */
  readonly fileName: string;
  /** What the language lays beside it. */
  readonly moreFiles?: readonly SandboxFile[];
  /** CPU time that the language needs before the program's first line; added to time limits. */
  readonly startUpAllowanceMs: number;
  /** Instead of `argv`, where the runtime is told its limits. */
  readonly createArgv?: (limits: { readonly memoryBytes: number; readonly stackBytes: number }) => readonly string[];
  /** The runtime reserves far more address space than it uses. */
  readonly reservesAddressSpace?: boolean;
  /** What the runtime takes beside the program's own memory; added to memory limits. */
  readonly memoryAllowanceBytes?: number;
  /** Threads that the runtime needs; 16 by default. */
  readonly processCount?: number;
  /** What the runtime says when memory has run out; a crash beside it is a memory verdict. */
  readonly memoryComplaint?: RegExp;
}
