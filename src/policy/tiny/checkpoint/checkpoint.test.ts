import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { createSmallWeights, lettersTokenizer } from "../fixtures/small-policy.ts";
import { readCheckpoint, writeCheckpoint } from "./checkpoint.ts";
import { parseSafetensors, writeSafetensors } from "./safetensors.ts";
import { createTokenizer } from "./tokenizer.ts";

const folder = await mkdtemp(path.join(os.tmpdir(), "tiny-checkpoint-"));
afterAll(async () => rm(folder, { recursive: true, force: true }));

const rest = { tokenizer: lettersTokenizer, seed: "small", data: { words: 5 }, withOptimizer: true };

describe("a checkpoint", () => {
  it("reads back as it was written, adapter and optimiser included", async () => {
    const directory = path.join(folder, "whole");
    const weights = createSmallWeights({ withLora: true });
    weights.adam.stepCount = 3;
    for (const values of weights.adam.secondMoments.values()) values.fill(0.25);
    await writeCheckpoint(directory, { weights, ...rest });
    const read = await readCheckpoint(directory, { withOptimizer: true });
    expect(read.weights.parameters).toEqual(weights.parameters);
    expect(read.weights.adapter).toEqual(weights.adapter);
    expect(read.weights.adam).toEqual(weights.adam);
    expect(read.tokenizer.data).toEqual(lettersTokenizer);
    expect(read.manifest).toMatchObject({ seed: "small", data: { words: 5 }, version: 0, optimizerSteps: 3 });
    expect((await readdir(folder)).toSorted()).toEqual(["whole"]);
  });

  it("replaces the one that was there", async () => {
    const directory = path.join(folder, "twice");
    await writeCheckpoint(directory, { weights: createSmallWeights(), ...rest });
    await writeCheckpoint(directory, { weights: createSmallWeights({ width: 16 }), ...rest, withOptimizer: false });
    const { weights } = await readCheckpoint(directory, { withOptimizer: true });
    expect(weights.config.width).toBe(16);
    expect(await readdir(directory)).not.toContain("optimizer.safetensors");
  });

  it("is refused when a file is not the one that its manifest names", async () => {
    const directory = path.join(folder, "damaged");
    for (const name of ["weights.safetensors", "optimizer.safetensors", "tokenizer.json"]) {
      await writeCheckpoint(directory, { weights: createSmallWeights(), ...rest });
      const file = path.join(directory, name);
      const bytes = await readFile(file);
      bytes[bytes.length - 3] = (bytes.at(-3) ?? 0) ^ 1;
      await writeFile(file, bytes);
      await expect(readCheckpoint(directory, { withOptimizer: true })).rejects.toMatchObject({
        code: "TINY_CHECKPOINT_INVALID",
        message: expect.stringContaining(name),
      });
    }
  });

  it("is refused where there is none", async () => {
    await expect(readCheckpoint(path.join(folder, "none"), { withOptimizer: true })).rejects.toMatchObject({
      code: "TINY_CHECKPOINT_INVALID",
    });
  });
});

describe("safetensors", () => {
  it("read back as they were written", () => {
    const tensor = fc.record({
      shape: fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 3 }),
      fill: fc.float({ noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string({ minLength: 1 }).map((name) => `t.${name}`),
          tensor,
        ),
        (entries) => {
          const tensors = Object.entries(entries).map(([name, { shape, fill }]) => {
            const count = shape.reduce((product, size) => product * size, 1);
            return { name, shape, values: new Float32Array(count).fill(fill) };
          });
          const bytes = writeSafetensors(tensors);
          expect(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) % 8).toBe(0);
          expect(parseSafetensors(bytes)).toEqual(tensors);
        },
      ),
    );
  });

  it("that are damaged are refused, whatever the damage", () => {
    const whole = writeSafetensors([{ name: "a", shape: [2, 2], values: Float32Array.of(1, 2, 3, 4) }]);
    for (let length = 0; length < whole.length; length += 1) {
      expect(() => parseSafetensors(whole.subarray(0, length))).toThrow(/safetensors/);
    }
    const half = Buffer.from(Buffer.from(whole).toString("latin1").replace("F32", "F16"), "latin1");
    expect(() => parseSafetensors(half)).toThrow(/F16/);
  });
});

describe("a tokenizer", () => {
  const tokenizer = createTokenizer({
    kind: "longest-match",
    vocabulary: ["<end>", "<start>", "for", "fo", "r", "f", "o", " ", "or", "\n"],
    specialTokens: [0, 1],
    endToken: 0,
  });

  it("takes the longest piece at each place", () => {
    expect(tokenizer.encode("for fo\nor")).toEqual([2, 7, 3, 9, 8]);
  });

  it("gives back every text that it can read", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("for", "fo", "r", "f", "o", " ", "\n")), (pieces) => {
        const text = pieces.join("");
        expect(tokenizer.decode(tokenizer.encode(text))).toBe(text);
      }),
    );
  });

  it("never reads a special token in text, and never writes one", () => {
    expect(() => tokenizer.encode("for<end>")).toThrow(/no piece for "<end>" at character 3/);
    expect(tokenizer.decode([1, 2, 0])).toBe("for");
  });

  it("is refused with pieces twice or an end that is no special token", () => {
    const data = { kind: "longest-match", vocabulary: ["<end>", "a"], specialTokens: [0], endToken: 0 };
    expect(() => createTokenizer({ ...data, vocabulary: ["a", "a"] })).toThrow(/differ/);
    expect(() => createTokenizer({ ...data, endToken: 1 })).toThrow(/special/);
  });
});
