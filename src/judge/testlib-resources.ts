import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Program } from "../problem/index.ts";

/**
 * Gives a C++ program that includes `testlib.h` and brings none our own (`native/testlib`); any other program is
 * returned as it is. A program that brings its own is compiled with that.
 */
export function addTestlib(program: Program): Program {
  const resources = program.resources ?? [];
  if (!program.language.startsWith("cpp") || resources.some((resource) => resource.fileName === headerName)) {
    return program;
  }
  const isUsed = [program.source, ...resources.map((resource) => resource.source)].some((text) => include.test(text));
  return isUsed ? { ...program, resources: [...resources, ...readTestlib()] } : program;
}

/**
 * The same program with all standard headers behind our `testlib.h`, which includes fewer than others do; undefined
 * where it does not use ours.
 */
export function widenTestlib(program: Program): Program | undefined {
  const completed = addTestlib(program);
  if (completed === program) return undefined;
  const resources = (completed.resources ?? []).map((resource) =>
    resource.fileName === headerName
      ? { ...resource, source: `#define TESTLIB_ALL_HEADERS\n${resource.source}` }
      : resource,
  );
  return { ...completed, resources };
}

const headerName = "testlib.h";
const include = /^[ \t]*#[ \t]*include[ \t]*(?:"testlib\.h"|<testlib\.h>)/m;
const directory = path.join(import.meta.dirname, "..", "..", "native", "testlib");

type Resources = NonNullable<Program["resources"]>;

let files: Resources | undefined;

function readTestlib(): Resources {
  files ??= readdirSync(directory)
    .filter((fileName) => fileName.endsWith(".h"))
    .toSorted()
    .map((fileName) => ({ fileName, source: readFileSync(path.join(directory, fileName), "utf8") }));
  return files;
}
