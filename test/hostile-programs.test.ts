import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listIsolatingTiers } from "../src/sandbox/index.ts";
import { attackCompiler, attackInCpp, attackInPython } from "./programs/attack.ts";
import { combinePrograms } from "./programs/combine-programs.ts";
import { hostileCppPrograms, hostilePythonPrograms, hostileSources } from "./programs/hostile-programs.ts";
import { createHost, type Host } from "./programs/watched-host.ts";

describe("the hostile programs", () => {
  let directory: string;
  let binary: Promise<string>;
  let host: Host;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "grandsmith-hostile-"));
    binary = combinePrograms([...hostileCppPrograms.map(({ name }) => name), "victim"], directory);
    host = await createHost();
  });
  afterAll(async () => {
    await host[Symbol.asyncDispose]();
    await rm(directory, { recursive: true, force: true });
  });

  it("are more than sixty, each with a name of its own", () => {
    const names = [...hostileCppPrograms, ...hostilePythonPrograms, ...hostileSources].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(60);
  });

  describe.for(listIsolatingTiers())("in tier $tier", ({ tier, lacks }) => {
    it.skipIf(lacks !== undefined).for([false, true])(
      "in C++ get, keep and harm nothing (processes allowed: %s)",
      async (allowsProcesses) => {
        expect(await attackInCpp({ options: { tier }, host, allowsProcesses }, await binary)).toEqual([]);
      },
    );

    it.skipIf(lacks !== undefined).for([false, true])(
      "in Python get, keep and harm nothing (processes allowed: %s)",
      async (allowsProcesses, { skip }) => {
        const harm = await attackInPython({ options: { tier }, host, allowsProcesses });
        skip(harm === undefined, "python3 is not installed");
        expect(harm).toEqual([]);
      },
    );

    it.skipIf(lacks !== undefined)(
      "get and keep nothing by being compiled, and the next program compiles",
      async () => {
        expect(await attackCompiler({ options: { tier }, host })).toEqual([]);
      },
    );
  });
});
