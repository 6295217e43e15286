export { inspectSetup, type SetupCheck, type SetupReport } from "./inspect-setup.ts";
export { openTestMakers, type TestMakers } from "./open-test-makers.ts";
export type { Environment, Flags } from "./resolve-config.ts";
export { defaultConfig, settings, toVariableName, type Config, type Setting } from "./settings.ts";
export { readPackage } from "./read-package.ts";
export type { SessionEvent } from "./session-event.ts";
export { openSolveSession, toFailedEnding, type SolveRequest, type SolveSession } from "./solve-session.ts";
export { toStateDirectory } from "./state-directory.ts";
export { readToolVersion } from "./tool-version.ts";
