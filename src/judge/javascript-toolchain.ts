import { createTestData } from "../problem/index.ts";
import { findLibraryPaths } from "./interpreted-paths.ts";
import type { RunPlan, Toolchain } from "./toolchain.ts";

/** Node: the one that runs this process. */
export async function findJavascriptToolchain(): Promise<Toolchain> {
  const node = process.execPath;
  const shared = { env: { LC_ALL: "C.UTF-8", NODE_NO_WARNINGS: "1" }, readOnlyPaths: await findLibraryPaths([node]) };
  return {
    kind: "toolchain-found",
    language: "javascript",
    version: `node ${process.version}`,
    sourceFileName: "main.js",
    compile: {
      ...shared,
      argv: [node, "--check", "/box/main.js"],
      product: "source",
      reservesAddressSpace: true,
    },
    createRunPlan: () => createRunPlan(node, shared),
  };
}

const mebibyte = 2 ** 20;
const prelude = { name: "prelude.cjs", isExecutable: false } as const;

function createRunPlan(node: string, shared: Pick<RunPlan, "env" | "readOnlyPaths">): RunPlan {
  const start = ["--require", "/box/prelude.cjs", "/box/main.js"];
  return {
    ...shared,
    argv: [node, ...start],
    createArgv: ({ memoryBytes, stackBytes }) => [
      node,
      `--max-old-space-size=${Math.max(8, Math.floor(memoryBytes / mebibyte))}`,
      `--stack-size=${Math.max(900, Math.floor((stackBytes - 2 * mebibyte) / 1024))}`,
      ...start,
    ],
    fileName: "main.js",
    moreFiles: [{ ...prelude, blob: createTestData(preludeSource) }],
    startUpAllowanceMs: 150,
    reservesAddressSpace: true,
    memoryAllowanceBytes: 96 * mebibyte,
    processCount: 64,
    memoryComplaint: /JavaScript heap out of memory|Array buffer allocation failed/,
  };
}

/** Programs like to read `/dev/stdin`, which leads through `/proc`, and there is none. */
const preludeSource = `
"use strict";
const fs = require("fs");
const toInput = (path) => (path === "/dev/stdin" ? 0 : path);
for (const name of ["readFileSync", "openSync", "readFile", "open"]) {
  const own = fs[name];
  fs[name] = (path, ...rest) => own.call(fs, toInput(path), ...rest);
}
const { openSync } = fs;
fs.openSync = (path, ...rest) => (path === 0 ? 0 : openSync(path, ...rest));
const { createReadStream } = fs;
fs.createReadStream = (path, options) =>
  path === "/dev/stdin"
    ? createReadStream("", { ...(typeof options === "string" ? { encoding: options } : options), fd: 0 })
    : createReadStream(path, options);
`;
