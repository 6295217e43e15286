export { answerInputs } from "./answer-inputs.ts";
export { checkBruteForce } from "./check-brute-force.ts";
export { checkGenerator, type TestSize } from "./check-generator.ts";
export { checkValidator } from "./check-validator.ts";
export type { ForgeContext, ToolCheck } from "./forge-context.ts";
export { generateInputs, type GeneratedInput, type GeneratedInputs } from "./generate-inputs.ts";
export { groupOutputs } from "./group-outputs.ts";
export { validateInputs, type InputVerdict } from "./validate-inputs.ts";
