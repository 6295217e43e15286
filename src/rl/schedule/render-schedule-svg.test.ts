import { describe, expect, test } from "vitest";
import { renderScheduleSvg } from "./render-schedule-svg.ts";
import { simulatePipelinedCp } from "./simulate-pipelined-cp.ts";

const schedule = simulatePipelinedCp({
  rankCount: 4,
  deltaNetLayerCount: 3,
  microBatches_M: Array.from({ length: 4 }, () => ({ deltaNetTime: 1, softmaxTime: 1 })),
});

describe("renderScheduleSvg", () => {
  const svg = renderScheduleSvg(schedule, "4 ranks & <4> micro-batches");

  test("draws a box for every span with a duration, and grey ones for the bubbles", () => {
    const boxes = svg.match(/<rect [^>]*stroke="#ffffff"\/>/g) ?? [];
    const grey = boxes.filter((box) => box.includes('fill="#dedede"'));
    expect(grey.length).toBe(6);
    expect(boxes.length - grey.length).toBe(4 * 4 * 3 + 4 * 4);
  });

  test("marks each all-to-all and escapes its title", () => {
    expect(svg.match(/stroke-dasharray/g)?.length).toBe(4);
    expect(svg).toContain("4 ranks &amp; &lt;4&gt; micro-batches");
  });

  test("says how busy the ranks were", () => {
    expect(svg).toContain("DeltaNet phase 80.0 % busy, whole run 84.2 % busy, bubbles 15.8 %");
  });

  test("is the same for the same schedule", () => {
    expect(renderScheduleSvg(schedule, "4 ranks & <4> micro-batches")).toBe(svg);
  });
});
