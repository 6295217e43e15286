import type { LanguageModel } from "ai";
import { createModelFetch } from "./model-fetch.ts";
import type { Environment, ModelEndpoint } from "./model-endpoint.ts";
import type { ModelName } from "./model-name.ts";

export interface LanguageModelOptions {
  readonly name: ModelName;
  readonly endpoint: ModelEndpoint;
  readonly env: Environment;
  readonly logprobs: boolean;
}

/** The key under which the metadata of an openai-compatible answer carries its choice's log-probabilities. */
export const logprobsMetadataKey = "grandsmithLogprobs";

/** Creates the SDK's model, loading only the provider package that it needs. */
export async function createLanguageModel(options: LanguageModelOptions): Promise<Exclude<LanguageModel, string>> {
  const { name, endpoint, env, logprobs } = options;
  const settings = { baseURL: endpoint.baseUrl, fetch: createModelFetch(env) };
  switch (name.provider) {
    case "openai": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI({ ...settings, apiKey: endpoint.apiKey ?? "" })(name.model);
    }
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic({ ...settings, apiKey: endpoint.apiKey ?? "" })(name.model);
    }
    case "google": {
      const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
      return createGoogleGenerativeAI({ ...settings, apiKey: endpoint.apiKey ?? "" })(name.model);
    }
    case "openai-compatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      return createOpenAICompatible({
        ...settings,
        name: "openai-compatible",
        ...(endpoint.apiKey === undefined ? {} : { apiKey: endpoint.apiKey }),
        ...(logprobs ? { transformRequestBody: askForLogprobs, metadataExtractor: logprobsExtractor } : {}),
      })(name.model);
    }
  }
}

function askForLogprobs(body: Record<string, unknown>): Record<string, unknown> {
  return { ...body, logprobs: true };
}

const logprobsExtractor = {
  async extractMetadata({ parsedBody }: { readonly parsedBody: unknown }) {
    const body = parsedBody as { choices?: readonly { logprobs?: { content?: unknown } | null }[] };
    const content = body.choices?.[0]?.logprobs?.content;
    return Array.isArray(content) ? { [logprobsMetadataKey]: { content } } : undefined;
  },
  createStreamExtractor: () => ({ processChunk: () => {}, buildMetadata: () => undefined }),
};
