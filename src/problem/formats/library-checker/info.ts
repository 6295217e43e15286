import { parse, TomlError } from "smol-toml";
import { z } from "zod";
import { toMessage } from "../../../std/index.ts";
import { parseExpectation } from "../../expected-verdicts.ts";
import { toActualText } from "../../problem-issue.ts";
import type { ExpectedVerdicts } from "../../problem.ts";
import { verdicts, type Verdict } from "../../verdict.ts";
import type { ForeignContext } from "../foreign/read-foreign.ts";
import { fileCaps } from "../native/layout.ts";
import { toSchemaIssues } from "../schema-issues.ts";
import { suggest } from "../suggest.ts";
import { normalizeText } from "../text.ts";

export const infoName = "info.toml";

const name = z.string().min(1);
const toNumber = (value: unknown): unknown => (typeof value === "bigint" ? Number(value) : value);

const testSchema = z.looseObject({ name, number: z.preprocess(toNumber, z.int().min(0).max(1000)) });

const solutionSchema = z.looseObject({
  name,
  expect: z.enum(["", "AC", "WA", "RE", "TLE"]).optional(),
  allow_wa: z.boolean().optional(),
  allow_re: z.boolean().optional(),
  allow_tle: z.boolean().optional(),
  function: z.boolean().optional(),
});

const infoSchema = z.looseObject({
  title: name,
  timelimit: z.preprocess(toNumber, z.number().positive().max(3600)),
  forum: z.string().optional(),
  checker: name.optional(),
  verifier: name.optional(),
  tests: z.array(testSchema).optional(),
  solutions: z.array(solutionSchema).optional(),
  params: z.record(z.string(), z.unknown()).optional(),
});

export type Info = z.output<typeof infoSchema>;
export type Param = bigint | number | string;

/** What `info.toml` says; unknown keys are losses, wrong types are issues. */
export async function readInfo(context: ForeignContext): Promise<Info | undefined> {
  const raw = await context.folder.readText(infoName, fileCaps.manifest, `an ${infoName}`);
  if (raw === undefined) return undefined;
  const text = normalizeText(raw);
  let data: unknown;
  try {
    data = parse(text, { integersAsBigInt: true, maxDepth: 50 });
  } catch (cause) {
    const line = cause instanceof TomlError ? cause.line : undefined;
    context.report({ file: infoName, line, expected: "valid TOML", actual: toMessage(cause).split("\n")[0] ?? "" });
    return undefined;
  }
  const parsed = infoSchema.safeParse(data);
  if (!parsed.success) {
    const lineOf = (path: readonly (string | number)[]): number | undefined => findLine(text, path);
    const plain: unknown = JSON.parse(
      JSON.stringify(data, (_, value: unknown) => (typeof value === "bigint" ? Number(value) : value)),
    );
    for (const issue of toSchemaIssues(parsed.error, { file: infoName, data: plain, lineOf })) context.report(issue);
    return undefined;
  }
  loseUnknown(context, "", parsed.data, Object.keys(infoSchema.shape));
  for (const test of parsed.data.tests ?? []) loseUnknown(context, "tests.", test, Object.keys(testSchema.shape));
  for (const item of parsed.data.solutions ?? [])
    loseUnknown(context, "solutions.", item, Object.keys(solutionSchema.shape));
  return parsed.data;
}

function loseUnknown(context: ForeignContext, field: string, value: object, known: readonly string[]): void {
  for (const key of Object.keys(value).filter((item) => !known.includes(item))) {
    const near = suggest(key, known);
    const meant = near === undefined ? "" : `; was ${near} meant?`;
    context.lose({ file: infoName, field: `${field}${key}`, reason: `nothing reads this key${meant}` });
  }
}

/** The line of a key, or of the table that it is missing from. */
function findLine(text: string, path: readonly (string | number)[]): number | undefined {
  const lines = text.split("\n").map((line) => line.trim());
  const [table, at] = path;
  let start = 0;
  if (typeof at === "number") {
    const heads = lines.flatMap((line, index) => (line.replace(/\s/g, "").startsWith(`[[${table}]]`) ? [index] : []));
    start = heads[at] ?? 0;
  } else if (path.length > 1)
    start = Math.max(
      0,
      lines.findIndex((line) => line.startsWith(`[${table}]`)),
    );
  const key = String(path.at(-1) ?? "");
  const end = lines.findIndex((line, index) => index > start && line.startsWith("["));
  const found = lines.findIndex(
    (line, index) => index >= start && (end < 0 || index < end) && /^["']?([\w-]+)/.exec(line)?.[1] === key,
  );
  return found >= 0 ? found + 1 : typeof at === "number" || path.length > 1 ? start + 1 : undefined;
}

/** The text of the `params.h` that the format makes from `[params]`. */
export function toParamsHeader(
  context: Pick<ForeignContext, "report">,
  params: Readonly<Record<string, unknown>>,
): string {
  return Object.entries(params)
    .map(([key, value]) => {
      if (isParam(value)) return toDefinition(key, value);
      context.report({
        file: infoName,
        field: `params.${key}`,
        expected: "a number or a text",
        actual: toActualText(value),
      });
      return "";
    })
    .join("");
}

export function isParam(value: unknown): value is Param {
  return typeof value === "bigint" || typeof value === "number" || typeof value === "string";
}

function toDefinition(key: string, value: Param): string {
  if (typeof value === "bigint") return `#define ${key} (long long)${value}\n`;
  if (typeof value === "string") return `#define ${key} "${value}"\n`;
  return `#define ${key} ${/[.e]/.test(String(value)) ? value : value.toFixed(1)}\n`;
}

/** The `[params]` that make exactly this header, as TOML lines, if there are any. */
export function parseParamsHeader(header: string): readonly string[] | undefined {
  const found: Record<string, Param> = {};
  for (const line of header.split("\n").filter((item) => item !== "")) {
    const [, key, text] = /^#define ([A-Za-z_]\w*) (.+)$/.exec(line) ?? [];
    const [, digits] = /^\(long long\)(-?\d+)$/.exec(text ?? "") ?? [];
    const [, quoted] = /^"([^"\\]*)"$/.exec(text ?? "") ?? [];
    if (key === undefined || text === undefined) return undefined;
    if (digits !== undefined) found[key] = BigInt(digits);
    else if (quoted !== undefined) found[key] = quoted;
    else if (/^-?\d+\.\d+$/.test(text)) found[key] = Number(text);
    else return undefined;
  }
  const isExact =
    Object.entries(found)
      .map(([key, value]) => toDefinition(key, value))
      .join("") === header;
  const lines = Object.entries(found).map(([key, value]) => `${key} = ${toTomlValue(value)}`);
  return isExact ? lines : undefined;
}

export function toTomlValue(value: Param | boolean): string {
  if (typeof value !== "number")
    return typeof value === "string" ? JSON.stringify(value).replaceAll("\u007f", "\\u007f") : String(value);
  return /[.e]/.test(String(value)) ? String(value) : value.toFixed(1);
}

export type Expectation = Pick<
  NonNullable<Info["solutions"]>[number],
  "expect" | "allow_wa" | "allow_re" | "allow_tle"
>;

/**
 * A checker's every exit code but 0 is WA to the format, so presentation errors are among them, and a program's is RE,
 * with or without a limit behind it.
 */
const meanings: Readonly<Record<"WA" | "RE" | "TLE", readonly Verdict[]>> = {
  WA: ["wrong-answer", "presentation-error"],
  RE: ["memory-limit-exceeded", "output-limit-exceeded", "runtime-error"],
  TLE: ["time-limit-exceeded", "idleness-limit-exceeded"],
};

/** What a solution must and may get. */
export function toExpected(item: Expectation): ExpectedVerdicts {
  const { expect = "" } = item;
  const failure = expect === "" || expect === "AC" ? undefined : expect;
  const allowed = new Set<Verdict>(["accepted", ...(failure === undefined ? [] : meanings[failure])]);
  if (item.allow_wa === true) for (const verdict of meanings.WA) allowed.add(verdict);
  if (item.allow_re === true) for (const verdict of meanings.RE) allowed.add(verdict);
  if (item.allow_tle === true) for (const verdict of meanings.TLE) allowed.add(verdict);
  const permitted = verdicts.filter((verdict) => allowed.has(verdict));
  if (failure !== undefined) return { permitted, required: meanings[failure] };
  if (expect === "AC") return { permitted, required: ["accepted"] };
  return (permitted.length === 1 ? parseExpectation("accepted") : undefined) ?? { permitted, required: [] };
}

/** The keys that say exactly this, if there are any. */
export function findExpectation(expected: ExpectedVerdicts): Expectation | undefined {
  const wanted = JSON.stringify(expected);
  for (const expect of [undefined, "WA", "RE", "TLE", "AC"] as const) {
    for (let mask = 0; mask < 8; mask++) {
      const item = {
        expect,
        allow_wa: (mask & 1) > 0 || undefined,
        allow_re: (mask & 2) > 0 || undefined,
        allow_tle: (mask & 4) > 0 || undefined,
      };
      if (JSON.stringify(toExpected(item)) === wanted) return item;
    }
  }
  return undefined;
}
