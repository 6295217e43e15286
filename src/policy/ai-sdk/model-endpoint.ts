import { AppError } from "../../std/index.ts";
import type { ModelName, ProviderName } from "./model-name.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a model is reached and with which key. */
export interface ModelEndpoint {
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
}

interface HostedProvider {
  readonly baseUrl: string;
  readonly baseUrlVariable: string;
  readonly keyVariables: readonly string[];
}

const hostedProviders: Record<Exclude<ProviderName, "openai-compatible">, HostedProvider> = {
  openai: {
    baseUrl: "https://api.openai.com/v1",
    baseUrlVariable: "OPENAI_BASE_URL",
    keyVariables: ["OPENAI_API_KEY"],
  },
  anthropic: {
    baseUrl: "https://api.anthropic.com/v1",
    baseUrlVariable: "ANTHROPIC_BASE_URL",
    keyVariables: ["ANTHROPIC_API_KEY"],
  },
  google: {
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    baseUrlVariable: "GOOGLE_GENERATIVE_AI_BASE_URL",
    keyVariables: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"],
  },
};

/**
 * Finds base URL and key. An `openai-compatible` server is named by the option, GRANDSMITH_BASE_URL or OPENAI_BASE_URL,
 * in this order; its key is optional: GRANDSMITH_API_KEY, or OPENAI_API_KEY for the server that OPENAI_BASE_URL names
 * (an OpenAI key never goes to another server).
 *
 * @throws AppError MODEL_KEY_MISSING, MODEL_BASE_URL_MISSING, MODEL_BASE_URL_INVALID
 */
export function findModelEndpoint(
  name: ModelName,
  options: { readonly baseUrl?: string | undefined; readonly env: Environment },
): ModelEndpoint {
  const { env } = options;
  if (name.provider === "openai-compatible") return findCompatibleEndpoint(name, options);
  const provider = hostedProviders[name.provider];
  const apiKey = readFirst(env, provider.keyVariables);
  if (apiKey === undefined) {
    const variables = provider.keyVariables.join(" or ");
    throw new AppError({
      code: "MODEL_KEY_MISSING",
      message: `the model ${name.provider}/${name.model} needs an API key: set ${variables} in the environment`,
      data: { provider: name.provider, variables: provider.keyVariables },
    });
  }
  const baseUrl = options.baseUrl ?? readFirst(env, [provider.baseUrlVariable]) ?? provider.baseUrl;
  return { baseUrl: checkUrl(baseUrl), apiKey };
}

function findCompatibleEndpoint(
  name: ModelName,
  options: { readonly baseUrl?: string | undefined; readonly env: Environment },
): ModelEndpoint {
  const { env } = options;
  const ownUrl = options.baseUrl ?? readFirst(env, ["GRANDSMITH_BASE_URL"]);
  const openaiUrl = readFirst(env, ["OPENAI_BASE_URL"]);
  const baseUrl = ownUrl ?? openaiUrl;
  if (baseUrl === undefined) {
    throw new AppError({
      code: "MODEL_BASE_URL_MISSING",
      message:
        `the model openai-compatible/${name.model} needs the base URL of its server, e.g. http://127.0.0.1:8000/v1: ` +
        "give it as an option or set GRANDSMITH_BASE_URL or OPENAI_BASE_URL",
    });
  }
  const isOpenaiUrl = openaiUrl !== undefined && baseUrl === openaiUrl;
  const apiKey = readFirst(env, isOpenaiUrl ? ["GRANDSMITH_API_KEY", "OPENAI_API_KEY"] : ["GRANDSMITH_API_KEY"]);
  return { baseUrl: checkUrl(baseUrl), apiKey };
}

function readFirst(env: Environment, variables: readonly string[]): string | undefined {
  for (const variable of variables) {
    const value = env[variable]?.trim();
    if (value !== undefined && value !== "") return value;
  }
  return undefined;
}

function checkUrl(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol === "http:" || url?.protocol === "https:") return text.replace(/\/+$/, "");
  throw new AppError({
    code: "MODEL_BASE_URL_INVALID",
    message: `expected a base URL that starts with http:// or https://, e.g. http://127.0.0.1:8000/v1, got "${text}"`,
    data: { baseUrl: text },
  });
}
