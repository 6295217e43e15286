/** A part of a message. Images stay images: they are never turned into text. */
export type MessagePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "image"; readonly mediaType: string; readonly bytes: Uint8Array; readonly alt: string };

export interface Message {
  readonly role: "system" | "user" | "assistant";
  readonly parts: readonly MessagePart[];
}

/** Where in a run a sample belongs; makes it findable in a recording and in the report. */
export interface SampleAddress {
  /** The asking role, e.g. `solver`, `brute-force`. */
  readonly role: string;
  /** From 0. */
  readonly round: number;
  /** From 0, within role and round. */
  readonly index: number;
}

export interface SampleRequest {
  readonly address: SampleAddress;
  readonly messages: readonly Message[];
  readonly maxTokens: number;
  /** 0 to 2. */
  readonly temperature: number;
  /** [0, 2^31); backends that take no seed ignore it. Always part of the request's digest. */
  readonly seed: number;
  readonly stopSequences?: readonly string[];
}

/** Why a completion ended. */
export type StopReason =
  /** The model finished. */
  | "end"
  | "stop-sequence"
  /** Cut off at `maxTokens` or at the context's end. */
  | "max-tokens"
  | "content-filter"
  /** Finished without any text. */
  | "empty"
  /** The backend gave no reason, or one that it did not name. */
  | "unknown";

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Undefined where the price is not known: never guessed as 0. */
  readonly costUsd?: number | undefined;
}

/** A model's answer, good or bad. */
export interface Completion {
  readonly kind: "completion";
  readonly text: string;
  readonly stopReason: StopReason;
  readonly usage: Usage;
  /** Natural-log probabilities of the sampled tokens under the behaviour policy, where the backend gives them. */
  readonly logprobs_T?: readonly number[] | undefined;
  readonly tokens_T?: readonly string[] | undefined;
  /** Which weights answered, e.g. the model name the backend reported. */
  readonly policyVersion: string;
}

/** No answer came. Never cached, never a reward of 0. */
export interface SampleFailure {
  readonly kind: "failure";
  readonly reason:
    /** Could not be reached, or kept answering 5xx, after all retries. */
    | "unavailable"
    | "rate-limited"
    | "timed-out"
    /** Refused the request: bad key, unknown model, prompt too long. */
    | "rejected"
    /** Answered something that is not the protocol. */
    | "malformed"
    /** The token or money budget does not cover this call. */
    | "over-budget"
    /** The recording holds no answer for this request. */
    | "not-recorded";
  readonly message: string;
  readonly usage: Usage;
}

export type SampleOutcome = Completion | SampleFailure;

/** What tokens cost, in US dollars per million. */
export interface TokenPrices {
  readonly inputUsdPerMTokens: number;
  readonly outputUsdPerMTokens: number;
}

/** What a backend is and can do. */
export interface PolicyInfo {
  /** As the user names it, e.g. `openai/gpt-5.4`, `desk`, `recorded`. */
  readonly name: string;
  readonly canSeeImages: boolean;
  readonly givesLogprobs: boolean;
  /** Undefined where the price is not known: then no limit in money can be kept. */
  readonly prices?: TokenPrices | undefined;
}

/** Anything that answers prompts. Outcomes are values; only cancellation throws (the signal's reason). */
export interface Policy {
  readonly info: PolicyInfo;
  sample(request: SampleRequest, options?: { readonly signal?: AbortSignal | undefined }): Promise<SampleOutcome>;
}
