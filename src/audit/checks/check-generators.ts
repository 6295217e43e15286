import { makeTests } from "../../verify/index.ts";
import type { AuditCheck, AuditContext } from "../contract.ts";

/** Calls that make tests: their generator is there, ends well, and gives the same bytes again. */
export const checkGenerators: AuditCheck = {
  name: "generators",
  async run(context) {
    const { problem, judge, signal } = context;
    const planned = problem.plannedTests ?? [];
    const shipped = problem.tests.filter((test) => test.generatorCall !== undefined);
    if (planned.length + shipped.length === 0) return { status: "not-needed", note: "no test says how it was made" };
    const made = await makeTests({ judge, signal }, problem);
    const calls = new Map([...planned, ...shipped].map((test) => [test.id, test.generatorCall ?? ""]));
    for (const { severity, code, subject, message } of made.findings) {
      const call = calls.get(subject) ?? "";
      const file = await locateGenerator(context, call);
      context.report({ severity, code, file, message: `test ${subject}: ${message}` });
    }
    const note = `${planned.length + shipped.length} calls, ${made.made} tests made, ${made.remade} made again`;
    return { status: "done", note, problem: made.problem };
  },
};

async function locateGenerator({ problem, files }: AuditContext, call: string): Promise<string | undefined> {
  const [name = ""] = call.trim().split(/\s+/);
  const generator = problem.generators.find((item) => item.name === name);
  return generator && ((await files.findSource(generator.program)) ?? generator.program.fileName);
}
