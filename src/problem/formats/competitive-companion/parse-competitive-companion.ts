import { z } from "zod";
import { toMessage } from "../../../std/index.ts";
import { checkProblem } from "../../check-problem.ts";
import { defaultChecker } from "../../checker.ts";
import type { Problem, Streams } from "../../problem.ts";
import { createProblemError, type ProblemIssue } from "../../problem-issue.ts";
import { createTestData } from "../../test-case.ts";
import { toSchemaIssues } from "../schema-issues.ts";
import { findMarkup, findTruncation } from "./find-sample-damage.ts";

const stream = z.object({ type: z.string(), fileName: z.string().optional(), pattern: z.string().optional() });

/** Keys beyond these are ignored: the extension adds some now and then. */
const payloadSchema = z.object({
  name: z.string().min(1),
  group: z.string().optional(),
  url: z.string().optional(),
  interactive: z.boolean().nullish(),
  /** MB, as contests mean it: MiB. */
  memoryLimit: z.number().positive(),
  /** Milliseconds; some sites' parsers send fractions. */
  timeLimit: z.number().positive(),
  tests: z.array(z.object({ input: z.string(), output: z.string() })),
  testType: z.string().optional(),
  input: stream.optional(),
  output: stream.optional(),
});

type Payload = z.output<typeof payloadSchema>;

/**
 * A problem from the JSON object that the Competitive Companion browser extension sends. It has no statement text: the
 * statement is a placeholder with the name and the address. Damaged samples are refused.
 *
 * @throws PROBLEM_INVALID (`data.issues`)
 */
export function parseCompetitiveCompanion(text: string, options: { readonly file?: string } = {}): Problem {
  const file = options.file ?? "payload";
  const fail = (issues: readonly ProblemIssue[]): never => {
    throw createProblemError({ code: "PROBLEM_INVALID", subject: file, issues });
  };
  const data = parseJson(text, (actual) => fail([{ file, expected: "a JSON object", actual }]));
  const parsed = payloadSchema.safeParse(data);
  if (!parsed.success) return fail(toSchemaIssues(parsed.error, { file, data }));
  const payload = parsed.data;
  const issues: ProblemIssue[] = [...checkSamples(payload, file), ...checkStreams(payload, file)];
  const problem = toProblem(payload);
  issues.push(...checkProblem(problem, file));
  return issues.length === 0 ? problem : fail(issues);
}

function parseJson(text: string, fail: (actual: string) => never): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    return fail(`text that is not JSON: ${toMessage(cause)}`);
  }
}

function toProblem(payload: Payload): Problem {
  const url = payload.url || undefined;
  return {
    id: toId(payload.name),
    title: payload.name.trim(),
    statements: [{ languageTag: "en", isPlaceholder: true, markdown: toPlaceholder(payload.name, url), images: [] }],
    limits: {
      timeLimitMs: Math.max(1, Math.round(payload.timeLimit)),
      memoryLimitBytes: Math.max(1, Math.round(payload.memoryLimit * 2 ** 20)),
    },
    streams: toStreams(payload),
    isMultiTest: payload.testType === undefined ? undefined : payload.testType === "multiNumber",
    tests: payload.tests.map((test, index) => ({
      id: `sample/${index + 1}`,
      isSample: true,
      input: createTestData(withLineEnd(test.input)),
      answer: createTestData(withLineEnd(test.output)),
    })),
    groups: [],
    checker: defaultChecker,
    interactor: payload.interactive ? { kind: "missing" } : undefined,
    validators: [],
    generators: [],
    solutions: [],
    scoring: { kind: "binary" },
    provenance: { format: "competitive-companion", url, source: payload.group || undefined, authors: [], tags: [] },
  };
}

function toPlaceholder(name: string, url: string | undefined): string {
  const where = url === undefined ? "It came without an address." : `It can be read at <${url}>.`;
  return `# ${name.trim().replace(/\s+/g, " ")}\n\nThe text of this problem is not here: only its samples and limits are known. ${where}\n`;
}

function toStreams({ input, output }: Payload): Streams {
  return {
    input: input?.type === "file" ? { kind: "file", name: input.fileName ?? "" } : { kind: "stdin" },
    output: output?.type === "file" ? { kind: "file", name: output.fileName ?? "" } : { kind: "stdout" },
  };
}

function checkStreams({ input, output }: Payload, file: string): ProblemIssue[] {
  const issues: ProblemIssue[] = [];
  if (input !== undefined && !["stdin", "file"].includes(input.type)) {
    issues.push({ file, field: "input.type", expected: "stdin or file", actual: input.type });
  }
  if (output !== undefined && !["stdout", "file"].includes(output.type)) {
    issues.push({ file, field: "output.type", expected: "stdout or file", actual: output.type });
  }
  return issues;
}

function checkSamples({ tests }: Payload, file: string): ProblemIssue[] {
  const advice = "copy the sample from the site; if it really reads so, write the problem as a native folder";
  return tests.flatMap((test, index) =>
    (["input", "output"] as const).flatMap((part): ProblemIssue[] => {
      const field = `tests.${index}.${part}`;
      const cut = findTruncation(test[part]);
      if (cut !== undefined)
        return [{ file, field, expected: "a whole sample", actual: `one cut off at ${cut}`, advice }];
      const markup = findMarkup(test[part]);
      if (markup !== undefined) return [{ file, field, expected: "plain text", actual: `markup, ${markup}`, advice }];
      return [];
    }),
  );
}

function withLineEnd(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

/** `G. Castle Defense` gives `g-castle-defense`. */
function toId(name: string): string {
  const id = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 100);
  return id === "" ? "problem" : id;
}
