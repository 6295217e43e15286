import {
  APICallError,
  InvalidArgumentError,
  InvalidMessageRoleError,
  InvalidPromptError,
  UnsupportedFunctionalityError,
} from "ai";
import { toMessage } from "../../std/index.ts";
import type { SampleFailure } from "../contract.ts";

/** Why one attempt brought no answer. */
export interface AttemptFailure {
  readonly kind: "attempt-failure";
  readonly reason: SampleFailure["reason"];
  readonly message: string;
  readonly isRetryable: boolean;
  /** The least wait that the server asked for. */
  readonly retryAfterMs?: number | undefined;
  /** Whether the model may have worked (and the provider may bill it) although no answer arrived. */
  readonly isLost: boolean;
}

const excerptLength = 300;
const codesBeforeSending = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);
const codesAfterSending = new Set([
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "UND_ERR_SOCKET",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
]);

/** Names what the SDK threw. `nowMs` dates a `retry-after` that is given as a time. */
export function toAttemptFailure(error: unknown, nowMs: number): AttemptFailure {
  const code = findErrorCode(error);
  if (code !== undefined && codesBeforeSending.has(code)) {
    return { ...failed("unavailable", `could not reach the server: ${describe(error)}`), isRetryable: true };
  }
  if (code !== undefined && codesAfterSending.has(code)) {
    const message = `the connection broke before the whole answer had arrived: ${describe(error)}`;
    return { ...failed("unavailable", message), isRetryable: true, isLost: true };
  }
  if (isRequestFault(error)) return failed("rejected", describe(error));
  if (!APICallError.isInstance(error)) {
    return { ...failed("malformed", `not a model's answer: ${describe(error)}`), isLost: true };
  }
  if (error.statusCode === undefined) {
    return { ...failed("unavailable", `the request failed: ${describe(error)}`), isRetryable: true };
  }
  if (error.statusCode < 400) {
    const message = `expected a model's answer, got status ${error.statusCode} with ${describe(error)}`;
    return { ...failed("malformed", message), isLost: true };
  }
  return toStatusFailure(error, error.statusCode, nowMs);
}

/** The wait that the headers ask for in ms (`retry-after-ms`, or `retry-after` in seconds or as a date). */
export function parseRetryAfterMs(
  headers: Readonly<Record<string, string>> | undefined,
  nowMs: number,
): number | undefined {
  const ms = Number.parseFloat(headers?.["retry-after-ms"] ?? "");
  if (ms >= 0) return ms;
  const text = headers?.["retry-after"]?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const dateMs = Date.parse(text);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}

function toStatusFailure(error: APICallError, status: number, nowMs: number): AttemptFailure {
  const retryAfterMs = parseRetryAfterMs(error.responseHeaders, nowMs);
  const message = `status ${status}: ${describe(error)}`;
  if (status === 429) return { ...failed("rate-limited", message), isRetryable: true, retryAfterMs };
  if (status === 408) return { ...failed("timed-out", message), isRetryable: true, retryAfterMs };
  if (status >= 500 || status === 409 || status === 425) {
    return { ...failed("unavailable", message), isRetryable: true, retryAfterMs };
  }
  return failed("rejected", message);
}

function failed(reason: AttemptFailure["reason"], message: string): AttemptFailure {
  return { kind: "attempt-failure", reason, message, isRetryable: false, isLost: false };
}

function isRequestFault(error: unknown): boolean {
  const kinds = [UnsupportedFunctionalityError, InvalidPromptError, InvalidArgumentError, InvalidMessageRoleError];
  return kinds.some((kind) => kind.isInstance(error));
}

function describe(error: unknown): string {
  const message = toMessage(error);
  const body = APICallError.isInstance(error) ? (error.responseBody ?? "").trim() : "";
  const isBodyTold = body === "" || message.includes(body);
  const text = isBodyTold ? message : `${message}; body: ${body}`;
  return text.length <= excerptLength ? text : `${text.slice(0, excerptLength)}…`;
}

function findErrorCode(error: unknown): string | undefined {
  let current = error;
  for (let depth = 0; depth < 8 && current instanceof Error; depth++) {
    if ("code" in current && typeof current.code === "string") return current.code;
    if (current instanceof AggregateError && current.errors.length > 0) current = current.errors[0];
    else current = current.cause;
  }
  return undefined;
}
