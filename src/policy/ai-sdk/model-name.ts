import { AppError } from "../../std/index.ts";

export const providerNames = ["openai", "anthropic", "google", "openai-compatible"] as const;
export type ProviderName = (typeof providerNames)[number];

export interface ModelName {
  readonly provider: ProviderName;
  /** What the provider calls the model; may contain slashes. */
  readonly model: string;
}

/**
 * Reads `PROVIDER/NAME`; only the first slash separates.
 *
 * @throws AppError MODEL_NAME_INVALID
 */
export function parseModelName(text: string): ModelName {
  const [, prefix = "", model = ""] = /^([^/]*)\/(.*)$/s.exec(text) ?? [];
  const provider = providerNames.find((name) => name === prefix);
  if (provider !== undefined && model.trim() === model && model !== "") return { provider, model };
  throw new AppError({
    code: "MODEL_NAME_INVALID",
    message:
      `expected a model as PROVIDER/NAME with a provider of ${providerNames.join(", ")}, got "${text}"; ` +
      "any server that speaks the OpenAI protocol is openai-compatible/NAME with its base URL",
    data: { model: text },
  });
}
