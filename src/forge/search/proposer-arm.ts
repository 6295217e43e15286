import { createTestData, type Program } from "../../problem/index.ts";
import type { InputArm, InputProposer, ProposalRequest } from "./contract.ts";
import type { SearchContext } from "./search-context.ts";

/**
 * What a proposer (a model's role, say) thinks up. It is told of the newest test and asked for more of its kind; in a
 * solution attack it is shown gold and candidate, one candidate after another. GrandCode section 3.3.
 */
export function createProposerArm(
  context: SearchContext,
  proposer: InputProposer,
  attack?: { readonly gold: Program; readonly candidates: () => readonly Program[] },
): InputArm {
  let round = 0;
  return {
    name: `propose ${proposer.name}`,
    size: 0.3,
    isValid: false,
    maxBatch: 20,
    async draw({ count, kept, signal }) {
      const own = round++;
      const candidates = attack?.candidates() ?? [];
      const candidate = candidates[own % Math.max(1, candidates.length)];
      const request: ProposalRequest = {
        problem: context.problem,
        round: own,
        count,
        difference: kept.at(-1),
        attack: attack === undefined || candidate === undefined ? undefined : { gold: attack.gold, candidate },
      };
      const proposals = await proposer.propose(request, { signal });
      return proposals.slice(0, count).map(({ text, boundary }) => ({
        input: createTestData(text === "" || text.endsWith("\n") ? text : `${text}\n`),
        boundary,
      }));
    },
  };
}
