import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createCompileCache } from "./compile-cache.ts";

describe("the compile cache", () => {
  let directory: string;
  const fileOf = (key: string): string => path.join(directory, `${key}.program`);

  beforeEach(async () => {
    directory = await mkdtemp(path.join(os.tmpdir(), "compile-cache-"));
  });
  afterEach(async () => {
    await rm(directory, { recursive: true, force: true });
  });

  test("gives back what was written and leaves no temporary files", async () => {
    const cache = createCompileCache({ directory: path.join(directory, "new"), maxBytes: 1000 });
    expect(await cache.read("a")).toBeUndefined();
    await cache.write("a", Buffer.from("program"));
    expect(await cache.read("a")).toEqual(Buffer.from("program"));
    expect(await readdir(path.join(directory, "new"))).toEqual(["a.program"]);
  });

  test.each([
    ["changed", (content: Buffer) => content.fill(0, content.length - 1)],
    ["cut short", (content: Buffer) => content.subarray(0, content.length - 1)],
    ["emptied", () => Buffer.alloc(0)],
  ])("an entry that was %s is not believed and is removed", async (_, damage) => {
    const cache = createCompileCache({ directory, maxBytes: 1000 });
    await cache.write("a", Buffer.from("program"));
    await writeFile(fileOf("a"), damage(await readFile(fileOf("a"))));
    expect(await cache.read("a")).toBeUndefined();
    expect(await readdir(directory)).toEqual([]);
  });

  test("the least recently used entries go first when it is full", async () => {
    const cache = createCompileCache({ directory, maxBytes: 3 * (64 + 10) });
    for (const [i, key] of ["a", "b", "c"].entries()) {
      await cache.write(key, Buffer.alloc(10));
      await utimes(fileOf(key), 1000 + i, 1000 + i);
    }
    await cache.read("a");
    await cache.write("d", Buffer.alloc(10));
    expect((await readdir(directory)).toSorted()).toEqual(["a.program", "c.program", "d.program"]);
  });

  test("a directory that cannot be written costs nothing but the cache", async () => {
    const file = path.join(directory, "file");
    await writeFile(file, "");
    const cache = createCompileCache({ directory: file, maxBytes: 1000 });
    await cache.write("a", Buffer.from("program"));
    expect(await cache.read("a")).toBeUndefined();
  });
});
