import type { Command } from "commander";
import type { CliContext } from "../cli-context.ts";
import { addAttackOptions, addSearchOptions, packageArgument, type ForgeFlags } from "./forge.ts";

/** `grandsmith attack PACKAGE SOLUTION…`: inputs that break given programs, against the package's right one. */
export function addAttackCommand(program: Command, context: CliContext, setExitCode: (code: number) => void): void {
  const command = program
    .command("attack")
    .summary("find inputs that break a program, beside a right one")
    .description(
      "Solution attack: searches for inputs on which programs differ from the package's right solution. A model, where " +
        "one is named, is shown both programs side by side and proposes inputs; only what really separates them is " +
        "kept.\n" +
        "Exit code 0: every program is broken; 6: one stands.",
    )
    .argument("<PACKAGE>", `${packageArgument}, with a right solution`)
    .argument("<SOLUTIONS...>", "source files of the programs to attack");
  addSearchOptions(addAttackOptions(command)).action(
    async (packagePath: string, solution: string[], flags: ForgeFlags) => {
      const { runForge } = await import("./run-forge.ts");
      setExitCode(await runForge(context, packagePath, { ...flags, solution }, { isAttack: true }));
    },
  );
}
