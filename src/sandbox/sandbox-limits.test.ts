import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunResult, Sandbox, SandboxBlob } from "./contract.ts";
import { readProbe, toProbeJob, type ProbeRun } from "./probe-program.ts";
import { openSandbox } from "./sandbox.ts";
import { listIsolatingTiers } from "./list-isolating-tiers.ts";

const mebibyte = 1024 * 1024;

describe.for(listIsolatingTiers())("a program", ({ tier, lacks }) => {
  describe.skipIf(lacks !== undefined)(`in tier ${tier}`, () => {
    let probe: SandboxBlob;
    let single: Sandbox;
    let many: Sandbox;

    beforeAll(async () => {
      probe = await readProbe();
      single = await openSandbox({ readOnlyPaths: [], workBytes: 0, allowsProcesses: false }, { tier });
      many = await openSandbox({ readOnlyPaths: [], workBytes: 0, allowsProcesses: true }, { tier });
    });
    afterAll(async () => {
      await single[Symbol.asyncDispose]();
      await many[Symbol.asyncDispose]();
    });

    async function run(attempt: ProbeRun, sandbox = single): Promise<RunResult> {
      const [result] = await sandbox.run(toProbeJob(probe, [attempt]));
      return result as RunResult;
    }

    it("prints, and its time and memory are known", async () => {
      const result = await run({ args: ["hello"] });
      expect(result.ending).toEqual({ kind: "exited", exitCode: 0 });
      expect(toText(result.stdout)).toBe("hello\n");
      expect(result.cpuTimeMs).toBeGreaterThan(0);
      expect(result.cpuTimeMs).toBeLessThan(500);
      expect(result.peakMemoryBytes).toBeGreaterThan(0);
      expect(result.peakMemoryBytes).toBeLessThan(8 * mebibyte);
    });

    it("sees one processor, or all where it may have more threads or processes", async () => {
      const few = { args: ["processors", "50"] };
      expect(toText((await run(few)).stdout)).toBe("1\n");
      const all = `${countProcessors()}\n`;
      expect(toText((await run({ ...few, limits: { processCount: 64 } })).stdout)).toBe(all);
      expect(toText((await run(few)).stdout)).toBe("1\n");
      expect(toText((await run(few, many)).stdout)).toBe(all);
    });

    it("ends with its exit code or its signal", async () => {
      const endings = (
        await single.run(
          toProbeJob(probe, [
            { args: ["exit", "42"] },
            { args: ["abort"] },
            { args: ["crash"] },
            { args: ["signal", "15"] },
            { args: ["signal", "9"], limits: { memoryBytes: 512 * mebibyte } },
          ]),
        )
      ).map((result) => result.ending);
      expect(endings.slice(0, 4)).toEqual([
        { kind: "exited", exitCode: 42 },
        { kind: "signaled", signal: 6 },
        { kind: "signaled", signal: 11 },
        { kind: "signaled", signal: 15 },
      ]);
      // Without a control group a SIGKILL from nowhere can only be taken for the kernel's, which kills for memory.
      const killed =
        single.facts.memorySource === "rlimit" ? { kind: "killed", by: "memory" } : { kind: "signaled", signal: 9 };
      expect(endings[4]).toEqual(killed);
    });

    it("that loops is stopped at its CPU limit, with a figure past it, also when two threads do", async () => {
      const limits = { cpuTimeMs: 100, wallTimeMs: 20_000 };
      for (const args of [["spin"], ["spin-twice"]]) {
        const figures: number[] = [];
        // The machine may keep us from looking for a while: not each time.
        while (figures.length < 5 && !figures.some((figure) => figure < 200)) {
          const result = await run({ args, limits });
          expect(result.ending).toEqual({ kind: "killed", by: "cpu-time" });
          expect(result.cpuTimeMs).toBeGreaterThanOrEqual(100);
          figures.push(result.cpuTimeMs);
        }
        expect(Math.min(...figures)).toBeLessThan(200);
      }
    });

    it("whose children loop is stopped at the CPU limit of all", async () => {
      const result = await run({ args: ["spin-child"], limits: { cpuTimeMs: 200, wallTimeMs: 20_000 } }, many);
      expect(result.ending).toEqual({ kind: "killed", by: "cpu-time" });
      expect(result.cpuTimeMs).toBeGreaterThanOrEqual(200);
    });

    it("that sleeps or stops itself is stopped at its wall limit", async () => {
      for (const args of [["sleep"], ["signal", "19"]]) {
        const result = await run({ args, limits: { wallTimeMs: 100 } });
        expect(result.ending).toEqual({ kind: "killed", by: "wall-time" });
        expect(result.cpuTimeMs).toBeLessThan(100);
      }
    });

    it("that touches 8 GiB is stopped at its memory limit", async () => {
      const result = await run({ args: ["memory", String(8192 * mebibyte)] });
      expect(result.ending).toEqual({ kind: "killed", by: "memory" });
      expect(result.peakMemoryBytes).toBeGreaterThan(60 * mebibyte);
    });

    it("gets the memory limit of its own run, larger or smaller than the one before", async () => {
      const needs = ["memory", String(100 * mebibyte)];
      const endings = (
        await single.run(
          toProbeJob(
            probe,
            [64, 256, 64].map((size) => ({
              args: needs,
              limits: { memoryBytes: size * mebibyte, stackBytes: mebibyte },
            })),
          ),
        )
      ).map((result) => result.ending.kind);
      expect(endings).toEqual(["killed", "exited", "killed"]);
    });

    it("gets all of its memory though the one before left the kernel much to free", async () => {
      const storm = { args: ["storm", "400"], limits: { cpuTimeMs: 300, processCount: 12 } };
      const next = { args: ["memory", String(60 * mebibyte)], limits: { stackBytes: mebibyte } };
      const results = await many.run(toProbeJob(probe, Array.from({ length: 8 }, () => [storm, next]).flat()));
      const endings = results.filter((_, index) => index % 2 === 1).map(({ ending }) => ending);
      expect(endings).toEqual(endings.map(() => ({ kind: "exited", exitCode: 0 })));
    });

    it("may recurse 200 MiB deep under a stack limit of 256 MiB, and not under 64 MiB", async () => {
      const args = ["stack", String(200 * mebibyte)];
      const deep = await run({ args, limits: { stackBytes: 256 * mebibyte, memoryBytes: 512 * mebibyte } });
      expect(toText(deep.stdout)).toBe("1\n");
      expect(deep.peakMemoryBytes).toBeGreaterThan(190 * mebibyte);
      const crash = await run({ args, limits: { stackBytes: 64 * mebibyte, memoryBytes: 512 * mebibyte } });
      expect(crash.ending).toEqual({ kind: "signaled", signal: 11 });
    });

    it("that prints 10 GB is stopped at its output limit, and what was printed up to it is kept", async () => {
      const result = await run({ args: ["output", String(10 ** 10)], limits: { outputBytes: 2 * mebibyte + 1 } });
      expect(result.ending).toEqual({ kind: "killed", by: "output" });
      expect(result.isStdoutTruncated).toBe(true);
      expect(result.stdout.byteLength).toBe(2 * mebibyte + 1);
      expect(result.stdout.every((byte) => byte === 120)).toBe(true);
    });

    it("that prints one byte too many and ends at once is over its output limit too", async () => {
      const [over, exact] = await single.run(
        toProbeJob(
          probe,
          [1001, 1000].map((size) => ({ args: ["output", String(size)], limits: { outputBytes: 1000 } })),
        ),
      );
      expect([over?.ending, over?.isStdoutTruncated]).toEqual([{ kind: "killed", by: "output" }, true]);
      expect([exact?.ending.kind, exact?.isStdoutTruncated]).toEqual(["exited", false]);
    });

    it("reads and prints 64 MB at once, with none of it charged to its memory", async () => {
      const input = Buffer.alloc(64 * mebibyte, "0123456789abcdef\n");
      const limits = { outputBytes: 65 * mebibyte, memoryBytes: 32 * mebibyte, stackBytes: mebibyte, cpuTimeMs: 5000 };
      const result = await run({ args: ["copy"], input, limits: { ...limits, wallTimeMs: 20_000 } });
      expect(result.ending).toEqual({ kind: "exited", exitCode: 0 });
      expect(input.equals(result.stdout)).toBe(true);
      expect(result.peakMemoryBytes).toBeLessThan(8 * mebibyte);
    });

    it("may fill its standard error: the first 64 KiB are kept", async () => {
      const result = await run({ args: ["errors", String(5 * mebibyte)] });
      expect(result.ending).toEqual({ kind: "exited", exitCode: 0 });
      expect(result.stderr.byteLength).toBe(64 * 1024);
    });

    it("has as many threads and processes as its limit says", async () => {
      expect(toText((await run({ args: ["threads", "100"], limits: { processCount: 5 } })).stdout)).toBe("4\n");
      expect(toText((await run({ args: ["children", "100"], limits: { processCount: 12 } }, many)).stdout)).toBe(
        "11\n",
      );
    });

    it("that is a fork bomb is stopped, and the next program finds its processes gone", async () => {
      const bomb = { args: ["bomb"], limits: { wallTimeMs: 200, processCount: 64 } };
      const job = toProbeJob(probe, [bomb, { args: ["daemon"] }, { args: ["children", "50"] }]);
      const [first, second, third] = await many.run(job);
      expect(first?.ending.kind).toBe("killed");
      expect(second?.ending).toEqual({ kind: "exited", exitCode: 0 });
      expect(toText(third?.stdout)).toBe("7\n");
    });
  });
});

/** On which this process may run; unlike Node's own count, whatever share of them it may use. */
function countProcessors(): number {
  const list = /^Cpus_allowed_list:\t(.*)$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? "";
  const ranges = list.split(",").map((range) => range.split("-").map(Number));
  return ranges.reduce((count, [first = 0, last = first]) => count + last - first + 1, 0);
}

function toText(bytes: Uint8Array | undefined): string {
  return new TextDecoder().decode(bytes);
}
