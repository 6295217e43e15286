import { mkdtempDisposableSync } from "node:fs";
import { appendFile, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../../std/index.ts";
import { createManualClock } from "../../testing/index.ts";
import type { Completion, SampleRequest } from "../contract.ts";
import { createDeskPolicy } from "../desk/desk-policy.ts";
import { createDeskPrompt } from "../desk/prompt-file.ts";
import { computeRequestDigest } from "../request-digest.ts";
import { createRecordedPolicy, type StaleAnswer } from "./recorded-policy.ts";
import { createRecorder } from "./recorder.ts";
import {
  parseRecording,
  toRecordedSampleLine,
  toRecordingHeaderLine,
  type RecordedSample,
  type RecordingHeader,
} from "./recording.ts";

const header: RecordingHeader = { format: "grandsmith-recording", version: 1, madeWith: "desk", note: "" };

function createRequest(text: string, index = 0): SampleRequest {
  return {
    address: { role: "solver", round: 1, index },
    messages: [{ role: "user", parts: [{ kind: "text", text }] }],
    maxTokens: 100,
    temperature: 1,
    seed: 5 + index,
  };
}

function createSample(request: SampleRequest, text: string): RecordedSample {
  const completion: Completion = {
    kind: "completion",
    text,
    stopReason: "end",
    usage: { inputTokens: 3, outputTokens: 4 },
    policyVersion: "desk",
  };
  return { address: request.address, requestDigest: computeRequestDigest(request), completion };
}

function createFolder() {
  return mkdtempDisposableSync(join(tmpdir(), "grandsmith-recording-"));
}

/** The code of the AppError that parsing ends with, or `parsed`. */
function describeParsing(text: string): unknown {
  try {
    parseRecording(text, "x");
    return "parsed";
  } catch (error) {
    return AppError.is(error) ? error.code : error;
  }
}

describe("a recorded policy", () => {
  it("answers a recorded request with its recorded answer, at no cost", async () => {
    const request = createRequest("a");
    const policy = createRecordedPolicy({
      recording: { header, samples: [createSample(createRequest("b", 1), "not this"), createSample(request, "this")] },
    });
    expect(await policy.sample(request)).toMatchObject({
      kind: "completion",
      text: "this",
      usage: { inputTokens: 3, outputTokens: 4, costUsd: 0 },
    });
    expect(policy.staleCount).toBe(0);
  });

  it("uses equal requests' answers in order and then the last again", async () => {
    const request = createRequest("a");
    const samples = [createSample(request, "first"), createSample(request, "second")];
    const policy = createRecordedPolicy({ recording: { header, samples } });
    const texts = [];
    for (let i = 0; i < 3; i++) texts.push(await policy.sample(request));
    expect(texts).toMatchObject([{ text: "first" }, { text: "second" }, { text: "second" }]);
  });

  it("falls back to the address when the prompt has changed, and counts that", async () => {
    const stale: StaleAnswer[] = [];
    const sample = createSample(createRequest("old prompt"), "answer");
    const policy = createRecordedPolicy({
      recording: { header, samples: [sample] },
      onStale: (answer) => stale.push(answer),
    });
    const request = createRequest("new prompt");
    expect(await policy.sample(request)).toMatchObject({ kind: "completion", text: "answer" });
    expect(policy.staleCount).toBe(1);
    expect(stale).toEqual([
      {
        address: request.address,
        requestDigest: computeRequestDigest(request),
        recordedDigest: sample.requestDigest,
      },
    ]);
  });

  it("fails by name with both digests when nothing fits", async () => {
    const sample = createSample(createRequest("a", 0), "answer");
    const policy = createRecordedPolicy({ recording: { header, samples: [sample] } });
    const request = createRequest("a", 7);
    const outcome = await policy.sample(request);
    expect(outcome).toMatchObject({ kind: "failure", reason: "not-recorded" });
    const message = outcome.kind === "failure" ? outcome.message : "";
    expect(message).toContain("solver, round 1, index 7");
    expect(message).toContain(computeRequestDigest(request));
    expect(message).toContain(sample.requestDigest);
  });
});

describe("a recording's text", () => {
  const line = toRecordedSampleLine(createSample(createRequest("a"), "x")).trim();
  const headerLine = toRecordingHeaderLine(header).trim();
  const faults: [string, string, { line: number; field: string; message: RegExp }][] = [
    ["an empty file", "", { line: 1, field: "", message: /empty/ }],
    ["no header", line, { line: 1, field: "format", message: /grandsmith-recording/ }],
    ["another version", headerLine.replace(":1", ":2"), { line: 1, field: "version", message: /came: 2/ }],
    ["a torn line", `${headerLine}\n${line.slice(0, 40)}`, { line: 2, field: "", message: /JSON/ }],
    [
      "an unknown stop reason",
      `${headerLine}\n\n${line.replace('"end"', '"done"')}`,
      { line: 3, field: "completion.stopReason", message: /came: "done"/ },
    ],
    [
      "a missing digest",
      `${headerLine}\n${line.replace("requestDigest", "digest")}`,
      { line: 2, field: "requestDigest", message: /came: nothing/ },
    ],
    [
      "a negative index",
      `${headerLine}\n${line.replace('"index":0', '"index":-1')}`,
      { line: 2, field: "address.index", message: /-1/ },
    ],
  ];
  it.each(faults)("is refused with file, line and field for %s", (_name, text, { line: at, field, message }) => {
    expect(() => parseRecording(text, "demo.jsonl")).toThrow(
      expect.objectContaining({
        code: "RECORDING_INVALID",
        message: expect.stringMatching(message),
        data: expect.objectContaining({ file: "demo.jsonl", line: at, field }),
      }),
    );
  });

  it("holds every answer unchanged", () => {
    const completions = fc.record({
      kind: fc.constant("completion" as const),
      text: fc.string({ unit: "binary" }),
      stopReason: fc.constantFrom("end" as const, "max-tokens" as const, "empty" as const),
      usage: fc.record({ inputTokens: fc.nat(), outputTokens: fc.nat() }),
      logprobs_T: fc.array(fc.integer({ min: -20, max: 0 })),
      tokens_T: fc.array(fc.string()),
      policyVersion: fc.string(),
    });
    fc.assert(
      fc.property(fc.array(completions, { maxLength: 4 }), (answers) => {
        const samples = answers.map((completion) => ({ ...createSample(createRequest("a"), ""), completion }));
        const text = toRecordingHeaderLine(header) + samples.map(toRecordedSampleLine).join("");
        expect(parseRecording(text, "x")).toEqual({ header, samples });
      }),
    );
  });

  it("is parsed or refused by name, whatever it is", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((json) => `${headerLine}\n${json}`),
        ),
        (text) => {
          expect(["parsed", "RECORDING_INVALID"]).toContain(describeParsing(text));
        },
      ),
    );
  });
});

describe("a recorder", () => {
  it("turns a desk session into a recording that replays it", async () => {
    using place = createFolder();
    const file = join(place.path, "deep", "session.jsonl");
    const directory = join(place.path, "desk");
    const clock = createManualClock(Date.now() + 3_600_000);
    const recorder = await createRecorder(createDeskPolicy({ directory, clock }), { file, note: "a test" });
    const requests = [0, 1, 2].map((index) => createRequest("a", index));
    for (const request of requests) {
      const answerFile = join(directory, createDeskPrompt(request).files.answer);
      await writeFile(answerFile, `answer ${request.address.index}\nwith "quotes"`);
    }
    const live = await Promise.all(requests.map(async (request) => recorder.sample(request)));
    const recording = parseRecording(await readFile(file, "utf8"), file);
    expect(recording.header).toEqual({ ...header, note: "a test" });
    const recorded = createRecordedPolicy({ recording });
    const replayed = await Promise.all(requests.map(async (request) => recorded.sample(request)));
    expect(replayed.map((outcome) => ({ ...outcome, usage: undefined }))).toEqual(
      live.map((outcome) => ({ ...outcome, usage: undefined })),
    );
    expect(recorded.staleCount).toBe(0);
  });

  it("goes on with a recording whose last line was torn, and keeps one that only lacks its line end", async () => {
    using place = createFolder();
    const file = join(place.path, "session.jsonl");
    const answers = createRecordedPolicy({ recording: { header, samples: [createSample(createRequest("a"), "x")] } });
    const countSamples = async () => parseRecording(await readFile(file, "utf8"), file).samples.length;

    await (await createRecorder(answers, { file })).sample(createRequest("a"));
    await appendFile(file, '{"address":{"ro');
    await (await createRecorder(answers, { file })).sample(createRequest("a"));
    expect(await countSamples()).toBe(2);

    await writeFile(file, (await readFile(file, "utf8")).trimEnd());
    await (await createRecorder(answers, { file })).sample(createRequest("a"));
    expect(await countSamples()).toBe(3);
  });

  it("records no failure and overwrites no other file", async () => {
    using place = createFolder();
    const nothing = createRecordedPolicy({ recording: { header, samples: [] } });
    const file = join(place.path, "session.jsonl");
    const recorder = await createRecorder(nothing, { file });
    expect(await recorder.sample(createRequest("a"))).toMatchObject({ kind: "failure" });
    expect(parseRecording(await readFile(file, "utf8"), file).samples).toEqual([]);

    const other = join(place.path, "notes.txt");
    await writeFile(other, "my notes");
    await expect(createRecorder(nothing, { file: other })).rejects.toMatchObject({ code: "RECORDING_INVALID" });
    expect(await readFile(other, "utf8")).toBe("my notes");
  });
});
