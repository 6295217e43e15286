import { access, constants, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { buildNative } from "./build-native.ts";

it("a cache folder that cannot be made is named, with what to set instead", async () => {
  await expect(buildNative("helper", "/dev/null/cache")).rejects.toMatchObject({
    code: "SANDBOX_UNAVAILABLE",
    message: expect.stringMatching(/\/dev\/null\/cache.*XDG_CACHE_HOME/),
  });
});

afterEach(() => {
  vi.unstubAllEnvs();
});

it("a C++ compiler will do where there is none for C", { timeout: 60_000 }, async (context) => {
  const tools = await Promise.all(["g++", "as", "ld"].map(findOnPath));
  if (tools.includes(undefined)) return context.skip("there is no g++ here");
  const directory = await mkdtemp(join(tmpdir(), "build-native-"));
  try {
    for (const tool of tools as readonly string[]) await symlink(tool, join(directory, basename(tool)));
    vi.stubEnv("PATH", directory);
    const helper = await buildNative("helper", join(directory, "cache"));
    await expect(access(helper, constants.X_OK)).resolves.toBeUndefined();
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

async function findOnPath(tool: string): Promise<string | undefined> {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    const file = join(folder, tool);
    const isThere = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
  }
  return undefined;
}
