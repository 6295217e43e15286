import { parseCompletion, programHeader, renderPrompt, type PromptRequest } from "../../league/index.ts";
import {
  loadTiny,
  type Completion,
  type Message,
  type Policy,
  type SampleRequest,
  type SamplingPolicy,
} from "../../policy/index.ts";
import { AppError } from "../../std/index.ts";

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
  const toPrompt = (messages: readonly Message[], request: SampleRequest): string =>
    renderPrompt(statement, toPromptRequest(messages, request));
  const policy = createTinyPolicy(sampler, { name, toPrompt });
  return {
    info: policy.info,
    async sample(request, call) {
      const outcome = await policy.sample(request, call);
      return outcome.kind === "failure" ? outcome : toMarkdownAnswer(outcome, request.address.role);
    },
  };
}

function toPromptRequest(messages: readonly Message[], { address: { role, index } }: SampleRequest): PromptRequest {
  switch (role) {
    case "solver":
    case "repairer": {
      const hypothesis = findClaimedProgram(messages);
      if (hypothesis !== undefined) return { kind: "program-from-hypothesis", hypothesis };
      return { kind: index % 2 === 0 ? "program" : "thinking" };
    }
    case "hypothesiser":
      return { kind: "hypothesis" };
    default:
      throw new AppError({
        code: "LEAGUE_ROLE_UNKNOWN",
        message: `the small policy writes programs and claims, and was asked to be the ${role}; configure a model for that`,
      });
  }
}

/** The program of the last checked claim, as the solver's prompt shows it, where it is one of the league's. */
function findClaimedProgram(messages: readonly Message[]): string | undefined {
  const text = messages.flatMap(({ parts }) => parts.map((part) => (part.kind === "text" ? part.text : ""))).join("\n");
  const blocks = [...text.matchAll(/<<< (CLAIM \d+ AS A PROGRAM) ([0-9a-f]{12})\n(.*?)\n\1 \2 >>>/gs)];
  const source = blocks.at(-1)?.[3];
  return source?.startsWith(programHeader) === true ? `${source}\n` : undefined;
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
