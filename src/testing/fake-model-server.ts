import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { findDialect, type FakeAnswer } from "./fake-model-dialects.ts";

/** What the fake server does with one request. `delayMs` passes first. */
export type FakeModelReply =
  | ({ readonly kind: "answer"; readonly delayMs?: number } & FakeAnswer)
  | {
      readonly kind: "error";
      readonly delayMs?: number;
      readonly status: number;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Any body, by default with status 200. */
  | { readonly kind: "raw"; readonly delayMs?: number; readonly status?: number; readonly body: string }
  /** Announces the whole answer and closes the connection halfway through it. */
  | ({ readonly kind: "truncated-answer"; readonly delayMs?: number } & FakeAnswer)
  | { readonly kind: "connection-reset"; readonly delayMs?: number }
  | { readonly kind: "no-answer" };

export interface FakeModelRequest {
  /** From 0, in order of arrival. */
  readonly index: number;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A function of the request, or replies in order of which the last one repeats. */
export type FakeModelScript =
  | ((request: FakeModelRequest) => FakeModelReply | Promise<FakeModelReply>)
  | readonly FakeModelReply[];

export interface FakeModelServer extends AsyncDisposable {
  /** What an OpenAI-compatible client takes, e.g. `http://127.0.0.1:40123/v1`. */
  readonly baseUrl: string;
  readonly requests: readonly FakeModelRequest[];
  /** Requests that are open now, and the most that were at once. */
  readonly openCount: number;
  readonly mostOpenCount: number;
  /** Resolves once `count` requests have arrived in all. */
  waitForRequests(count: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a real HTTP server on 127.0.0.1 that plays a model by a script. It speaks OpenAI chat completions, and enough
 * of OpenAI responses, Anthropic messages and Google generateContent for text in and text out, without streaming.
 */
export async function createFakeModelServer(script: FakeModelScript): Promise<FakeModelServer> {
  const requests: FakeModelRequest[] = [];
  const closing = new AbortController();
  let waiters: { readonly count: number; readonly resolve: () => void }[] = [];
  let openCount = 0;
  let mostOpenCount = 0;

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readJsonBody(incoming);
    const request = { index: requests.length, path: incoming.url ?? "/", headers: incoming.headers, body };
    requests.push(request);
    openCount += 1;
    mostOpenCount = Math.max(mostOpenCount, openCount);
    response.once("close", () => (openCount -= 1));
    waiters = waiters.filter((waiter) => requests.length < waiter.count || (waiter.resolve(), false));
    const reply = await chooseReply(script, request);
    if (reply.kind !== "no-answer" && reply.delayMs) await delay(reply.delayMs, undefined, { signal: closing.signal });
    send(reply, request, response);
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async (): Promise<void> => {
    closing.abort();
    await closeServer(server);
  };
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    get openCount() {
      return openCount;
    },
    get mostOpenCount() {
      return mostOpenCount;
    },
    waitForRequests: async (count) => {
      if (requests.length >= count) return;
      await new Promise<void>((resolve) => waiters.push({ count, resolve }));
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function chooseReply(script: FakeModelScript, request: FakeModelRequest): Promise<FakeModelReply> {
  if (typeof script === "function") return script(request);
  return script[Math.min(request.index, script.length - 1)] ?? { kind: "error", status: 500, message: "empty script" };
}

function send(reply: FakeModelReply, request: FakeModelRequest, response: ServerResponse): void {
  switch (reply.kind) {
    case "answer":
      sendText(response, 200, renderAnswer(reply, request));
      return;
    case "error": {
      const body = JSON.stringify({
        error: { message: reply.message ?? `status ${reply.status}`, type: "fake_error" },
      });
      sendText(response, reply.status, body, reply.headers);
      return;
    }
    case "raw":
      sendText(response, reply.status ?? 200, reply.body);
      return;
    case "truncated-answer": {
      const text = renderAnswer(reply, request);
      response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
      response.write(text.slice(0, text.length / 2), () => response.destroy());
      return;
    }
    case "connection-reset":
      response.socket?.resetAndDestroy();
      return;
    case "no-answer":
  }
}

function renderAnswer(answer: FakeAnswer, request: FakeModelRequest): string {
  return JSON.stringify(findDialect(request.path).render(answer, request));
}

function sendText(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(body);
}

async function readJsonBody(incoming: IncomingMessage): Promise<FakeModelRequest["body"]> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  return text === "" ? {} : (JSON.parse(text) as FakeModelRequest["body"]);
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
