/** What a fake model answers, whatever the protocol. */
export interface FakeAnswer {
  readonly text: string;
  /** Default `stop`. */
  readonly ending?: "stop" | "length" | "content-filter";
  readonly reasoning?: string;
  /** Undefined: counted as one token a character of the answer and 10 of the prompt; null: not reported. */
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number } | null;
  /** Sent only when the request asks for log-probabilities. */
  readonly logprobs?: readonly { readonly token: string; readonly logprob: number }[];
  /** The model's name in the answer; default the requested one. */
  readonly model?: string;
}

interface RequestToRender {
  readonly index: number;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface FakeModelDialect {
  readonly render: (answer: FakeAnswer, request: RequestToRender) => object;
}

const chatCompletions: FakeModelDialect = {
  render: (answer, request) => ({
    id: `fake-${request.index}`,
    object: "chat.completion",
    created: 0,
    model: answer.model ?? request.body.model,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: answer.text,
          ...(answer.reasoning === undefined ? {} : { reasoning_content: answer.reasoning }),
        },
        finish_reason: choose(answer, { stop: "stop", length: "length", filter: "content_filter" }),
        ...(answer.logprobs && request.body.logprobs === true ? { logprobs: { content: answer.logprobs } } : {}),
      },
    ],
    ...withUsage(answer, (inputTokens, outputTokens) => ({
      usage: {
        prompt_tokens: inputTokens,
        completion_tokens: outputTokens,
        total_tokens: inputTokens + outputTokens,
      },
    })),
  }),
};

const openaiResponses: FakeModelDialect = {
  render: (answer, request) => ({
    id: `fake-${request.index}`,
    object: "response",
    created_at: 0,
    model: answer.model ?? request.body.model,
    output: [
      {
        type: "message",
        id: "message-0",
        role: "assistant",
        content: [{ type: "output_text", text: answer.text, annotations: [], logprobs: toTopLogprobs(answer) }],
      },
    ],
    incomplete_details: choose(answer, {
      stop: null,
      length: { reason: "max_output_tokens" },
      filter: { reason: "content_filter" },
    }),
    ...withUsage(answer, (inputTokens, outputTokens) => ({
      usage: { input_tokens: inputTokens, output_tokens: outputTokens },
    })),
  }),
};

const anthropicMessages: FakeModelDialect = {
  render: (answer, request) => ({
    type: "message",
    id: `fake-${request.index}`,
    role: "assistant",
    model: answer.model ?? request.body.model,
    content: [{ type: "text", text: answer.text }],
    stop_reason: choose(answer, { stop: "end_turn", length: "max_tokens", filter: "refusal" }),
    stop_sequence: null,
    ...withUsage(answer, (inputTokens, outputTokens) => ({
      usage: { input_tokens: inputTokens, output_tokens: outputTokens },
    })),
  }),
};

const googleGenerateContent: FakeModelDialect = {
  render: (answer) => ({
    candidates: [
      {
        content: { role: "model", parts: [{ text: answer.text }] },
        finishReason: choose(answer, { stop: "STOP", length: "MAX_TOKENS", filter: "SAFETY" }),
        index: 0,
      },
    ],
    ...withUsage(answer, (inputTokens, outputTokens) => ({
      usageMetadata: {
        promptTokenCount: inputTokens,
        candidatesTokenCount: outputTokens,
        totalTokenCount: inputTokens + outputTokens,
      },
    })),
  }),
};

/** The protocol of a path; OpenAI chat completions unless the path says another. */
export function findDialect(path: string): FakeModelDialect {
  if (path.endsWith("/responses")) return openaiResponses;
  if (path.endsWith("/messages")) return anthropicMessages;
  return path.endsWith(":generateContent") ? googleGenerateContent : chatCompletions;
}

function choose<T>(answer: FakeAnswer, names: { readonly stop: T; readonly length: T; readonly filter: T }): T {
  return answer.ending === "length" ? names.length : answer.ending === "content-filter" ? names.filter : names.stop;
}

function withUsage(answer: FakeAnswer, render: (inputTokens: number, outputTokens: number) => object): object {
  if (answer.usage === null) return {};
  const { inputTokens, outputTokens } = answer.usage ?? { inputTokens: 10, outputTokens: answer.text.length };
  return render(inputTokens, outputTokens);
}

function toTopLogprobs(answer: FakeAnswer): object[] | null {
  return answer.logprobs?.map((item) => ({ ...item, top_logprobs: [] })) ?? null;
}
