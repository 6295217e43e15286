import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseJson } from "./parse-json.ts";

const schema = z.object({ level: z.number().int().min(1).max(5) });

describe("parsing JSON from an answer", () => {
  it("reads a bare object with words around it", () => {
    expect(parseJson('Sure: {"level": 3} as asked', schema)).toEqual({ kind: "answer-usable", value: { level: 3 } });
  });

  it("prefers the last fenced object", () => {
    const text = 'Format {"level": 1}\n```json\n{"level": 4}\n```\n';
    expect(parseJson(text, schema)).toEqual({ kind: "answer-usable", value: { level: 4 } });
  });

  it("says which field does not fit", () => {
    const answer = parseJson('{"level": 9}', schema);
    expect(answer.kind === "answer-unusable" && answer.reason).toMatch(/level/);
  });

  it("refuses nonsense", () => {
    expect(parseJson("%%%{", schema).kind).toBe("answer-unusable");
  });
});
