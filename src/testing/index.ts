export { hasTool, listChildPids } from "./host.ts";
export { createProblem, createTestCase } from "./problem-builders.ts";
export { type FakeAnswer } from "./fake-model-dialects.ts";
export {
  createFakeModelServer,
  type FakeModelReply,
  type FakeModelRequest,
  type FakeModelScript,
  type FakeModelServer,
} from "./fake-model-server.ts";
export { createScriptedPolicy, type ScriptedAnswer, type ScriptedPolicy } from "./scripted-policy.ts";
export { createManualClock, type ManualClock } from "./manual-clock.ts";
export { bestRunProblem, bestRunPrograms, toAnswerText } from "./best-run.ts";
