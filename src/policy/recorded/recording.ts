import { z } from "zod";
import { AppError, toMessage } from "../../std/index.ts";
import type { Completion, SampleAddress } from "../contract.ts";

/** What a recording is and how it came about. */
export interface RecordingHeader {
  readonly format: "grandsmith-recording";
  readonly version: 1;
  /** The policy that gave the answers, e.g. `desk`. */
  readonly madeWith: string;
  /** For people: who answered, when, and how. */
  readonly note: string;
}

export interface RecordedSample {
  readonly address: SampleAddress;
  readonly requestDigest: string;
  readonly completion: Completion;
}

/** Answers of an earlier session, in the order in which they came. Stored as JSONL: the header, then a line a sample. */
export interface Recording {
  readonly header: RecordingHeader;
  readonly samples: readonly RecordedSample[];
}

const count = z.int().min(0);

const headerSchema = z.strictObject({
  format: z.literal("grandsmith-recording"),
  version: z.literal(1),
  madeWith: z.string().min(1),
  note: z.string(),
});

const sampleSchema = z.strictObject({
  address: z.strictObject({ role: z.string().min(1), round: count, index: count }),
  requestDigest: z.string().regex(/^[0-9a-f]{64}$/, "expected 64 lower-case hex digits"),
  completion: z.strictObject({
    kind: z.literal("completion"),
    text: z.string(),
    stopReason: z.enum(["end", "stop-sequence", "max-tokens", "content-filter", "empty", "unknown"]),
    usage: z.strictObject({ inputTokens: count, outputTokens: count, costUsd: z.number().min(0).optional() }),
    logprobs_T: z.array(z.number()).optional(),
    tokens_T: z.array(z.string()).optional(),
    policyVersion: z.string(),
  }),
});

/**
 * Reads a recording; blank lines are skipped.
 *
 * @throws AppError RECORDING_INVALID with file, line, field, what was expected and what came.
 */
export function parseRecording(text: string, fileName: string): Recording {
  const lines = text
    .split("\n")
    .map((line, position) => ({ line, at: { file: fileName, line: position + 1 } }))
    .filter(({ line }) => line.trim() !== "");
  const [first, ...rest] = lines;
  if (first === undefined) {
    throw invalid({ file: fileName, line: 1 }, { field: "", expected: "a recording's header", came: "an empty file" });
  }
  const header = parseLine(headerSchema, first.line, first.at);
  return { header, samples: rest.map(({ line, at }) => parseLine(sampleSchema, line, at)) };
}

export function toRecordingHeaderLine(header: RecordingHeader): string {
  return `${JSON.stringify(header)}\n`;
}

export function toRecordedSampleLine(sample: RecordedSample): string {
  return `${JSON.stringify(sample)}\n`;
}

interface Position {
  readonly file: string;
  readonly line: number;
}

function parseLine<T>(schema: z.ZodType<T>, line: string, at: Position): T {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw invalid(at, { field: "", expected: "one JSON object", came: toMessage(error) });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = issue?.path ?? [];
  const came = issue?.code === "unrecognized_keys" ? issue.keys.join(", ") : show(findAt(value, path));
  throw invalid(at, { field: path.join("."), expected: issue?.message ?? "a recording", came });
}

function findAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== "object" || current === null) return undefined;
    current = (current as Record<PropertyKey, unknown>)[key];
  }
  return current;
}

function show(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length <= 80 ? text : `${text.slice(0, 80)}…`;
}

function invalid(
  at: Position,
  fault: { readonly field: string; readonly expected: string; readonly came: string },
): AppError {
  const field = fault.field === "" ? "" : `${fault.field}: `;
  return new AppError({
    code: "RECORDING_INVALID",
    message: `${at.file}:${at.line}: ${field}${fault.expected}; came: ${fault.came}; mend the line, or make the recording again`,
    data: { ...at, ...fault },
  });
}
