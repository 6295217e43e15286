import { expect, test } from "vitest";
import { readTextLimits } from "./read-limits.ts";

test.each([
  ["2.0 seconds", 2000, 0],
  ["1 second", 1000, 0],
  ["500 ms", 500, 0],
  ["1 - 2 s", 2000, 1],
  ["2000 s", 2000, 1],
  ["1000 seconds", 1000, 1],
  ["soon", 2000, 1],
  ["3 hours", 2000, 1],
  [undefined, 2000, 0],
])("the time %j is %s ms, with %s losses", (time, timeLimitMs, losses) => {
  expect(read({ time, memory: undefined })).toMatchObject({ limits: { timeLimitMs }, losses: { length: losses } });
});

test.each([
  ["256.0 megabytes", 2 ** 28, 0],
  ["256.0 MB", 2 ** 28, 0],
  ["1,024 MB", 2 ** 30, 0],
  ["262144 KB", 2 ** 28, 0],
  ["134217728 bytes", 2 ** 27, 0],
  ["50000 bytes", 2 ** 28, 1],
  ["512 KiB", 2 ** 28, 1],
  ["lots", 2 ** 28, 1],
  [undefined, 2 ** 28, 0],
])("the memory %j is %s bytes, with %s losses", (memory, memoryLimitBytes, losses) => {
  expect(read({ time: undefined, memory })).toMatchObject({ limits: { memoryLimitBytes }, losses: { length: losses } });
});

function read(texts: Parameters<typeof readTextLimits>[0]) {
  const losses: string[] = [];
  const lose = (field: string, reason: string): void => void losses.push(`${field}: ${reason}`);
  return { limits: readTextLimits(texts, { file: "f", row: 1, lose, refuse: () => undefined }), losses };
}
