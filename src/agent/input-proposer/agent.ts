import type { GeneratorWriter, InputProposer, ProposalRequest } from "../../forge/index.ts";
import { toAnswer } from "../answer.ts";
import { toPromptText } from "../data-block.ts";
import { parseJson } from "../parse-json.ts";
import { toMessages, type RoleContext } from "../role-context.ts";
import { proposalSchema } from "../tester/agent.ts";
import { toTesterPrompt } from "../tester/prompt.ts";
import { askTool } from "../tool-writer/agent.ts";
import { describeDifference, toAttackPrompt } from "./prompt.ts";

/**
 * A model as a source of inputs for the forge. In a search for differences it sees the statement and the newest test
 * that told programs apart, never a program; in a solution attack it sees the right program and the attacked one.
 *
 * @paper GrandCode 3.3, docs/paper-map.md#solution-attack
 * @param options.index tells several proposers of one run apart in a recording
 */
export function createInputProposer(
  context: RoleContext,
  options: { readonly name: string; readonly index?: number | undefined },
): InputProposer {
  return {
    name: options.name,
    async propose(request) {
      const outcome = await context.sampler.ask({
        role: request.attack === undefined ? "input-proposer" : "attacker",
        round: request.round,
        index: options.index ?? 0,
        messages: toMessages(context, toPrompt(request)),
        temperature: 0.8,
      });
      const answer = toAnswer(outcome, (text) => parseJson(text, proposalSchema));
      if (answer.kind === "answer-unusable") return [];
      const { boundary, inputs } = answer.value;
      return inputs.map((text) => ({ text, boundary }));
    },
  };
}

function toPrompt({ attack, difference }: ProposalRequest) {
  if (attack !== undefined) return toAttackPrompt(attack, difference);
  return toTesterPrompt(
    difference && {
      input: toPromptText(difference.input.bytes),
      expected: difference.answer && toPromptText(difference.answer.bytes),
      summary: describeDifference(difference),
    },
  );
}

/** A model as the writer of a generator; what it writes is believed after the forge's checks only. */
export function createGeneratorWriter(context: RoleContext, options: { readonly name: string }): GeneratorWriter {
  const complaints: string[] = [];
  let attempt = 0;
  return {
    name: options.name,
    async write({ complaint }) {
      if (complaint !== undefined) complaints.push(complaint);
      const answer = await askTool(context, { role: "generator", attempt: attempt++, complaints });
      return answer.kind === "answer-usable" ? answer.value : undefined;
    },
  };
}
