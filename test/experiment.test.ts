import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const runner = fileURLToPath(new URL("../runs/main.ts", import.meta.url));
const run = promisify(execFile);

describe("npm run experiment", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "grandsmith-experiment-"));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it("lists the experiments when none is named, and refuses unknown ones", async () => {
    expect((await run(process.execPath, [runner], { cwd: folder })).stdout).toContain("pipelined-cp");
    await expect(run(process.execPath, [runner, "nothing"], { cwd: folder })).rejects.toMatchObject({ code: 2 });
  });

  it("pipelined-cp ends with its figures as JSON and draws the schedule", async () => {
    const { stdout } = await run(process.execPath, [runner, "pipelined-cp", "--quick"], { cwd: folder });
    const result = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as Record<string, unknown>;
    expect(result).toMatchObject({
      deltanet: { 2: 0.667, 4: 0.8, 8: 0.889, 16: 0.941 },
      overall: { 2: 0.727, 4: 0.842, 8: 0.914, 16: 0.955 },
      bubble: { 2: 0.273, 4: 0.158, 8: 0.086, 16: 0.045 },
      softmaxTimeForAllRows: null,
    });
    expect(result).toHaveProperty("residuals.overall");
    expect(await readFile(join(folder, String(result["picture"])), "utf8")).toContain("</svg>");
  });

  it("sequences finds most of what has a pattern and claims next to nothing elsewhere", async () => {
    const { stdout } = await run(process.execPath, [runner, "sequences", "--quick", "--seed", "7"], { cwd: folder });
    const result = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as Readonly<Record<string, number>>;
    expect(result).toMatchObject({ seed: "7", sequences: 40 });
    expect(result["foundAtAnyTimePercent"]).toBeGreaterThanOrEqual(75);
    expect(result["claimsOnPatternlessPercent"]).toBeLessThanOrEqual(5);
    expect(
      (await readFile(join(folder, "grandsmith-out/experiments/sequences-7.jsonl"), "utf8")).split("\n"),
    ).toHaveLength(81);
  });
});
