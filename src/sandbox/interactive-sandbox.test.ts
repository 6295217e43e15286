import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { InteractionResult, InteractionRun, RunLimits, SandboxBlob, SandboxSpec } from "./contract.ts";
import { openInteractiveSandbox, type HelperInteractiveSandbox } from "./interactive-sandbox.ts";
import { readProbe, toBlob, toProbeJob, type ProbeRun } from "./probe-program.ts";
import { listIsolatingTiers } from "./list-isolating-tiers.ts";

const sigpipe = 13;
const bare: SandboxSpec = { readOnlyPaths: [], workBytes: 0, allowsProcesses: false };
const specs = { solution: bare, interactor: { ...bare, workBytes: 1 << 20, allowsProcesses: true } };

describe.for(listIsolatingTiers())("two joined programs", ({ tier, lacks }) => {
  describe.skipIf(lacks !== undefined)(`in tier ${tier}`, () => {
    let probe: SandboxBlob;
    let pair: HelperInteractiveSandbox;

    beforeAll(async () => {
      probe = await readProbe();
      pair = await openInteractiveSandbox(specs, { tier });
    });
    afterAll(() => pair[Symbol.asyncDispose]());

    function toJob(solution: ProbeRun, interactor: ProbeRun, more: Partial<InteractionRun> = {}) {
      const { runs, ...side } = toProbeJob(probe, [solution, interactor]);
      const [first, second] = runs as unknown as [InteractionRun["solution"], InteractionRun["interactor"]];
      return { solution: side, interactor: side, runs: [{ solution: first, interactor: second, ...more }] };
    }

    async function join(
      solution: ProbeRun,
      interactor: ProbeRun,
      more: Partial<InteractionRun> = {},
    ): Promise<InteractionResult> {
      const [result] = await pair.run(toJob(solution, interactor, more));
      return result as InteractionResult;
    }

    it("talk until both have said all, and what passed is counted and written down in order", async () => {
      const result = await join({ args: ["reply", "5"] }, { args: ["ask", "5"] }, { transcriptBytes: 1024 });
      expect([result.solution.ending, result.interactor.ending]).toEqual([
        { kind: "exited", exitCode: 0 },
        { kind: "exited", exitCode: 0 },
      ]);
      expect(result.sentBytes).toEqual({ solution: 5, interactor: 5 });
      const said = result.transcript.map(({ from, bytes }) => `${from[0]}:${new TextDecoder().decode(bytes)}`);
      expect(said.join(" ")).toBe("i:a s:b i:c s:d i:e s:f i:g s:h i:i s:j");
      expect(result.isTranscriptTruncated).toBe(false);
    });

    it("exchange ten thousand messages in little CPU time", async () => {
      const limits = { wallTimeMs: 50_000, cpuTimeMs: 10_000 };
      const result = await join({ args: ["reply", "10000"], limits }, { args: ["ask", "10000"], limits });
      expect(result.sentBytes).toEqual({ solution: 10_000, interactor: 10_000 });
      // A tenth to a quarter of a second where the machine is idle.
      expect(result.solution.cpuTimeMs).toBeLessThan(3000);
      expect(result.transcript).toEqual([]);
    });

    it("see the end of the other: an interactor that has its verdict ends first, and the solution's SIGPIPE is not its own", async () => {
      const result = await join(
        { args: ["output", "100000000"], limits: { outputBytes: 1e9 } },
        { args: ["exit", "43"] },
      );
      expect(result.interactor.ending).toEqual({ kind: "exited", exitCode: 43 });
      expect(result.solution.ending).toEqual({ kind: "signaled", signal: sigpipe });
      expect(result.endedFirst).toBe("interactor");
    });

    it("see the end of the other: an interactor that dies of SIGPIPE does so after a solution that left early", async () => {
      const result = await join(
        { args: ["exit", "0"] },
        { args: ["output", "100000000"], limits: { outputBytes: 1e9 } },
      );
      expect(result.solution.ending).toEqual({ kind: "exited", exitCode: 0 });
      expect(result.interactor.ending).toEqual({ kind: "signaled", signal: sigpipe });
      expect(result.endedFirst).toBe("solution");
    });

    it("are told apart by who crashed first, many times over", async () => {
      const job = toJob({ args: ["reply", "3"] }, { args: ["ask", "2"] });
      const other = toJob({ args: ["reply", "2"] }, { args: ["ask", "3"] });
      const runs = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? job.runs[0] : other.runs[0]) as InteractionRun);
      for (const [index, result] of (await pair.run({ ...job, runs })).entries()) {
        // The one that says less leaves in peace; the other then reads the end of it, or writes to nobody.
        const [first, second] =
          index % 2 === 0 ? [result.interactor, result.solution] : [result.solution, result.interactor];
        expect(result.endedFirst).toBe(index % 2 === 0 ? "interactor" : "solution");
        expect(first.ending).toEqual({ kind: "exited", exitCode: 0 });
        expect([
          { kind: "exited", exitCode: 6 },
          { kind: "signaled", signal: sigpipe },
        ]).toContainEqual(second.ending);
      }
    });

    it("that wait for each other are stopped at the wall limit of the first to run out of it", async () => {
      const result = await join({ args: ["reply", "1"], limits: { wallTimeMs: 200 } }, { args: ["reply", "1"] });
      expect(result.solution.ending).toEqual({ kind: "killed", by: "wall-time" });
      expect(result.endedFirst).toBe("solution");
      expect(result.interactor.ending).toEqual({ kind: "exited", exitCode: 6 });
    });

    it("that both write without reading do not block us, and a flood is cut at its sender's budget", async () => {
      const flood = { args: ["output", String(10 ** 10)] };
      const silent = { args: ["sleep"], limits: { wallTimeMs: 300 } };
      const limits: Partial<RunLimits> = { outputBytes: 1000 };
      const first = await join({ ...flood, limits }, { args: ["count"] });
      expect(first.solution.ending).toEqual({ kind: "killed", by: "output" });
      expect(first.sentBytes.solution).toBeGreaterThan(1000);
      const second = await join({ args: ["count"] }, { ...flood, limits });
      expect(second.interactor.ending).toEqual({ kind: "killed", by: "output" });
      expect(second.endedFirst).toBe("interactor");
      const both = await join({ ...flood, limits: { wallTimeMs: 300, outputBytes: 1e9 } }, { ...flood, ...silent });
      expect(both.solution.ending).toEqual({ kind: "killed", by: "wall-time" });
    });

    it("go on when one only closes its pipes", async () => {
      const result = await join({ args: ["hang-up", "1500"] }, { args: ["reply", "1"] });
      expect(result.interactor.ending).toEqual({ kind: "exited", exitCode: 6 });
      expect(result.endedFirst).toBe("interactor");
      expect(result.solution.ending).toEqual({ kind: "exited", exitCode: 0 });
    });

    it("have limits of their own, and both CPU times are known", async () => {
      const result = await join({ args: ["spin"], limits: { cpuTimeMs: 100 } }, { args: ["reply", "1"] });
      expect(result.solution.ending).toEqual({ kind: "killed", by: "cpu-time" });
      expect(result.solution.cpuTimeMs).toBeGreaterThanOrEqual(100);
      expect(result.interactor.cpuTimeMs).toBeLessThan(100);
      expect(result.interactor.ending).toEqual({ kind: "exited", exitCode: 6 });
    });

    it("have files of their own: the solution does not see the interactor's, which may leave some to collect", async () => {
      const secret = { name: "secret.txt", blob: toBlob(Buffer.from("secret")), isExecutable: false };
      const transcriptBytes = 1000;
      const [seen, hidden] = [
        await join({ args: ["count"] }, { args: ["list", "/box"], files: [secret] }, { transcriptBytes }),
        await join({ args: ["list", "/box"] }, { args: ["count"], files: [secret] }, { transcriptBytes }),
      ].map((result) => result.transcript.map(({ bytes }) => new TextDecoder().decode(bytes)).join(""));
      expect(seen).toContain("secret.txt");
      expect(hidden).toBe("probe\n");
      const result = await join({ args: ["count"] }, { args: ["work", "1000"], collect: ["result"] });
      expect(result.interactor.collected.map((file) => file.bytes.byteLength)).toEqual([1000]);
    });

    it("cut the transcript where it was to end", async () => {
      const result = await join({ args: ["reply", "50"] }, { args: ["ask", "50"] }, { transcriptBytes: 40 });
      expect(result.isTranscriptTruncated).toBe(true);
      expect(result.transcript.length).toBeLessThan(10);
      expect(result.sentBytes.solution).toBe(50);
    });

    it("that cannot both be started say so, and the next are", async () => {
      const clash = { name: "probe", blob: toBlob(Buffer.from("other")), isExecutable: false };
      const first = await join({ args: ["hello"], files: [clash] }, { args: ["count"] });
      expect(first.solution.ending.kind).toBe("not-started");
      const second = await join({ args: ["count"] }, { args: ["hello"], files: [clash] });
      expect(second.interactor.ending.kind).toBe("not-started");
      expect(second.endedFirst).toBe("interactor");
      const third = await join({ args: ["reply", "1"] }, { args: ["ask", "1"] });
      expect(third.solution.ending).toEqual({ kind: "exited", exitCode: 0 });
    });

    it("are both let go on abort while what goes before one of them still fills its pipe", async () => {
      const reason = new Error("enough");
      const controller = new AbortController();
      const sleeper = { args: ["sleep"], limits: { wallTimeMs: 60_000 } };
      const job = toJob(sleeper, sleeper);
      const large = { name: "large", blob: toBlob(Buffer.alloc(32 << 20)), isExecutable: false };
      const interactor = { ...job.interactor, files: [...job.interactor.files, large] };
      const running = pair.run({ ...job, interactor }, { signal: controller.signal });
      setImmediate(() => controller.abort(reason));
      const startMs = performance.now();
      await expect(running).rejects.toBe(reason);
      const next = await join({ args: ["reply", "1"] }, { args: ["ask", "1"] });
      expect(next.interactor.ending).toEqual({ kind: "exited", exitCode: 0 });
      expect(performance.now() - startMs).toBeLessThan(30_000);
    });

    it("are both stopped on abort, and the pair stays usable", async () => {
      const reason = new Error("enough");
      const controller = new AbortController();
      const sleeper = { args: ["sleep"], limits: { wallTimeMs: 60_000 } };
      const running = pair.run(toJob(sleeper, sleeper), { signal: controller.signal });
      setTimeout(() => controller.abort(reason), 50);
      await expect(running).rejects.toBe(reason);
      const next = await join({ args: ["reply", "1"] }, { args: ["ask", "1"] });
      expect(next.interactor.ending).toEqual({ kind: "exited", exitCode: 0 });
    });
  });
});
