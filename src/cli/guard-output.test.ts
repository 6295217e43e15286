import { EventEmitter } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { guardOutput } from "./guard-output.ts";

function createStream() {
  const stream = new EventEmitter();
  return { stream, fail: (code: string) => stream.emit("error", Object.assign(new Error(`${code}: write`), { code })) };
}

describe("guarded standard streams", () => {
  it.each(["EPIPE", "EIO"])("take %s of standard output as the wish to stop, once, and not as a failure", (code) => {
    const stdout = createStream();
    const output = guardOutput(stdout.stream, createStream().stream);
    const listener = vi.fn<() => void>();
    output.onBroken(listener);
    stdout.fail(code);
    stdout.fail(code);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(output.failure).toBeUndefined();
  });

  it("tell of a full disk, and those who ask later too", () => {
    const stdout = createStream();
    const output = guardOutput(stdout.stream, createStream().stream);
    stdout.fail("ENOSPC");
    const listener = vi.fn<() => void>();
    output.onBroken(listener);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(output.failure?.message).toMatch(/standard output could not be written: ENOSPC/);
  });

  it("call nobody who no longer listens, and survive a broken standard error", () => {
    const [stdout, stderr] = [createStream(), createStream()];
    const output = guardOutput(stdout.stream, stderr.stream);
    const listener = vi.fn<() => void>();
    output.onBroken(listener)();
    stderr.fail("EPIPE");
    stdout.fail("EPIPE");
    expect(listener).not.toHaveBeenCalled();
  });
});
