import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const hostile = join(import.meta.dirname, "hostile");

/** Compiles many small programs as one, which runs the one that its first argument names: a compiler start each is slow. */
export async function combinePrograms(names: readonly string[], directory: string): Promise<string> {
  const texts = await Promise.all(names.map((name) => readFile(join(hostile, `${name}.cpp`), "utf8")));
  const includes = new Set(texts.flatMap((text) => text.match(/^#include <.*>$/gmu) ?? []));
  const programs = texts.map((text, index) => {
    const body = text.replaceAll(/^#include <.*>$/gmu, "").replaceAll(/^extern char\*\* environ;$/gmu, "");
    // Unlike the one in `main`, the end of a function that was renamed is no return.
    const renamed = body
      .trimEnd()
      .slice(0, -1)
      .replace(/\bint main\(/u, "int start(");
    return `namespace p${index} {\n${renamed}\n  return 0;\n}\n}\n`;
  });
  const calls = texts.map((text, index) => {
    const args = /\bint main\(int/u.test(text) ? "argc, argv" : "";
    return `  if (!strcmp(argv[1], "${names[index]}")) return p${index}::start(${args});\n`;
  });
  const source = [...includes, "extern char** environ;", ...programs].join("\n");
  const path = join(directory, "all.cpp");
  await writeFile(
    path,
    `${source}\nint main(int argc, char** argv) {\n  if (argc < 2) return 99;\n${calls.join("")}  return 98;\n}\n`,
  );
  const target = join(directory, "hostile");
  await promisify(execFile)("g++", ["-w", "-O1", "-std=gnu++17", "-static", "-pthread", "-o", target, path]);
  return target;
}
