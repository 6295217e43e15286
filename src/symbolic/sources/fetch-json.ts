import type { Journal } from "../../journal/index.ts";
import { AppError, systemClock, toMessage, type Clock } from "../../std/index.ts";

export interface FetchLimits {
  /** For one attempt, headers and body together. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** All attempts together, from 1. */
  readonly maxAttempts: number;
  /** The wait after the first attempt; doubles with each further one. */
  readonly baseDelayMs: number;
}

export const defaultFetchLimits: FetchLimits = {
  timeoutMs: 10_000,
  maxBytes: 4_000_000,
  maxAttempts: 3,
  baseDelayMs: 500,
};

/** The longest wait that a server may ask for. */
const maxDelayMs = 10_000;

export interface FetchOptions {
  readonly source: string;
  readonly limits: FetchLimits;
  /** Keeps the answer, so that a resumed run asks nobody. */
  readonly journal?: Journal | undefined;
  readonly clock?: Clock | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The JSON that a URL answers with. Time-outs, lost connections, 429 and 5xx are tried again. No message holds the URL's
 * query, which may hold a key.
 *
 * @throws SEQUENCE_SOURCE_UNREACHABLE when no attempt got an answer; the rest of the system works without
 * @throws SEQUENCE_SOURCE_REFUSED for a status that says no
 * @throws SEQUENCE_SOURCE_INVALID for a body that is too large or no JSON
 */
export async function fetchJson(url: URL, options: FetchOptions): Promise<unknown> {
  const { journal, source } = options;
  if (journal === undefined) return fetchNow(url, options);
  const asked = toAsked(url);
  const { outcome } = await journal.effect<{ readonly answer: unknown }>(
    { kind: "look-up", label: `${source}: ${asked}`, input: { source, asked } },
    async () => ({ answer: await fetchNow(url, options) }),
  );
  return outcome.answer;
}

/** What is asked, whoever answers it: without the server's address and the asker's key. */
function toAsked(url: URL): string {
  const params = new URLSearchParams(url.searchParams);
  params.delete("appid");
  return `${url.pathname}?${params.toString()}`;
}

async function fetchNow(url: URL, options: FetchOptions): Promise<unknown> {
  const { limits, clock = systemClock, signal } = options;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await tryOnce(url, options);
    if (outcome.kind === "answer") return outcome.value;
    if (!outcome.error.isRetryable || attempt >= limits.maxAttempts) throw outcome.error;
    const backoffMs = limits.baseDelayMs * 2 ** (attempt - 1);
    await clock.sleep(Math.min(maxDelayMs, Math.max(backoffMs, outcome.retryAfterMs)), { signal });
  }
}

type Outcome =
  | { readonly kind: "answer"; readonly value: unknown }
  | { readonly kind: "failure"; readonly error: AppError; readonly retryAfterMs: number };

async function tryOnce(url: URL, { source, limits, signal }: FetchOptions): Promise<Outcome> {
  const place = `${source} (${url.host})`;
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  try {
    const response = await fetch(url, {
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      headers: { accept: "application/json", "user-agent": "grandsmith" },
    });
    if (!response.ok) {
      await response.body?.cancel();
      return toRefusal(place, response);
    }
    const text = await readLimited(response, limits.maxBytes);
    return text === undefined
      ? toFailure(`${place}: expected at most ${limits.maxBytes} bytes, got more; ask with more terms`)
      : parse(text, place);
  } catch (cause) {
    signal?.throwIfAborted();
    const reason = timeout.aborted ? `no answer within ${limits.timeoutMs} ms` : toReason(cause);
    return {
      kind: "failure",
      retryAfterMs: 0,
      error: new AppError({
        code: "SEQUENCE_SOURCE_UNREACHABLE",
        message: `${place}: expected an answer, got ${reason}; check the connection, or go on without: the offline finder needs none`,
        isRetryable: true,
        cause,
      }),
    };
  }
}

function toReason(cause: unknown): string {
  const inner = cause instanceof Error ? cause.cause : undefined;
  return inner === undefined ? toMessage(cause) : `${toMessage(cause)} (${toMessage(inner)})`;
}

function toRefusal(place: string, response: Response): Outcome {
  const { status } = response;
  const seconds = Number(response.headers.get("retry-after") ?? "0");
  return {
    kind: "failure",
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : 0,
    error: new AppError({
      code: "SEQUENCE_SOURCE_REFUSED",
      message: `${place}: expected status 200, got ${status}; check the key and the address, or ask later`,
      isRetryable: status === 429 || status >= 500,
      data: { status },
    }),
  };
}

async function readLimited(response: Response, maxBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  if (body === null) return "";
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parse(text: string, place: string): Outcome {
  try {
    return { kind: "answer", value: JSON.parse(text) as unknown };
  } catch {
    return toFailure(`${place}: expected JSON, got ${JSON.stringify(text.slice(0, 60))}; check the address`);
  }
}

function toFailure(message: string): Outcome {
  return { kind: "failure", retryAfterMs: 0, error: new AppError({ code: "SEQUENCE_SOURCE_INVALID", message }) };
}
