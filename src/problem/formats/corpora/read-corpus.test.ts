import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readProblem } from "../read-problem.ts";
import { parseCorpusAddress, readCorpusProblem } from "./read-corpus-problem.ts";
import { readCorpus } from "./read-corpus.ts";
import { readJsonlRows } from "./read-jsonl-rows.ts";

let root = "";

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "grandsmith-corpus-"));
});

afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

const row = (title: string, id: string): string =>
  JSON.stringify({
    question_title: title,
    question_content: "Print 1.",
    question_id: id,
    public_test_cases: '[{"input":"","output":"1"}]',
    private_test_cases: "",
  });

test("a row is addressed by number, by its own id and by the problem's id", async () => {
  const path = join(root, "tasks.jsonl");
  await writeFile(path, `${row("First", "7")}\n\n${row("Second One", "abc_a")}\nnot JSON\n`);
  expect((await readProblem(`${path}#2`)).title).toBe("Second One");
  expect((await readProblem(`${path}#abc_a`)).title).toBe("Second One");
  expect((await readProblem(`${path}#second-one`)).title).toBe("Second One");
  expect((await readProblem(`${path}#id:7`)).title).toBe("First");
  await expect(readProblem(`${path}#3`)).rejects.toMatchObject({
    code: "PROBLEM_INVALID",
    message: expect.stringMatching(/tasks\.jsonl#3:4: expected a JSON object, got text that is not JSON/),
  });
  for (const selector of ["4", "7", "id:2", "third"]) {
    await expect(readProblem(`${path}#${selector}`)).rejects.toMatchObject({ code: "PROBLEM_NOT_FOUND" });
  }
  await expect(readProblem(path)).rejects.toMatchObject({
    code: "PROBLEM_FORMAT_UNKNOWN",
    message: expect.stringContaining("tasks.jsonl#1"),
  });
});

test("a corpus named by hand is believed", async () => {
  const path = join(root, "bare.jsonl");
  await writeFile(
    path,
    `${JSON.stringify({ question_title: "T", question_content: "Q", public_test_cases: '[{"input":"","output":"1"}]' })}\n`,
  );
  await expect(readCorpusProblem(path, "1")).rejects.toMatchObject({ code: "PROBLEM_INVALID" });
  const { problem } = await readCorpusProblem(path, "1", { corpus: "livecodebench" });
  expect(problem.provenance.format).toBe("livecodebench");
});

test("an address needs a file of rows and a selector", () => {
  expect(parseCorpusAddress("a/b.jsonl#c#d")).toEqual({ path: "a/b.jsonl", selector: "c#d" });
  expect(parseCorpusAddress("b.ndjson.gz#1")).toEqual({ path: "b.ndjson.gz", selector: "1" });
  for (const text of ["b.jsonl", "b.jsonl#", "b.json#1", "#1"]) expect(parseCorpusAddress(text)).toBeUndefined();
});

test("lines are found wherever chunks end, and one that is too long does not stop the rest", async () => {
  const path = join(root, "long.jsonl");
  const long = JSON.stringify({ text: "x".repeat(700_000) });
  await writeFile(path, ["{}", long, '{"a":1}', long].join("\r\n"));
  const kinds: string[] = [];
  for await (const source of readJsonlRows(path, { capBytes: 600_000 })) {
    const read = source.read();
    kinds.push(`${source.line}: ${read.kind === "row-columns" ? JSON.stringify(read.columns) : read.fault.actual}`);
  }
  expect(kinds).toEqual(["1: {}", "2: more", '3: {"a":1}', "4: more"]);
  const lengths: number[] = [];
  for await (const source of readJsonlRows(path)) {
    const read = source.read();
    lengths.push(read.kind === "row-columns" ? JSON.stringify(read.columns).length : -1);
  }
  expect(lengths).toEqual([2, long.length, 7, long.length]);
});

test("reading tells how far it is, and stops when it is told to", async () => {
  const path = join(root, "many.jsonl");
  await writeFile(path, `${row("T", "1")}\n`.repeat(50));
  const controller = new AbortController();
  const seen: number[] = [];
  const read = async (): Promise<void> => {
    const rows = readCorpus(path, {
      signal: controller.signal,
      onProgress: ({ rows: count, bytes, totalBytes }) => {
        seen.push(count);
        expect(bytes).toBeLessThanOrEqual(totalBytes);
        if (count === 20) controller.abort(new Error("enough"));
      },
    });
    for await (const item of rows) expect(item.kind).toBe("row-read");
  };
  await expect(read()).rejects.toThrow("enough");
  expect(seen.at(-1)).toBe(20);
});
