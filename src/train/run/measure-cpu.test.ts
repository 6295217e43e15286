import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { measureCpu } from "./measure-cpu.ts";

const burn =
  "const end = process.cpuUsage().user + 100000; while (process.cpuUsage().user < end); console.log('done'); process.stdin.resume()";

describe.runIf(process.platform === "linux")("the CPU time of processes", () => {
  it("is told apart by name, and that of unnamed ones is counted together", async () => {
    const before = await measureCpu({ trainer: undefined });
    const children = [0, 1].map(() => spawn(process.execPath, ["-e", burn], { stdio: ["pipe", "pipe", "inherit"] }));
    try {
      await Promise.all(children.map(async ({ stdout }) => once(stdout, "data")));
      const after = await measureCpu({ trainer: children[0]?.pid });
      expect(after?.trainer).toBeGreaterThanOrEqual(90);
      expect((after?.others ?? 0) - (before?.others ?? 0)).toBeGreaterThanOrEqual(90);
      expect(after?.self).toBeGreaterThan(0);
    } finally {
      for (const child of children) child.kill();
    }
  });
});
