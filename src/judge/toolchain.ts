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
  readonly compile: CompilePlan;
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
  /** Where the compiler is GCC for C++: what makes precompiled headers and compiles of many programs possible. */
  readonly gcc?: GccPlan;
}

/** The parts of a compile by GCC. */
export interface GccPlan {
  readonly compiler: string;
  /** Everything that a precompiled header must agree on. */
  readonly compileFlags: readonly string[];
  readonly linkFlags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface RunPlan {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly readOnlyPaths: readonly string[];
  /** Name of the built program in `/box`. */
  readonly fileName: string;
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
