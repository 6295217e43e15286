import { inflateSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { unpickleText } from "./unpickle-text.ts";

const unpack = (packed: string): Uint8Array => inflateSync(Buffer.from(packed, "base64"));

/** Made by Python's own pickle of a JSON text, compressed. */
test.each([
  [
    "protocol 2, 255 letters",
    "eNprYIowYmRgiK5WyswrKC1RslJQShzZQElHQSm/tAQaGIYgbklqcUlJZUEqSKC4JCUzT6k2tpBBDwD5SXHw",
    306,
  ],
  [
    "protocol 3, 300 letters beyond ASCII",
    "eNprYI7oZmJgiK5WyswrKC1RslJQOrxyFI5C6kMlHQWl/NISaCozBHFLUotLSioLUkECxSUpmXlKtbGFDHoAGl+8Sw==",
    351,
  ],
  [
    "protocol 4, 255 letters",
    "eNprYJlqycgABhFGQEZ0tVJmXkFpiZKVglLiyAZKOgpK+aUl0MAwBHFLUotLSioLUkECxSUpmXlKtbFT9ACTIHLk",
    306,
  ],
  ["protocol 5, no letters", "eNprYJ1qzgABPcbR1UqZeQWlJUpWCkpKOgpK+aUlUJ4hiFuSWlxSUlmQChIoLknJzFOqjZ2iBwAr2BJ3", 51],
  [
    "protocol 5, 70,000 letters outside a frame",
    "eNrtyLEJwlAUQNFYZAA3+LxaBNtMIoiNmCJN/JD3CxHBIdzARSU7pDynu/fTn3/7XXd5xTTXljGUuAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAm4tDiUfL2jKGEqc1c1wyn3Vcx5L3aY739Xv8A6AGxPE=",
    70_051,
  ],
])("Python's pickle is read: %s", (_, packed, length) => {
  const unpickled = unpickleText(unpack(packed));
  expect(unpickled.kind === "pickled-text" && unpickled.text).toHaveLength(length);
});

test.each([
  ["protocol 0, which is text", "eNoLi65WyswrKC1RslJQUtJRUMovLYHyDEHcktTikpLKglSQQHFJSmaeUm0sV4EBlx4A8VwQ3Q==", "0x56"],
  [
    "protocol 1, which has no header",
    "eNqLMGZgYIiuVsrMKygtUbJSUFLSUVDKLy2B8gxB3JLU4pKSyoJUkEBxSUpmnlJtbCGDHgDdgxDP",
    "no protocol byte",
  ],
])("%s, is refused", (_, packed, actual) => {
  expect(unpickleText(unpack(packed))).toMatchObject({
    kind: "pickle-refused",
    actual: expect.stringContaining(actual),
  });
});

test.each([
  ["a global by name", [0x80, 4, ...Buffer.from("cos\nsystem\n"), 0x2e], "opcode 0x63 at offset 2"],
  ["a call", [0x80, 4, 0x8c, 1, 0x61, 0x52, 0x2e], "opcode 0x52 at offset 5"],
  ["a build", [0x80, 4, 0x8c, 1, 0x61, 0x62, 0x2e], "opcode 0x62 at offset 5"],
  ["a persistent id", [0x80, 4, 0x51, 0x2e], "opcode 0x51 at offset 2"],
  ["two texts", [0x80, 4, 0x8c, 1, 0x61, 0x8c, 1, 0x61, 0x2e], "a second text"],
  ["nothing", [0x80, 4, 0x2e], "a pickle of nothing"],
  ["bytes after the end", [0x80, 4, 0x8c, 1, 0x61, 0x2e, 0x2e], "1 more bytes"],
  ["no end", [0x80, 4, 0x8c, 1, 0x61], "one without its end"],
  ["a length beyond the end", [0x80, 4, 0x8d, 1, 0, 0, 0, 0, 0, 0, 0x7f, 0x61, 0x2e], "2 bytes"],
  ["half a length", [0x80, 4, 0x58, 1], "its end in an operand at 2"],
  ["another byte than UTF-8", [0x80, 4, 0x8c, 1, 0xff, 0x2e], "another byte at offset 0"],
  ["no bytes", [], "one without its end"],
])("%s is refused by what it is", (_, bytes, actual) => {
  expect(unpickleText(Uint8Array.from(bytes))).toMatchObject({ kind: "pickle-refused", actual });
});

test("any bytes give a text or a refusal", () => {
  const opcode = fc.constantFrom(0x80, 0x95, 0x8c, 0x58, 0x8d, 0x94, 0x71, 0x72, 0x2e, 0, 1, 4, 0x61);
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array(), fc.array(opcode, { maxLength: 40 })), (bytes) => {
      expect(["pickled-text", "pickle-refused"]).toContain(unpickleText(Uint8Array.from(bytes)).kind);
    }),
  );
});
