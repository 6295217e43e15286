import { askTool, type ToolRole } from "../agent/index.ts";
import { checkBruteForce, checkGenerator, checkValidator, type ToolCheck } from "../forge/index.ts";
import type { Program } from "../problem/index.ts";
import type { ToolReport } from "./contract.ts";
import { emit, findBelieved, type RunState } from "./run-state.ts";

const maxAttempts = 3;

/**
 * Has the model write the brute force, the validator and the generator, and checks each before it is believed;
 * what is rejected is asked for again with the complaint. The generator is checked by the believed validator.
 */
export async function writeTools(state: RunState): Promise<void> {
  const bruteForce = findBruteForce(state);
  if (state.given.usesInputSpec === true && state.problem.inputSpec !== undefined) {
    const given = {
      status: "believed",
      reason: "given with the problem: its input specification",
      attempts: 0,
    } as const;
    for (const role of ["validator", "generator"] as const) settle(state, { role, ...given });
    await bruteForce;
    return;
  }
  const validator = writeTool(state, "validator", (program) => checkValidator(state.forge, program));
  const generator = writeTool(state, "generator", async (program) => {
    await validator;
    const believed = findBelieved(state, "validator");
    if (believed === undefined) {
      return { kind: "tool-uncheckable", reason: "no believed validator to check its inputs with" };
    }
    return checkGenerator(state.forge, { generator: program, validator: believed });
  });
  await Promise.all([bruteForce, validator, generator]);
}

/** The one that was given, where it stands its check, else one by the model. */
async function findBruteForce(state: RunState): Promise<void> {
  const check = async (program: Program): Promise<ToolCheck> => checkBruteForce(state.forge, program);
  const given = state.given.bruteForce;
  if (given === undefined) return writeTool(state, "brute-force", check);
  const checked = await check(given);
  const status = checked.kind === "tool-believed" ? "believed" : "not-believed";
  const reason = checked.kind === "tool-rejected" ? checked.complaint : checked.reason;
  settle(state, {
    role: "brute-force",
    status,
    reason: `given with the problem; ${reason}`,
    attempts: 0,
    program: given,
  });
}

/** A tool that cannot be checked at all is not asked for again. */
async function writeTool(
  state: RunState,
  role: ToolRole,
  check: (program: Program) => Promise<ToolCheck>,
): Promise<void> {
  const complaints: string[] = [];
  let program: Program | undefined;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const answer = await askTool(state.roles, { role, attempt, complaints });
    if (answer.kind === "answer-unusable") {
      if (attempt === 0) state.failureReasons.push(answer.reason);
      if (complaints.at(-1) === answer.reason) break;
      complaints.push(answer.reason);
      continue;
    }
    program = answer.value;
    const checked = await check(program);
    if (checked.kind === "tool-uncheckable") {
      complaints.push(checked.reason);
      break;
    }
    if (checked.kind === "tool-believed") {
      settle(state, { role, status: "believed", reason: checked.reason, attempts: attempt + 1, program });
      return;
    }
    complaints.push(checked.complaint);
    emit(state, { kind: "tool-checked", data: { role, status: "rejected", reason: checked.complaint } });
  }
  const status = program === undefined ? "missing" : "not-believed";
  settle(state, { role, status, reason: complaints.at(-1) ?? "", attempts: complaints.length, program });
}

function settle(state: RunState, tool: ToolReport): void {
  state.tools.set(tool.role, tool);
  emit(state, { kind: "tool-checked", data: { role: tool.role, status: tool.status, reason: tool.reason } });
}
