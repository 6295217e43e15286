import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { findErrorCodes } from "../docs/build/find-error-codes.ts";
import { renderPages } from "../docs/build/render-pages.ts";

describe("the generated documentation", () => {
  it.each(renderPages().map((page) => [basename(page.path), page] as const))(
    "%s is current (else run `npm run docs`)",
    (_name, page) => {
      expect(readFileSync(page.path, "utf8")).toBe(page.content);
    },
  );

  it("finds error codes in objects, conditions and calls, with their messages", () => {
    const text = [
      "throw new AppError({ code: 'A_ONE', message: `got ${x}` + ' here' });",
      "throw fail(isBad ? 'B_ONE' : 'B_TWO', path);",
      "const other = { code: 'lower', message: 'no' };",
    ].join("\n");
    expect(findErrorCodes(new Map([["src/judge/x.ts", text]]))).toEqual([
      { code: "A_ONE", message: "got … here", folder: "judge" },
      { code: "B_ONE", message: "", folder: "judge" },
      { code: "B_TWO", message: "", folder: "judge" },
    ]);
    expect(findErrorCodes(new Map([["src/judge/x.test.ts", text]]))).toEqual([]);
  });
});
