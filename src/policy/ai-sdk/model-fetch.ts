import { Agent, EnvHttpProxyAgent, fetch as undiciFetch } from "undici";
import type { Environment } from "./model-endpoint.ts";

/**
 * `fetch` without the 300 s that Node's own waits for headers and between chunks: a model may think longer, and our
 * own time-out bounds every attempt. As in Node, NODE_USE_ENV_PROXY=1 turns on HTTP_PROXY, HTTPS_PROXY and NO_PROXY.
 */
export function createModelFetch(env: Environment): typeof globalThis.fetch {
  const waits = { headersTimeout: 0, bodyTimeout: 0 };
  const dispatcher = env["NODE_USE_ENV_PROXY"] === "1" ? new EnvHttpProxyAgent(waits) : new Agent(waits);
  const modelFetch = (input: string | URL, init?: object) => undiciFetch(input, { ...init, dispatcher });
  return modelFetch as unknown as typeof globalThis.fetch;
}
