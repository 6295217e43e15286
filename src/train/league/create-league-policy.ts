import { parseCompletion, renderPrompt } from "../../league/index.ts";
import {
  loadTiny,
  type Completion,
  type Message,
  type Policy,
  type SampleRequest,
  type SamplingPolicy,
} from "../../policy/index.ts";
import { toLeaguePrompt } from "./league-prompt.ts";

export interface LeaguePolicyOptions {
  /** Markdown: the one problem that is asked about; whatever else the messages say, only this is read. */
  readonly statement: string;
  /** As the user names it; default `tiny`. */
  readonly name?: string;
}

/**
 * A policy of the league's vocabulary in the pipeline's roles: it writes programs, with a few words before them in every
 * second answer, and claims. Asked for anything else it rejects the request.
 *
 * @throws LEAGUE_STATEMENT_UNREADABLE where it lacks words of the statement
 */
export async function createLeaguePolicy(sampler: SamplingPolicy, options: LeaguePolicyOptions): Promise<Policy> {
  const { createTinyPolicy } = await loadTiny();
  const { statement, name = "tiny" } = options;
  renderPrompt(statement, { kind: "program" });
  const toPrompt = (messages: readonly Message[], { address }: SampleRequest): string =>
    toLeaguePrompt(statement, { messages, address });
  const policy = createTinyPolicy(sampler, { name, toPrompt });
  return {
    info: policy.info,
    async sample(request, call) {
      const outcome = await policy.sample(request, call);
      return outcome.kind === "failure" ? outcome : toMarkdownAnswer(outcome, request.address.role);
    },
  };
}

/** The answer as the pipeline's roles write it; what holds no program is left as it came. */
function toMarkdownAnswer(outcome: Completion, role: string): Completion {
  const parsed = parseCompletion(outcome.text);
  if (parsed.kind === "completion-unusable" || outcome.stopReason !== "end") return outcome;
  const { words, program } = parsed;
  const isClaim = role === "hypothesiser";
  const claim = isClaim ? `\`\`\`json\n${JSON.stringify({ kind: "answer", claim: words })}\n\`\`\`\n\n` : "";
  const start = isClaim || words === "" ? claim : `${words}\n\n`;
  return { ...outcome, text: `${start}\`\`\`c\n${program.source}${program.source.endsWith("\n") ? "" : "\n"}\`\`\`\n` };
}
