import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { fitWidth, padWidth, wrapWidth } from "./fit.ts";

describe("fitting text to columns", () => {
  it("cuts by columns, not by characters, and marks the cut", () => {
    expect(fitWidth("abcdef", 4)).toBe("abc…");
    expect(fitWidth("abcd", 4)).toBe("abcd");
    expect(fitWidth("漢字漢字", 5)).toBe("漢字…");
    expect(fitWidth("漢字漢字", 4)).toBe("漢…");
    expect(fitWidth("abc", 0)).toBe("");
  });

  it("pads to columns and counts no colour codes", () => {
    expect(padWidth("漢", 4)).toBe("漢  ");
    expect(padWidth("\u001b[31mab\u001b[39m", 3)).toBe("\u001b[31mab\u001b[39m ");
  });

  it("breaks at spaces, and inside a word that is too long", () => {
    expect(wrapWidth("one two three", 8)).toEqual(["one two", "three"]);
    expect(wrapWidth("/a/very/long/path x", 8)).toEqual(["/a/very/", "long/pat", "h x"]);
  });

  it("never exceeds the width and loses no word when it breaks", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 2, max: 30 }), (text, width) => {
        expect(stringWidth(fitWidth(text, width))).toBeLessThanOrEqual(width);
        const lines = wrapWidth(text, width);
        expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
      }),
    );
  });
});
