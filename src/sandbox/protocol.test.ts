import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../std/index.ts";
import { FrameReader, parseMessage, toJobFrame } from "./protocol.ts";

describe("the helper's protocol", () => {
  it("gives back frames however the stream is cut", () => {
    const frames = fc.array(fc.uint8Array({ minLength: 1, maxLength: 60 }), { maxLength: 12 });
    fc.assert(
      fc.property(frames, fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 1 }), (bodies, cuts) => {
        const stream = Buffer.concat(bodies.flatMap((body) => [toLength(body.length), body]));
        const reader = new FrameReader();
        const read: Buffer[] = [];
        for (let at = 0, turn = 0; at < stream.length; turn++) {
          const size = cuts[turn % cuts.length] as number;
          read.push(...reader.push(stream.subarray(at, at + size)));
          at += size;
        }
        expect(read.map((frame) => [...frame])).toEqual(bodies.map((body) => [...body]));
      }),
    );
  });

  it("holds jobs of any size, wherever a frame has to grow", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme-ascii", maxLength: 40 }), { maxLength: 60 }), (argv) => {
        const frame = toJobFrame({ job: 7, argv, env: { A: "b" }, files: [], isUrgent: false });
        expect(frame.readUInt32LE(0)).toBe(frame.length - 4);
        const words = argv.reduce((sum, word) => sum + 4 + Buffer.byteLength(word) + 1, 0);
        expect(frame.length).toBe(5 + 4 + (4 + words) + (4 + 4 + 3 + 1) + 4 + 1);
      }),
    );
  });

  it("refuses any other bytes by name", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 80 }), (bytes) => {
        const thrown = attempt(() => parseMessage(Buffer.from(bytes)));
        expect(thrown === undefined || (AppError.is(thrown) && thrown.code === "SANDBOX_FAILED")).toBe(true);
      }),
    );
    expect(() => parseMessage(Buffer.from("?"))).toThrow(/protocol/u);
  });
});

function attempt(action: () => unknown): unknown {
  try {
    action();
    return undefined;
  } catch (error) {
    return error;
  }
}

function toLength(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes);
  return length;
}
