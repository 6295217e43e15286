import type { Completion, Policy, SampleFailure, SampleRequest } from "../policy/index.ts";

/** What a scripted policy answers: a text, or any outcome. */
export type ScriptedAnswer = string | Completion | SampleFailure;

/** A policy whose answers a function gives; it keeps the requests that it saw. */
export interface ScriptedPolicy extends Policy {
  readonly requests: readonly SampleRequest[];
}

export function createScriptedPolicy(
  answer: (request: SampleRequest) => ScriptedAnswer | Promise<ScriptedAnswer>,
  options: { readonly canSeeImages?: boolean } = {},
): ScriptedPolicy {
  const requests: SampleRequest[] = [];
  return {
    info: { name: "scripted", canSeeImages: options.canSeeImages ?? true, givesLogprobs: false },
    requests,
    async sample(request, sampleOptions) {
      sampleOptions?.signal?.throwIfAborted();
      requests.push(request);
      const answered = await answer(request);
      return typeof answered === "string" ? toCompletion(answered) : answered;
    },
  };
}

function toCompletion(text: string): Completion {
  return {
    kind: "completion",
    text,
    stopReason: text === "" ? "empty" : "end",
    usage: { inputTokens: 100, outputTokens: Math.ceil(text.length / 4), costUsd: 0 },
    policyVersion: "scripted",
  };
}
