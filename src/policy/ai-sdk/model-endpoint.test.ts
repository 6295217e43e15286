import { describe, expect, it } from "vitest";
import { createAiSdkPolicy } from "./ai-sdk-policy.ts";
import { findModelEndpoint } from "./model-endpoint.ts";
import { parseModelName } from "./model-name.ts";

describe("a model's name", () => {
  it("is split at its first slash only", () => {
    expect(parseModelName("openai-compatible/Qwen/Qwen3-8B")).toEqual({
      provider: "openai-compatible",
      model: "Qwen/Qwen3-8B",
    });
  });

  it.each(["gpt-5", "openai/", "/gpt-5", "acme/gpt-5", "", "openai/ gpt"])("is refused when it is %j", (text) => {
    expect(() => parseModelName(text)).toThrow(expect.objectContaining({ code: "MODEL_NAME_INVALID" }));
  });
});

describe("a missing key", () => {
  it.each([
    ["openai/gpt-5.4", "OPENAI_API_KEY"],
    ["anthropic/claude-sonnet-4-5", "ANTHROPIC_API_KEY"],
    ["google/gemini-2.5-flash", "GOOGLE_GENERATIVE_AI_API_KEY"],
  ])("of %s is named at creation: %s", async (model, variable) => {
    const created = createAiSdkPolicy({ model, env: { [variable]: " " } });
    await expect(created).rejects.toMatchObject({
      code: "MODEL_KEY_MISSING",
      message: expect.stringContaining(variable),
    });
  });
});

describe("the server of an openai-compatible model", () => {
  const name = parseModelName("openai-compatible/tiny");

  it("is the option's, then GRANDSMITH_BASE_URL's, then OPENAI_BASE_URL's", () => {
    const env = { GRANDSMITH_BASE_URL: "http://b/v1/", OPENAI_BASE_URL: "http://c/v1" };
    expect(findModelEndpoint(name, { baseUrl: "http://a/v1", env }).baseUrl).toBe("http://a/v1");
    expect(findModelEndpoint(name, { env }).baseUrl).toBe("http://b/v1");
    expect(findModelEndpoint(name, { env: { OPENAI_BASE_URL: "http://c/v1" } }).baseUrl).toBe("http://c/v1");
  });

  it("must be given", () => {
    expect(() => findModelEndpoint(name, { env: {} })).toThrow(
      expect.objectContaining({ code: "MODEL_BASE_URL_MISSING" }),
    );
    expect(() => findModelEndpoint(name, { baseUrl: "localhost:8000", env: {} })).toThrow(
      expect.objectContaining({ code: "MODEL_BASE_URL_INVALID" }),
    );
  });

  it("gets an OpenAI key only when OPENAI_BASE_URL names it", () => {
    const env = { OPENAI_API_KEY: "openai", OPENAI_BASE_URL: "http://c/v1" };
    expect(findModelEndpoint(name, { env }).apiKey).toBe("openai");
    expect(findModelEndpoint(name, { baseUrl: "http://a/v1", env }).apiKey).toBeUndefined();
    expect(findModelEndpoint(name, { baseUrl: "http://a/v1", env: { GRANDSMITH_API_KEY: "own" } }).apiKey).toBe("own");
  });
});
