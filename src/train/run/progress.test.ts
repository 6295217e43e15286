import { describe, expect, it } from "vitest";
import { createManualClock } from "../../testing/index.ts";
import { createProgressLine } from "./progress.ts";

function record(isTTY: boolean) {
  const written: string[] = [];
  const clock = createManualClock();
  const progress = createProgressLine({ isTTY, write: (text) => written.push(text) }, clock);
  const step = (at: number) =>
    progress.update({ label: "sft", step: at, stepCount: 100, tokenCount: 4000, figures: { loss: 1.23456 } });
  return { written, clock, step, progress };
}

describe("progress", () => {
  it("is one line that is rewritten in a terminal, with rate and remaining time", () => {
    const { written, clock, step } = record(true);
    step(1);
    clock.advance(2000);
    step(2);
    expect(written).toEqual([
      "\r\u001b[2Ksft 1/100  loss 1.23",
      "\r\u001b[2Ksft 2/100  loss 1.23  2000 tok/s  3m 16s left",
    ]);
    step(100);
    expect(written.at(-1)?.endsWith("\n")).toBe(true);
  });

  it("is a plain line now and then where there is no terminal", () => {
    const { written, clock, step, progress } = record(false);
    for (let at = 1; at <= 50; at += 1) {
      step(at);
      clock.advance(1000);
    }
    progress.note("collapsed");
    expect(written).toHaveLength(6);
    expect(written.join("")).not.toContain("\u001b");
    expect(written.at(-1)).toBe("collapsed\n");
  });
});
