import { z } from "zod";
import type { Language, Program } from "../../problem/index.ts";
import type { Answer } from "../answer.ts";
import { parseJson } from "../parse-json.ts";
import { parseProgram } from "../parse-program.ts";

const claimSchema = z.object({
  kind: z.enum(["answer", "property"]),
  claim: z.string().trim().min(1).max(2000),
});

/** A claim about a problem, in words and as a program that can be checked. */
export interface Hypothesis {
  /** `answer`: the program gives the answer; `property`: it says whether instance and answer obey the claim. */
  readonly kind: "answer" | "property";
  readonly claim: string;
  readonly program: Program;
}

/** The claim and its program; an answer that lacks either is unusable. */
export function parseHypothesis(text: string, languages: readonly Language[]): Answer<Hypothesis> {
  const claim = parseJson(text, claimSchema);
  if (claim.kind === "answer-unusable") return claim;
  const program = parseProgram(text, languages);
  if (program.kind === "answer-unusable") return program;
  return { kind: "answer-usable", value: { ...claim.value, program: program.value } };
}
