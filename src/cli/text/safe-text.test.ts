import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toSafeLine, toSafeText } from "./safe-text.ts";

describe("safe text", () => {
  it.each([
    ["colours", "\u001b[31mred\u001b[0m", "red"],
    ["cursor movement and erasing", "a\u001b[2J\u001b[1;1Hb", "ab"],
    ["a window title ended by BEL", "a\u001b]0;owned\u0007b", "ab"],
    ["a link ended by ST", "\u001b]8;;http://evil\u001b\\text\u001b]8;;\u001b\\", "text"],
    ["a clipboard write that never ends", "a\u001b]52;c;ZXZpbA==", "a"],
    ["device control strings", "a\u001bP1$r\u001b\\b", "ab"],
    ["8-bit sequences", "a\u009b31mb\u009d0;t\u009cc", "abc"],
    ["an escape at the end", "a\u001b", "a"],
    ["a half sequence", "a\u001b[", "a"],
    ["backspaces and carriage returns", "good\b\b\b\bbad\rx", "goodbadx"],
    ["bidi overrides", "a\u202eb\u2066c\u2069\u200fd", "abcd"],
    ["zero-width characters", "a\u200bb\ufeffc\u2060d", "abcd"],
    ["tag characters", "a\u{e0041}\u{e007f}b", "ab"],
    ["lone surrogates", "a\ud800b", "a\ufffdb"],
  ])("strips %s", (_name, text, expected) => {
    expect(toSafeText(text)).toBe(expected);
  });

  it("keeps letters of every script, tabs, line feeds and joined emoji", () => {
    const text = "één\t漢字\nعربي 👩‍💻 ½\n";
    expect(toSafeText(text)).toBe(text);
    expect(toSafeText("a\r\nb")).toBe("a\nb");
  });

  it("puts a line on one line", () => {
    expect(toSafeLine("  a\r\nb\u2028c\t d\u001b[31m\n")).toBe("a b c d");
  });

  it("leaves no control, escape, bidi or invisible character in any text, and is idempotent", () => {
    const nasty = fc.string({
      unit: fc.constantFrom(...Array.from("\u001b[]0;\u0007\\mP^_X\u009b\u009c\u202e\u2066\r\n\b a")),
    });
    fc.assert(
      fc.property(fc.oneof(nasty, fc.string({ unit: "binary" })), (text) => {
        const safe = toSafeText(text);
        expect(safe).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
        expect(toSafeText(safe)).toBe(safe);
        expect(toSafeLine(text)).not.toMatch(/[\n\r\t\u2028\u2029]/);
      }),
    );
  });
});
