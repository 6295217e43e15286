import { describe, expect, test } from "vitest";
import type { Program } from "../problem/index.ts";
import { computeProgramDigest } from "./program-digest.ts";
import { addTestlib, widenTestlib } from "./testlib-resources.ts";

const checker: Program = { language: "cpp17", fileName: "check.cpp", source: '#include "testlib.h"\nint main() {}\n' };
const namesOf = (program: Program): readonly string[] => (program.resources ?? []).map((file) => file.fileName);

describe("addTestlib", () => {
  test("gives a program that includes testlib.h and has none ours", () => {
    expect(namesOf(addTestlib(checker))).toContain("testlib.h");
    expect(namesOf(addTestlib({ ...checker, source: "  # include <testlib.h>\n" }))).toContain("testlib.h");
  });

  test("gives it where only a file beside the program includes it", () => {
    const resources = [{ fileName: "common.h", source: '#include "testlib.h"\n' }];
    const program = { ...checker, source: '#include "common.h"\n', resources };
    expect(namesOf(addTestlib(program)).slice(0, 1)).toEqual(["common.h"]);
    expect(namesOf(addTestlib(program))).toContain("testlib.h");
  });

  test("leaves a program alone that brings its own, names it in passing or is not C++", () => {
    const own = { ...checker, resources: [{ fileName: "testlib.h", source: "// its own" }] };
    const passing = { ...checker, source: '// #include "testlib.h"\nint main() {}\n' };
    const python: Program = { ...checker, language: "python3", fileName: "check.py" };
    for (const program of [own, passing, python]) {
      expect(addTestlib(program)).toBe(program);
      expect(widenTestlib(program)).toBeUndefined();
    }
  });

  test("the header counts for what the program is, once", () => {
    expect(computeProgramDigest(checker)).toBe(computeProgramDigest(addTestlib(checker)));
    expect(computeProgramDigest(checker)).not.toBe(computeProgramDigest(widenTestlib(checker) ?? checker));
  });
});
