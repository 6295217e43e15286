import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox, SandboxBlob } from "./contract.ts";
import { readProbe, toBlob, toProbeJob, type ProbeRun } from "./probe-program.ts";
import { openSandbox } from "./sandbox.ts";
import { listIsolatingTiers } from "./list-isolating-tiers.ts";

describe.for(listIsolatingTiers())("a program", ({ tier, lacks }) => {
  describe.skipIf(lacks !== undefined)(`in tier ${tier}`, () => {
    /** In B and L Landlock refuses to list what is not shown. */
    const hasOwnRoot = tier === "R" || tier === "U";
    let probe: SandboxBlob;
    let bare: Sandbox;
    let withWork: Sandbox;

    beforeAll(async () => {
      probe = await readProbe();
      bare = await openSandbox({ readOnlyPaths: [], workBytes: 0, allowsProcesses: false }, { tier });
      withWork = await openSandbox(
        { readOnlyPaths: ["/usr/bin"], workBytes: 1 << 20, allowsProcesses: true },
        { tier },
      );
    });
    afterAll(async () => {
      await bare[Symbol.asyncDispose]();
      await withWork[Symbol.asyncDispose]();
    });

    async function runAll(sandbox: Sandbox, runs: readonly ProbeRun[]): Promise<string[]> {
      return (await sandbox.run(toProbeJob(probe, runs))).map((result) => new TextDecoder().decode(result.stdout));
    }

    it("sees its own files and four devices, nothing of the host", async () => {
      const [root, devices, box] = await runAll(bare, [
        { args: ["list", "/"] },
        { args: ["list", "/dev"] },
        { args: ["list", "/box"] },
      ]);
      expect(toLines(root)).toEqual(hasOwnRoot ? ["box", "dev"] : ["EACCES"]);
      expect(toLines(devices)).toEqual(hasOwnRoot ? ["null", "random", "urandom", "zero"] : ["EACCES"]);
      expect(toLines(box)).toEqual(["probe"]);
      const host = ["/etc/passwd", "/proc/self", "/sys", process.execPath, import.meta.filename];
      const opened = await runAll(
        bare,
        host.map((path) => ({ args: ["read", path] })),
      );
      for (const answer of opened) expect(answer).toMatch(tier === "L" ? /^(?:EACCES|ENOENT)\n$/u : /^ENOENT\n$/u);
    });

    it("sees a read-only path and cannot write there", async () => {
      const [listed, inside, beside, written] = await runAll(withWork, [
        { args: ["list", "/usr"] },
        { args: ["read", "/usr/bin"] },
        { args: ["read", "/usr/lib"] },
        { args: ["write"] },
      ]);
      expect(toLines(listed)).toEqual(hasOwnRoot ? ["bin"] : ["EACCES"]);
      expect(inside).toBe("open\n");
      expect(beside).toBe(tier === "L" ? "EACCES\n" : "ENOENT\n");
      expect(written).toMatch(/\/usr\/ (?:EROFS|EACCES)/u);
    });

    it("can write nowhere, and not change its own files or its input", async () => {
      const [written] = await runAll(bare, [{ args: ["write"], input: Buffer.from("input") }]);
      expect(written).toMatch(/EROFS|EACCES/u);
      expect(written).not.toContain("allowed");
    });

    it("opens no socket and reaches no kernel surface, with and without processes", async () => {
      for (const sandbox of [bare, withWork]) {
        const tried = (await runAll(sandbox, [{ args: ["network"] }, { args: ["kernel"] }])).join("");
        expect(toLines(tried).length).toBeGreaterThan(15);
        expect(tried).not.toContain("allowed");
      }
    });

    it("cannot start another process where processes are not allowed", async () => {
      const [tried] = await runAll(bare, [{ args: ["child"] }]);
      expect(toLines(tried)).toEqual(["clone3 ENOSYS", "fork EPERM", "vfork-style EPERM"]);
      const [allowed] = await runAll(withWork, [{ args: ["child"] }]);
      expect(allowed).toContain("fork allowed");
    });

    it("is nobody, has three descriptors and a small environment, whatever the run before did to them", async () => {
      const run = { args: ["self"], input: Buffer.from("some input") };
      const outputs = await runAll(bare, [run, run]);
      expect(outputs[1]).toBe(outputs[0]);
      const lines = toLines(outputs[0]);
      expect(lines).toContain("uid-is-root 0");
      expect(lines).toContain("offset 0");
      expect(lines).toContain("flags 0");
      expect(lines.filter((line) => line.startsWith("fd "))).toEqual(["fd 0", "fd 1", "fd 2"]);
      expect(lines.filter((line) => line.startsWith("env "))).toEqual([]);
    });

    it("gets the job's environment and no other", async () => {
      const job = { ...toProbeJob(probe, [{ args: ["self"] }]), env: { GREETING: "hi = there" } };
      const [result] = await bare.run(job);
      const lines = toLines(new TextDecoder().decode(result?.stdout));
      expect(lines.filter((line) => line.startsWith("env "))).toEqual(["env GREETING=hi = there"]);
    });

    it("finds the files of its own job and run, not those of others", async () => {
      const secret = { name: "secret.txt", blob: toBlob(Buffer.from("secret")), isExecutable: false };
      const [withFile, without] = await runAll(bare, [
        { args: ["list", "/box"], files: [secret] },
        { args: ["list", "/box"] },
      ]);
      expect(toLines(withFile)).toEqual(["probe", "secret.txt"]);
      expect(toLines(without)).toEqual(["probe"]);
      const job = toProbeJob(probe, [{ args: ["list", "/box"] }]);
      const [first] = await bare.run({ ...job, files: [...job.files, secret] });
      expect(toLines(new TextDecoder().decode(first?.stdout))).toEqual(["probe", "secret.txt"]);
      const [next] = await runAll(bare, [{ args: ["read", "/box/secret.txt"] }]);
      expect(next).toBe("ENOENT\n");
    });

    it("that names a file as the job does is not started", async () => {
      const clash = { name: "probe", blob: toBlob(Buffer.from("other")), isExecutable: false };
      const [result, next] = await bare.run(
        toProbeJob(probe, [{ args: ["hello"], files: [clash] }, { args: ["hello"] }]),
      );
      expect(result?.ending.kind).toBe("not-started");
      expect(next?.ending).toEqual({ kind: "exited", exitCode: 0 });
    });

    it("leaves regular files of /work to be collected: no links, no pipes, nothing for the next run", async () => {
      const collect = ["result", "link", "fifo", "folder", "missing"];
      const [first, second, third] = await withWork.run(
        toProbeJob(probe, [
          { args: ["work", "1000"], collect },
          { args: ["list", "/work"], collect },
          { args: ["work", "1000"], collect },
        ]),
      );
      expect(first?.ending).toEqual({ kind: "exited", exitCode: 0 });
      expect(first?.collected.map((file) => [file.name, file.bytes.byteLength])).toEqual([["result", 1000]]);
      expect(second?.stdout.byteLength).toBe(0);
      expect(second?.collected).toEqual([]);
      expect(third?.collected).toHaveLength(1);
    });

    it("cannot write more to /work than fits", async () => {
      const [result] = await withWork.run(
        toProbeJob(probe, [{ args: ["work", String(4 << 20)], collect: ["result"] }]),
      );
      expect(result?.ending).not.toEqual({ kind: "exited", exitCode: 0 });
      expect(result?.collected[0]?.bytes.byteLength ?? 0).toBeLessThanOrEqual(1 << 20);
    });
  });
});

function toLines(text: string | undefined): string[] {
  return (text ?? "").split("\n").filter(Boolean).toSorted();
}
