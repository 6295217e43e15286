import { inflateSync } from "node:zlib";
import { z } from "zod";
import { toMessage } from "../../../std/index.ts";
import { toSchemaIssues } from "../schema-issues.ts";
import { readPath, toShownText, type Refuse } from "./row-context.ts";
import { unpickleText } from "./unpickle-text.ts";

/** A test in LiveCodeBench's encoding. */
export interface EncodedTest {
  readonly input: string;
  readonly output: string;
  readonly testtype: "stdin" | "functional";
}

const testSchema = z.array(
  z.object({
    input: z.string(),
    output: z.string(),
    testtype: z
      .enum(["stdin", "functional"])
      .nullish()
      .transform((value) => value ?? "stdin"),
  }),
);

/** The longest text that a packed list may hold: near the longest that JavaScript has. */
const unpackedCapBytes = 500 * 2 ** 20;

/**
 * A list of tests that is a list, its JSON, or base64 of zlib of a pickle of its JSON; undefined after reporting why it
 * is none of these. Unpacking stops at `capBytes`.
 */
export function decodeTestList(
  value: unknown,
  options: { readonly field: string; readonly refuse: Refuse; readonly capBytes?: number },
): readonly EncodedTest[] | undefined {
  const { field, refuse } = options;
  if (value === null || value === undefined || value === "") return [];
  const data = typeof value === "string" ? decodeText(value, options) : value;
  if (data === undefined) return undefined;
  const parsed = testSchema.safeParse(data);
  if (parsed.success) return parsed.data;
  for (const issue of toSchemaIssues(parsed.error, { file: "", data }).slice(0, 20)) {
    const place = issue.field === undefined ? field : `${field}.${issue.field}`;
    refuse(place, issue.expected, toShownText(readPath(data, issue.field)));
  }
  return undefined;
}

function decodeText(
  text: string,
  { field, refuse, capBytes = unpackedCapBytes }: { field: string; refuse: Refuse; capBytes?: number },
): unknown {
  if (/^\s*[[{]/.test(text)) return parseJson(text, field, refuse);
  if (!/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(text)) {
    refuse(field, "a JSON list, or base64 of a packed one", toShownText(text));
    return undefined;
  }
  let bytes: Uint8Array;
  try {
    bytes = inflateSync(Buffer.from(text, "base64"), { maxOutputLength: capBytes });
  } catch (error) {
    const isBomb = error instanceof RangeError;
    refuse(
      field,
      isBomb ? `at most ${capBytes} bytes unpacked` : "zlib data in base64",
      isBomb ? "more" : toMessage(error),
    );
    return undefined;
  }
  const unpickled = unpickleText(bytes);
  if (unpickled.kind === "pickled-text") return parseJson(unpickled.text, field, refuse);
  refuse(field, unpickled.expected, unpickled.actual);
  return undefined;
}

function parseJson(text: string, field: string, refuse: Refuse): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    refuse(field, "JSON", toMessage(error));
    return undefined;
  }
}
