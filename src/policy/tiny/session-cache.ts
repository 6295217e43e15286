import type { InferenceSession } from "onnxruntime-node";
import type { Graph } from "./graph/graph.ts";
import { createSession, type Runtime } from "./runtime.ts";

/** Sessions by key; each holds the memory of its largest run, so that only those used last are kept. */
export class SessionCache {
  readonly #runtime: Runtime;
  readonly #capacity: number;
  readonly #sessions = new Map<string, Promise<InferenceSession>>();

  constructor(runtime: Runtime, capacity: number) {
    this.#runtime = runtime;
    this.#capacity = capacity;
  }

  /** @throws AppError TINY_GRAPH_REFUSED */
  async get(key: string, build: () => Graph): Promise<InferenceSession> {
    const session = this.#sessions.get(key) ?? createSession(this.#runtime, build());
    this.#sessions.delete(key);
    this.#sessions.set(key, session);
    for (const [oldest, unused] of this.#sessions) {
      if (this.#sessions.size <= this.#capacity) break;
      this.#sessions.delete(oldest);
      await (await unused).release();
    }
    return session;
  }

  /** Frees the memory that the runtime holds. */
  async close(): Promise<void> {
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(sessions.map(async (session) => (await session).release()));
  }
}
