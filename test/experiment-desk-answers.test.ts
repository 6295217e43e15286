import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { deskNames } from "../runs/hypothesis/desk-subjects.ts";
import { parseRecording } from "../src/policy/index.ts";

describe("the answers from the desk that `npm run experiment hypothesis` replays", () => {
  it("are of at least ten problems", () => expect(deskNames.length).toBeGreaterThanOrEqual(10));

  it.each(deskNames)("%s: five attempts, each with a claim and a program", async (name) => {
    const file = fileURLToPath(new URL(`../runs/hypothesis/answers/${name}.jsonl`, import.meta.url));
    const { header, samples } = parseRecording(await readFile(file, "utf8"), file);
    expect(header.madeWith).toBe("desk");
    expect(header.note).toContain("one author");
    for (let attempt = 0; attempt < 5; attempt++) {
      const own = samples.filter(({ address }) => address.round === attempt);
      const roles = own.map(({ address }) => `${address.role} ${address.index}`);
      expect(roles).toContain("hypothesiser 0");
      expect(roles).toContain("solver 0");
      expect(new Set(own.map(({ requestDigest }) => requestDigest)).size).toBe(own.length);
    }
  });
});
