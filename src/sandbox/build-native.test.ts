import { expect, it } from "vitest";
import { buildNative } from "./build-native.ts";

it("a cache folder that cannot be made is named, with what to set instead", async () => {
  await expect(buildNative("helper", "/dev/null/cache")).rejects.toMatchObject({
    code: "SANDBOX_UNAVAILABLE",
    message: expect.stringMatching(/\/dev\/null\/cache.*XDG_CACHE_HOME/),
  });
});
