import { describe, expect, test } from "vitest";
import { normaliseCompileMessage, toCapped } from "./compile-message.ts";

const normalise = (...lines: readonly string[]): string => normaliseCompileMessage(Buffer.from(lines.join("\n")));

describe("normaliseCompileMessage", () => {
  test("keeps place and words of each error, and nothing of the machine", () => {
    const message = normalise(
      "In file included from /usr/include/c++/12/vector:60,",
      "                 from /box/main.cpp:1:",
      "/box/main.cpp: In function 'int main()':",
      "/box/main.cpp:3:5: error: 'foo' was not declared in this scope",
      "/usr/include/c++/12/bits/stl_vector.h:10:2: error: no match in /usr/lib/gcc/x86_64-linux-gnu/12/thing",
      "/box/main.cpp:3:5: note: suggested alternative: 'fob'",
      "/box/main.cpp:1:10: fatal error: /etc/passwd: No such file or directory",
      "compilation terminated.",
    );
    expect(message.split("\n")).toEqual([
      "3:5: error: 'foo' was not declared in this scope",
      "stl_vector.h:10:2: error: no match in thing",
      "1:10: error: passwd: No such file or directory",
    ]);
  });

  test("says the same whichever linker found a missing function", () => {
    const bfd = normalise(
      "/usr/bin/ld: /work/ccX8aBcD.o: in function `main':",
      "main.cpp:(.text.startup+0x5): undefined reference to `foo()'",
      "collect2: error: ld returned 1 exit status",
    );
    const gold = normalise(
      "/usr/bin/ld.gold: error: /work/ccX8aBcD.o: in function main:main.cpp(.text.startup+0x5): error: undefined reference to 'foo()'",
      "collect2: error: ld returned 1 exit status",
    );
    expect(bfd).toBe("link: error: undefined reference to 'foo()'");
    expect(gold).toBe(bfd);
  });

  test("is short, whatever the compiler wrote", () => {
    const lines = Array.from({ length: 5000 }, (_, i) => `/box/main.cpp:${i}:1: error: expected ';' before 'é'`);
    expect(Buffer.byteLength(normalise(...lines))).toBeLessThanOrEqual(2048);
    expect(normalise("")).toBe("the compiler gave no reason");
  });

  test("text is never cut inside a character", () => {
    expect(toCapped("aéé", 4)).toBe("aé");
    expect(toCapped("aéé", 5)).toBe("aéé");
  });
});
