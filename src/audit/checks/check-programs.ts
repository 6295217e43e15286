import { findToolchain } from "../../judge/index.ts";
import type { Program } from "../../problem/index.ts";
import type { AuditCheck, AuditContext } from "../contract.ts";

/** Programs that cannot be run here, or do not compile. */
export const checkPrograms: AuditCheck = {
  name: "programs",
  async run(context) {
    const { problem } = context;
    const tools = listTools(problem);
    for (const { role, name, program } of tools) {
      const severity = role === "checker" || role === "interactor" ? "error" : "warning";
      const isRunnable = await checkLanguage(context, { role, name, program, severity });
      if (isRunnable) await checkCompiles(context, { role, name, program });
    }
    for (const { name, program } of problem.solutions) {
      await checkLanguage(context, { role: "solution", name, program, severity: "warning" });
    }
    return { status: "done", note: `${tools.length} helper programs, ${problem.solutions.length} solutions` };
  },
};

interface Tool {
  readonly role: string;
  readonly name: string;
  readonly program: Program;
}

function listTools({ checker, interactor, validators, generators, staticValidator }: AuditContext["problem"]): Tool[] {
  return [
    ...toTools("checker", checker.kind === "program" ? checker.program : undefined),
    ...toTools("interactor", interactor?.kind === "program" ? interactor.program : undefined),
    ...toTools("static validator", staticValidator),
    ...validators.map(({ name, program }) => ({ role: "validator", name, program })),
    ...generators.map(({ name, program }) => ({ role: "generator", name, program })),
  ];
}

async function checkLanguage(
  { report, files }: AuditContext,
  { role, name, program, severity }: Tool & { readonly severity: "error" | "warning" },
): Promise<boolean> {
  const toolchain = await findToolchain(program.language);
  if (toolchain.kind === "toolchain-found") return true;
  const isUnknown = program.language === "other";
  report({
    severity: isUnknown && role === "solution" ? "hint" : severity,
    code: "language-absent",
    file: (await files.findSource(program)) ?? program.fileName,
    message: isUnknown
      ? `${role} ${name} is in a language that is not run here: what it says is not known`
      : `${role} ${name} cannot be run on this machine: ${toolchain.message}`,
    command: "grandsmith doctor",
  });
  return false;
}

async function checkCompiles({ report, files, judge, signal }: AuditContext, tool: Tool): Promise<void> {
  const { role, name, program } = tool;
  const outcome = await judge.compile(program, { signal });
  if (outcome.kind === "compile-ok") return;
  report({
    severity: "error",
    code: "tool-uncompilable",
    file: (await files.findSource(program)) ?? program.fileName,
    message: `${role} ${name} does not compile: ${outcome.message.trim().slice(0, 500)}`,
    files: Object.fromEntries(
      [program, ...(program.resources ?? [])].map(({ fileName, source }) => [fileName, source]),
    ),
  });
}

function toTools(role: string, program: Program | undefined): Tool[] {
  return program === undefined ? [] : [{ role, name: program.fileName, program }];
}
