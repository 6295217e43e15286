import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openRunFolder } from "./run-folder.ts";

const folder = await mkdtemp(path.join(os.tmpdir(), "run-folder-"));
afterAll(async () => rm(folder, { recursive: true, force: true }));

describe("the folder of a run", () => {
  it("remembers what was committed and forgets what was not", async () => {
    const directory = path.join(folder, "interrupted");
    const first = await openRunFolder(directory, { seed: "a" });
    expect(first.state).toBeUndefined();
    for (const step of [1, 2, 3]) {
      await mkdir(first.locate(`step-${step}`));
      await first.append({ kind: "step", step });
      if (step <= 2) await first.commit({ step, checkpoints: { last: `step-${step}` }, memory: { best: 0.5 } });
    }
    await appendFile(path.join(directory, "metrics.jsonl"), '{"kind":"step","ste');
    const second = await openRunFolder(directory, { seed: "a" });
    expect(second.state).toEqual({ step: 2, checkpoints: { last: "step-2" }, memory: { best: 0.5 } });
    expect(second.records).toEqual([
      { kind: "step", step: 1 },
      { kind: "step", step: 2 },
    ]);
    expect(await readFile(path.join(directory, "metrics.jsonl"), "utf8")).toBe(
      '{"kind":"step","step":1}\n{"kind":"step","step":2}\n',
    );
  });

  it("keeps the checkpoints that its state names and no others", async () => {
    const run = await openRunFolder(path.join(folder, "checkpoints"), {});
    for (const name of ["a", "b", "c"]) await mkdir(run.locate(name));
    await run.commit({ step: 1, checkpoints: { last: "c", good: "a" }, memory: {} });
    expect((await readdir(path.dirname(run.locate("a")))).toSorted()).toEqual(["a", "c"]);
  });

  it("refuses other settings and damaged state, and says which file", async () => {
    const directory = path.join(folder, "other");
    const run = await openRunFolder(directory, { seed: "a", steps: 3 });
    await run.commit({ step: 1, checkpoints: {}, memory: {} });
    await openRunFolder(directory, { steps: 3, seed: "a" });
    await expect(openRunFolder(directory, { seed: "b", steps: 3 })).rejects.toMatchObject({
      code: "TRAIN_RUN_OTHER_SETTINGS",
      message: expect.stringContaining(directory),
    });
    await writeFile(path.join(directory, "state.json"), "{}");
    await expect(openRunFolder(directory, { seed: "a", steps: 3 })).rejects.toMatchObject({
      code: "TRAIN_RUN_UNREADABLE",
      message: expect.stringContaining(directory),
    });
  });
});
