import fc from "fast-check";
import { expect, test } from "vitest";
import { findImageReferences, toImagePath } from "./image-references.ts";

test.each([
  ["![a](x.png) and ![b](img/y.svg)", ["x.png", "img/y.svg"]],
  ['![a](x.png "a title")', ["x.png"]],
  ["![a](<my plan.png>)", ["my plan.png"]],
  ["![a][plan]\n\n[plan]: x.png", ["x.png"]],
  ["![plan][]\n![plan]\n\n[Plan]: <x.png>", ["x.png"]],
  ['<img width="3" src="x.png">', ["x.png"]],
  ["<IMG SRC='x.png'/>", ["x.png"]],
  ["![a](b.png)\n<img src=a.png>\n![c](b.png)", ["b.png", "a.png"]],
  ["[a link](x.png)", []],
  ["![a](https://example.org/x.png) ![b](data:image/png;base64,AA==) ![c](//h/x.png)", []],
  ["`![a](x.png)`", []],
  ["```\n![a](x.png)\n```\n![b](y.png)", ["y.png"]],
  ["~~~md\n![a](x.png)\n", []],
  ["````\n![a](x.png)\n```\n![b](y.png)\n````` \n![c](z.png)", ["z.png"]],
])("the images of %j are %j", (markdown, references) => {
  expect(findImageReferences(markdown)).toEqual(references);
});

test("percent-escapes and a leading ./ are not part of the file's path", () => {
  expect(toImagePath("./my%20plan.png")).toBe("my plan.png");
  expect(toImagePath("100%.png")).toBe("100%.png");
});

test("no text takes long", () => {
  const pieces = fc.constantFrom("![", "](", "<img ", "`", "``", "[a]:", "\n[", "```\n", "~", "x", " ");
  const started = process.threadCpuUsage();
  for (const mark of ["`", "~", "![", "<img "]) findImageReferences(mark.repeat(200_000));
  fc.assert(
    fc.property(fc.array(pieces, { minLength: 1, maxLength: 4 }), (parts) => {
      findImageReferences(parts.join("").repeat(20_000));
    }),
    { numRuns: 10 },
  );
  expect(process.threadCpuUsage(started).user).toBeLessThan(20_000_000);
});
