import type { Problem } from "../../problem/index.ts";
import { toCanonicalJson } from "../../std/index.ts";
import type { KeptTest, SearchCandidate } from "./contract.ts";

/**
 * Verified adversarial examples as JSON lines, one for each program that a test fails: statement, both programs, the
 * input that separates them and its answer. What a policy that writes tests is trained on. Tests by consensus and
 * inputs that are not UTF-8 or larger than 100 kB are left out.
 *
 * @paper GrandCode 3.3, docs/paper-map.md#solution-attack
 */
export function writeAdversarialExamples(
  problem: Problem,
  tests: readonly KeptTest[],
  programs: { readonly gold: SearchCandidate | undefined; readonly candidates: readonly SearchCandidate[] },
): string {
  const sourceOf = new Map(programs.candidates.map(({ name, program }) => [name, program]));
  const lines = tests.flatMap((test) => {
    const { authority } = test;
    const isSettled = authority?.kind === "gold" || (authority?.kind === "brute-force" && authority.isVerified);
    const input = toText(test.input.bytes);
    if (!isSettled || !test.isValidated || input === undefined) return [];
    const answer = test.answer && toText(test.answer.bytes);
    return test.killed.flatMap(({ candidate, verdict, message }) => {
      const program = sourceOf.get(candidate);
      if (program === undefined) return [];
      return [
        toCanonicalJson({
          problemId: problem.id,
          statement: problem.statements[0].markdown,
          goldLanguage: programs.gold?.program.language,
          goldSource: programs.gold?.program.source,
          candidateName: candidate,
          candidateLanguage: program.language,
          candidateSource: program.source,
          input,
          answer,
          verdict,
          message,
          source: test.source,
          boundary: test.boundary,
        }),
      ];
    });
  });
  return lines.map((line) => `${line}\n`).join("");
}

const largestBytes = 100_000;

function toText(bytes: Uint8Array): string | undefined {
  if (bytes.length > largestBytes) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
