import { openSandbox, probeSandbox, testSandbox, type SandboxTier } from "../../../src/sandbox/index.ts";

/** Says as JSON what a sandbox is worth on this host: `report-sandbox.ts CACHE [TIER]`. */
const [cacheDirectory, tier] = process.argv.slice(2) as [string, SandboxTier | undefined];
const options = { cacheDirectory, tier };
const probe = await probeSandbox(options);
const report = probe.kind === "sandbox-available" ? await testSandbox(options) : undefined;
const unsafe = await openSandbox({ readOnlyPaths: [], workBytes: 0, allowsProcesses: false }, { ...options, tier: "N" })
  .then(() => "opened")
  .catch((error: Error) => error.message);
console.log(JSON.stringify({ probe, checks: report?.checks ?? [], unsafe }));
