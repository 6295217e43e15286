import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseResult, runCli } from "./support/cli.ts";

const examples = fileURLToPath(new URL("../examples", import.meta.url));

/** Programs are compiled and run for real, perhaps on a busy machine. */
const timeoutMs = 180_000;

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "grandsmith-without-"));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

describe("an ablation by flag, from a recording", () => {
  it.each(["attack", "attack,hypothesis,summary,search"])(
    "--without %s asks nothing of those parts, and nothing that was not recorded",
    async (without) => {
      const out = join(folder, without);
      const run = await runCli(
        ["solve", join(examples, "two-couriers"), "--without", without, "--json", "--out", out],
        {
          cwd: folder,
          env: { GRANDSMITH_HOME: join(folder, "home") },
        },
      );
      expect(run.exitCode, `${run.stderr}\n${run.lines.at(-1)}`).toBe(0);
      expect(parseResult(run)).toMatchObject({ status: "solved", decision: "submit", without: without.split(",") });
      const lines = run.lines.join("\n");
      expect(lines).not.toContain("recording-stale");
      expect(lines).not.toContain("not-recorded");
      for (const part of ['"stage":"attack"', '"role":"tester"']) expect(lines).not.toContain(part);
      expect(await readFile(join(out, "report.md"), "utf8")).toContain(
        `Left out on request: ${without.replaceAll(",", ", ")}.`,
      );
    },
    timeoutMs,
  );
});
