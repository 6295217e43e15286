import { expect, it } from "vitest";
import { createFakeModelServer } from "../../testing/index.ts";
import { createAiSdkPolicy } from "./ai-sdk-policy.ts";

it.each([
  { inputTokens: -5, outputTokens: -1e9 },
  { inputTokens: 1.5, outputTokens: 1e300 },
])("usage that is not a count is estimated: %j", async (usage) => {
  await using server = await createFakeModelServer([{ kind: "answer", text: "42", usage }]);
  const policy = await createAiSdkPolicy({ model: "openai-compatible/tiny", baseUrl: server.baseUrl, env: {} });
  const outcome = await policy.sample({
    address: { role: "solver", round: 0, index: 0 },
    messages: [{ role: "user", parts: [{ kind: "text", text: "What is six times seven?" }] }],
    maxTokens: 100,
    temperature: 0.5,
    seed: 11,
  });
  expect(outcome).toMatchObject({ kind: "completion", usage: { outputTokens: 1 } });
  expect(outcome.usage.inputTokens).toBeGreaterThan(0);
  expect(outcome.usage.inputTokens).toBeLessThan(100);
});
