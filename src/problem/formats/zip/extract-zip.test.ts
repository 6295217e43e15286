import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { AppError } from "../../../std/index.ts";
import { createProblem } from "../../../testing/index.ts";
import { writeNativeProblem } from "../native/write-native-problem.ts";
import { readProblem } from "../read-problem.ts";
import { extractZip } from "./extract-zip.ts";

let root = "";

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "grandsmith-archives-"));
  // Others extract archives at the same time: what is left behind is looked for in a folder that is ours alone.
  await mkdir(join(root, "tmp"));
  vi.stubEnv("TMPDIR", join(root, "tmp"));
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true, force: true });
});

interface Item {
  readonly name: string;
  readonly content?: Uint8Array | string;
  /** Unix mode with file type. */
  readonly mode?: number;
  readonly flags?: number;
  readonly method?: number;
  /** What the headers say of the size, where it is not the truth. */
  readonly claimed?: number;
  readonly isZip64?: boolean;
}

/** A zip archive, byte by byte, so that it can lie. */
function createZip(items: readonly Item[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const { name, content = "", mode = 0o100644, flags = 0x800, method = 8, claimed, isZip64 = false } of items) {
    const bytes = Buffer.from(content);
    const packed = method === 8 ? deflateRawSync(bytes) : bytes;
    const size = claimed ?? bytes.length;
    const extra = Buffer.alloc(isZip64 ? 20 : 0);
    if (isZip64) {
      extra.writeUInt16LE(1, 0);
      extra.writeUInt16LE(16, 2);
      extra.writeBigUInt64LE(BigInt(size), 4);
      extra.writeBigUInt64LE(BigInt(packed.length), 12);
    }
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(isZip64 ? 45 : 20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(isZip64 ? 0xffffffff : packed.length, 14);
    fields.writeUInt32LE(isZip64 ? 0xffffffff : size, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    fields.writeUInt16LE(extra.length, 24);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(mode * 2 ** 16, 6);
    tail.writeUInt32LE(offset, 10);
    const local = Buffer.concat([toSignature(0x04034b50), fields, Buffer.from(name), extra, packed]);
    const version = Buffer.from([20, 3]);
    centrals.push(Buffer.concat([toSignature(0x02014b50), version, fields, tail, Buffer.from(name), extra]));
    locals.push(local);
    offset += local.length;
  }
  return Buffer.concat([...locals, ...centrals, toEnd(items.length, Buffer.concat(centrals).length, offset)]);
}

function toEnd(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(18);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([toSignature(0x06054b50), end]);
}

function toSignature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

async function listLeftovers(): Promise<readonly string[]> {
  return readdir(tmpdir());
}

async function tryExtract(source: readonly Item[] | Uint8Array, caps = {}): Promise<string> {
  const path = join(root, "try.zip");
  await writeFile(path, source instanceof Uint8Array ? source : createZip(source));
  try {
    await using extracted = await extractZip(path, { caps });
    return `extracted ${(await readdir(extracted.directory)).join(",")}`;
  } catch (cause) {
    return AppError.is(cause) && cause.code === "PROBLEM_INVALID" ? cause.message : `a crash: ${String(cause)}`;
  }
}

test("an archive is extracted into a folder of its name, which goes afterwards", async () => {
  const path = join(root, "sum.zip");
  const items = [
    { name: "a/", mode: 0o040755, method: 0 },
    { name: "a/b.txt", content: "hello", isZip64: true },
    { name: "c", content: "x", method: 0 },
  ];
  await writeFile(path, createZip(items));
  let directory = "";
  {
    await using extracted = await extractZip(path);
    ({ directory } = extracted);
    expect(directory.endsWith("/sum")).toBe(true);
    expect(await readFile(join(directory, "a/b.txt"), "utf8")).toBe("hello");
    expect(await readFile(join(directory, "c"), "utf8")).toBe("x");
  }
  await expect(stat(directory)).rejects.toMatchObject({ code: "ENOENT" });
});

test("names that leave the folder, come twice or are no files are refused", async () => {
  const cases: readonly (readonly [readonly Item[], RegExp])[] = [
    [[{ name: "../evil" }], /relative path|path inside/],
    [[{ name: "/etc/passwd" }], /absolute path|path inside/],
    [[{ name: "a\\..\\..\\evil" }], /invalid characters|path inside/],
    [[{ name: "C:/evil" }], /absolute path|path inside/],
    [[{ name: "a/./b" }], /path inside/],
    [[{ name: "a//b" }], /path inside/],
    [[{ name: "a\nb" }], /path inside/],
    [[{ name: "link", content: "/etc/passwd", mode: 0o120777 }], /a symbolic link/],
    [[{ name: "pipe", mode: 0o010644 }], /mode 10000/],
    [[{ name: "a" }, { name: "a" }], /the name twice/],
    [[{ name: "a" }, { name: "A" }], /differ by more than case/],
    [[{ name: "a" }, { name: "a/b" }], /expected a folder at a/],
    [[{ name: `${"d/".repeat(40)}x` }], /at most 32 folders deep/],
    [[{ name: "a", flags: 0x801 }], /encrypted/],
    [[{ name: "a", method: 12 }], /compression method 12/],
  ];
  for (const [items, expected] of cases) expect(await tryExtract(items)).toMatch(expected);
});

test("bombs are refused by what they declare and by what they hold", async () => {
  const zeros = new Uint8Array(3_000_000);
  expect(await tryExtract([{ name: "z", content: zeros }], { freeBytes: 1000 })).toMatch(/200 times its size/);
  expect(await tryExtract([{ name: "z", content: zeros }], { totalBytes: 2_999_999 })).toMatch(/at most 2999999 bytes/);
  expect(await tryExtract([{ name: "z", content: zeros, claimed: 10 }])).toMatch(/content that its header declares/);
  expect(await tryExtract([{ name: "a" }, { name: "b" }, { name: "c" }], { entries: 2 })).toMatch(/at most 2 entries/);
  expect(await tryExtract([{ name: "z", content: zeros }])).toBe("extracted z");
});

test("entries that share their content are refused", async () => {
  const one = createZip([{ name: "a", content: "x".repeat(2000), method: 0 }]);
  const start = one.indexOf(toSignature(0x02014b50));
  const central = one.subarray(start, one.length - 22);
  const copies = Array.from({ length: 5 }, (_, index) => {
    const copy = Buffer.from(central);
    copy[46] = 97 + index;
    return copy;
  });
  const directory = Buffer.concat(copies);
  const archive = Buffer.concat([one.subarray(0, start), directory, toEnd(5, directory.length, start)]);
  expect(await tryExtract(archive)).toMatch(/do not overlap/);
});

test("damaged archives give an error that names the entry, and leave nothing behind", async () => {
  const sound = createZip([{ name: "a.txt", content: "some text that is long enough".repeat(20), method: 0 }]);
  const damaged = Buffer.from(sound);
  damaged[60] = (damaged[60] ?? 0) ^ 1;
  expect(await tryExtract(damaged)).toMatch(/expected content of the checksum/);
  expect(await tryExtract(Buffer.from("PK"))).toMatch(/expected a zip archive/);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
      fc.nat(sound.length),
      async (edits, length) => {
        const bytes = Buffer.from(sound);
        for (const [at, value] of edits) bytes[at] = value;
        const said = await tryExtract(bytes.subarray(0, length % 3 === 0 ? length : bytes.length));
        expect(said).not.toMatch(/^a crash/);
      },
    ),
    { numRuns: 200 },
  );
  expect(await listLeftovers()).toEqual([]);
});

test("readProblem reads the problem of an archive, and errors name the archive", async () => {
  const folder = join(root, "native");
  await writeNativeProblem(createProblem(), folder);
  const items: Item[] = [];
  for (const name of await readdir(folder, { recursive: true })) {
    if ((await stat(join(folder, name))).isFile()) items.push({ name, content: await readFile(join(folder, name)) });
  }
  const path = join(root, "top.zip");
  await writeFile(path, createZip(items));
  expect(await readProblem(path)).toEqual(createProblem());
  const inFolder = items.map((item) => ({ ...item, name: `x/${item.name}` }));
  await writeFile(path, createZip([...inFolder, { name: "__MACOSX/x/._y" }]));
  expect(await readProblem(path)).toEqual(createProblem());
  await writeFile(path, createZip([{ name: "p/problem.xml", content: "<problem" }]));
  await expect(readProblem(path)).rejects.toMatchObject({
    message: expect.stringMatching(/top\.zip is not a valid problem:\n {2}p\/problem\.xml:1/),
  });
  await writeFile(path, createZip([{ name: "readme" }]));
  await expect(readProblem(path)).rejects.toMatchObject({ code: "PROBLEM_FORMAT_UNKNOWN" });
});
