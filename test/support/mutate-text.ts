import { posix } from "node:path";
import type { Rng } from "../../src/std/index.ts";

/** Bytes flipped, dropped, doubled, put in or cut. */
export function mutateBytes(bytes: Uint8Array, rng: Rng): { readonly bytes: Uint8Array; readonly way: string } {
  const [a, b] = [rng.nextInt(0, bytes.length), rng.nextInt(0, bytes.length)];
  const [low, high] = a < b ? [a, b] : [b, a];
  const copy = Buffer.from(bytes);
  switch (rng.nextInt(0, 8)) {
    case 0:
      for (let i = 0; i < 8 && copy.length > 0; i++) copy[rng.nextInt(0, copy.length - 1)] = rng.nextInt(0, 255);
      return { bytes: new Uint8Array(copy), way: "bytes changed" };
    case 1:
      return { bytes: toWhole(copy.subarray(0, low), copy.subarray(high)), way: "a part dropped" };
    case 2:
      return { bytes: toWhole(copy.subarray(0, high), copy.subarray(low)), way: "a part doubled" };
    case 3:
      return { bytes: copy.subarray(0, low), way: "cut" };
    case 4:
      return { bytes: new Uint8Array(), way: "empty" };
    case 5:
      return { bytes: toWhole(Buffer.from([0xef, 0xbb, 0xbf]), copy), way: "a byte-order mark" };
    case 6:
      return {
        bytes: new Uint8Array(Buffer.from(copy.toString("latin1").replaceAll("\n", "\r\n"), "latin1")),
        way: "CRLF",
      };
    case 7:
      return {
        bytes: toWhole(copy.subarray(0, low), Buffer.from([0, 0xff, 0xfe, 0x80]), copy.subarray(low)),
        way: "no text",
      };
    default:
      return { bytes: Uint8Array.from({ length: 300 }, () => rng.nextInt(0, 255)), way: "random bytes" };
  }
}

const values = [
  "null",
  "~",
  "[]",
  "{}",
  "true",
  "-1",
  "0",
  "1e309",
  "-0",
  ".nan",
  ".inf",
  '""',
  "''",
  "99999999999999999999999999",
  "0x7fffffff",
  "1.5",
  "[1, [2, [3]]]",
  "{a: {b: c}}",
  "*nowhere",
  "&a [*a]",
  "!!binary aGk=",
  "!!set {a}",
  "2026-13-45",
  "../../etc/passwd",
  "/etc/passwd",
  "__proto__",
  "a\u0000b",
  "\u202E",
  "NaN",
  "1 GiB",
  "1e3 s",
  "-5 s",
  "{count}",
  "[0, 1000000000]",
  "<<",
  "? ",
  "|",
  ">",
  "%",
  "@",
  "`",
  "x".repeat(100_000),
  "[".repeat(20_000),
  "{a: ".repeat(5000),
  "constructor",
  "hasOwnProperty",
  "${n}",
  "{{x}}",
  "{1..1000000000}",
  "{a,b}".repeat(30),
] as const;

const insertions = [
  '\n<!DOCTYPE a [<!ENTITY b "cccccccccc"><!ENTITY d "&b;&b;&b;&b;&b;&b;&b;&b;">]>\n',
  "<a>".repeat(20_000),
  "&lol;",
  "]]>",
  "<!--",
  "\nx: &x [1]\ny: [*x, *x, *x]\n",
  "\na: &a [*a]\n",
  "\n<<: {a: 1}\n",
  "\n---\nsecond: document\n",
  "\n...\n",
  "\n\t- tab\n",
  "\n__proto__: {polluted: true}\n",
  "\nunknown_key: 1\n",
  '\n{"a":',
  "\n" + "- ".repeat(5000) + "x\n",
  "\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e,*e,*e]\n",
];

/** A manifest with one value, line or mark changed, so that it mostly still reads as what it was. */
export function mutateManifest(text: string, rng: Rng): { readonly text: string; readonly way: string } {
  const lines = text.split("\n");
  const at = rng.nextInt(0, lines.length - 1);
  const other = rng.nextInt(0, lines.length - 1);
  const line = lines[at] ?? "";
  switch (rng.nextInt(0, 11)) {
    case 0:
    case 1:
    case 2:
    case 3: {
      const value = pick(values, rng);
      const changed = replaceValue(line, value, rng);
      return {
        text: toText(lines.with(at, changed)),
        way: `line ${at + 1} gets ${JSON.stringify(value.slice(0, 30))}`,
      };
    }
    case 4:
      return { text: toText(lines.toSpliced(at, 1)), way: `line ${at + 1} is gone` };
    case 5:
      return { text: toText(lines.toSpliced(other, 0, line)), way: `line ${at + 1} comes twice` };
    case 6:
      return {
        text: toText(lines.with(at, lines[other] ?? "").with(other, line)),
        way: `lines ${at + 1} and ${other + 1} swapped`,
      };
    case 7:
      return { text: toText(lines.with(at, `  ${line}`)), way: `line ${at + 1} is indented` };
    case 8: {
      const name = /[A-Za-z_-]{2,}/.exec(line)?.[0] ?? "";
      const renamed = name.length > 1 ? `${name[1]}${name[0]}${name.slice(2)}` : name;
      return { text: toText(lines.with(at, line.replace(name, renamed))), way: `line ${at + 1}: ${name} misspelt` };
    }
    case 9:
      return {
        text: toText(
          lines.with(
            at,
            line.replaceAll(/\d+/g, () => pick(["-1", "0", "1000000000000", "9".repeat(40), "1e9"], rng)),
          ),
        ),
        way: `line ${at + 1}: numbers`,
      };
    case 10: {
      const inserted = pick(insertions, rng);
      return {
        text: toText(lines.toSpliced(at, 0, inserted)),
        way: `at line ${at + 1} ${JSON.stringify(inserted.slice(0, 30))}`,
      };
    }
    default: {
      const mutated = mutateBytes(Buffer.from(text), rng);
      return { text: Buffer.from(mutated.bytes).toString("utf8"), way: mutated.way };
    }
  }
}

/** Whatever stands behind a colon, an equals sign or between quotes or tags. */
function replaceValue(line: string, value: string, rng: Rng): string {
  const places = [
    ...line.matchAll(/(?<=:[ \t]*)[^\s:,{}][^,}\n]*|(?<==[ \t]*)[^\s=][^\s>]*|(?<=")[^"\n]+(?=")|(?<=>)[^<\n]+(?=<)/g),
  ];
  const place = places.length === 0 ? undefined : pick(places, rng);
  if (place === undefined) return `${line} ${value}`;
  return line.slice(0, place.index) + value + line.slice(place.index + place[0].length);
}

/** A source that includes itself or another one. */
export function mutateSource(
  text: string,
  { own, other, rng }: { readonly own: string; readonly other: string; readonly rng: Rng },
): string {
  const relative = posix.relative(posix.dirname(own), other);
  const target = pick([posix.basename(own), relative, "../../../../etc/passwd", "/etc/passwd", "nowhere.h", "."], rng);
  return `#include "${target}"\n${text}`;
}

function pick<T>(items: readonly T[], rng: Rng): T {
  return items[rng.nextInt(0, items.length - 1)] as T;
}

function toWhole(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

function toText(lines: readonly string[]): string {
  return lines.join("\n");
}
