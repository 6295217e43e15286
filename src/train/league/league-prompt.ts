import { programHeader, renderPrompt, type PromptRequest } from "../../league/index.ts";
import type { Message, SampleAddress } from "../../policy/index.ts";
import { AppError } from "../../std/index.ts";

/** What a role asks, as the policy of the league's vocabulary reads it. */
export interface LeagueQuestion {
  readonly messages: readonly Message[];
  readonly address: SampleAddress;
}

/**
 * The prompt for a question of the pipeline about one problem: whatever else the messages say, only the statement and
 * the program of a claim are read.
 *
 * @throws LEAGUE_STATEMENT_UNREADABLE, LEAGUE_ROLE_UNKNOWN
 */
export function toLeaguePrompt(statement: string, question: LeagueQuestion): string {
  return renderPrompt(statement, toPromptRequest(question));
}

function toPromptRequest({ messages, address: { role, index } }: LeagueQuestion): PromptRequest {
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
