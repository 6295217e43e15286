import { openSandbox, probeSandbox, testSandbox, type SandboxTier } from "../../../src/sandbox/index.ts";
import { attackCompiler, attackInCpp } from "../attack.ts";
import { createHost } from "../watched-host.ts";

/** Says as JSON what a sandbox is worth on this host: `report-sandbox.ts CACHE BINARY [TIER]`; see combinePrograms. */
const [cacheDirectory, binary, tier] = process.argv.slice(2) as [string, string, SandboxTier | undefined];
const options = { cacheDirectory, tier };
const probe = await probeSandbox(options);
const checks = probe.kind === "sandbox-available" ? (await testSandbox(options)).checks : [];
const unsafe = await openSandbox({ readOnlyPaths: [], workBytes: 0, allowsProcesses: false }, { ...options, tier: "N" })
  .then(() => "opened")
  .catch((error: Error) => error.message);
const harm: string[] = [];
if (probe.kind === "sandbox-available") {
  await using host = await createHost();
  for (const allowsProcesses of [false, true])
    harm.push(...(await attackInCpp({ options, host, allowsProcesses }, binary)));
  harm.push(...(await attackCompiler({ options, host })));
}
process.stdout.write(`${JSON.stringify({ probe, checks, unsafe, harm })}\n`);
