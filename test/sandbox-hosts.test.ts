import { execFile } from "node:child_process";
import { chmod, copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testSandbox, type SandboxCheck, type SandboxProbe } from "../src/sandbox/index.ts";
import { combinePrograms } from "./programs/combine-programs.ts";
import { hostileCppPrograms } from "./programs/hostile-programs.ts";

const run = promisify(execFile);
const hosts = join(import.meta.dirname, "programs", "hosts");
/** A user who runs nothing else here, since in tier L as a user all that it runs counts. */
const someone = "64017";
const isRoot = process.getuid?.() === 0;

interface Report {
  readonly probe: SandboxProbe;
  readonly checks: readonly SandboxCheck[];
  readonly unsafe: string;
  readonly harm: readonly string[];
}

/** Hosts that are harder than this one, made by a launcher that takes away what they lack. */
describe("on a host without namespaces", () => {
  let directory: string;
  let launcher: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "grandsmith-hosts-"));
    await chmod(directory, 0o755);
    launcher = join(directory, "launcher");
    await run("gcc", ["-O2", "-o", launcher, join(hosts, "without-namespaces.c")]);
    await testSandbox({ cacheDirectory: directory });
    await combinePrograms([...hostileCppPrograms.map(({ name }) => name), "victim"], directory);
    await run("chmod", ["-R", "a+rX", directory]);
    // Node may lie where only its owner can reach it.
    await copyFile(process.execPath, join(directory, "node"));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  async function report(launch: readonly string[], ...args: readonly string[]): Promise<Report> {
    const command = [
      ...launch,
      join(directory, "node"),
      join(hosts, "report-sandbox.ts"),
      directory,
      join(directory, "hostile"),
      ...args,
    ];
    const { stdout } = await run(launcher, command, { env: { PATH: process.env["PATH"], HOME: directory } });
    return JSON.parse(stdout) as Report;
  }

  it.skipIf(!isRoot)(
    "root is held by Landlock in tier L, under users of their own, every limit bites and hostile programs gain nothing",
    { timeout: 300_000 },
    async () => {
      const { probe, checks, harm } = await report([]);
      expect(probe).toMatchObject({ kind: "sandbox-available", facts: { tier: "L" } });
      expect(checks.length).toBeGreaterThan(15);
      expect(checks.filter((check) => !check.isEnforced)).toEqual([]);
      expect(harm).toEqual([]);
    },
  );

  it(
    "a user is held in tier L as well, every limit bites, hostile programs gain nothing, and what is shared is said",
    { timeout: 300_000 },
    async () => {
      const { probe, checks, harm } = await report(isRoot ? ["--as", someone] : []);
      expect(probe).toMatchObject({ kind: "sandbox-available", facts: { tier: "L", memorySource: "rlimit" } });
      const shortfalls = probe.kind === "sandbox-available" ? probe.facts.shortfalls.join("\n") : "";
      expect(shortfalls).toContain("Landlock");
      expect(shortfalls).toContain("as this process's user");
      expect(shortfalls).toContain("address space");
      expect(checks.filter((check) => !check.isEnforced)).toEqual([]);
      expect(harm).toEqual([]);
    },
  );

  it("stronger tiers are refused by name when asked for, and no isolation at all unless it is allowed", async () => {
    const { probe, unsafe } = await report(isRoot ? ["--as", someone] : [], "U");
    expect(probe).toMatchObject({ kind: "sandbox-unavailable", reason: expect.stringContaining("tier U") });
    expect(unsafe).toContain("isolates nothing");
  });
});

describe("tier N", () => {
  it("is opened only when explicitly allowed, holds what limits hold and says loudly that nothing is isolated", async () => {
    const { facts, checks } = await testSandbox({ tier: "N", allowsUnsafe: true });
    expect(facts.tier).toBe("N");
    expect(facts.shortfalls[0]).toContain("NOT ISOLATED");
    const broken = checks.filter((check) => !check.isEnforced).map((check) => check.limit);
    expect(broken.every((limit) => limit.startsWith("files: "))).toBe(true);
  });
});
