import { describe, expect, it } from "vitest";
import { chooseModel } from "./create-policy.ts";
import { defaultConfig } from "./settings.ts";
import { toStateDirectory } from "./state-directory.ts";

describe("the choice of a model", () => {
  it("takes the configured one, else the recording, else says how to get one", () => {
    const found = { hasRecording: true, isLeague: false };
    expect(chooseModel({ ...defaultConfig, model: "desk" }, found)).toBe("desk");
    expect(chooseModel(defaultConfig, found)).toBe("recorded");
    expect(chooseModel(defaultConfig, { hasRecording: false, isLeague: true })).toBe("tiny");
    expect(() => chooseModel(defaultConfig, { ...found, hasRecording: false })).toThrow(
      expect.objectContaining({
        code: "NO_MODEL",
        message: expect.stringMatching(/--model openai\/NAME \(key in OPENAI_API_KEY\).*--model desk/),
      }),
    );
  });
});

describe("the folder of the runs", () => {
  it("is GRANDSMITH_HOME, else XDG_STATE_HOME, else below the home folder", () => {
    expect(toStateDirectory({ GRANDSMITH_HOME: "/a", XDG_STATE_HOME: "/b" })).toBe("/a");
    expect(toStateDirectory({ GRANDSMITH_HOME: "", XDG_STATE_HOME: "/b" })).toBe("/b/grandsmith");
    expect(toStateDirectory({})).toMatch(/\/\.local\/state\/grandsmith$/);
  });
});
