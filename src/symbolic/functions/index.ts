import { countingFunctions } from "./counting-functions.ts";
import { digitFunctions } from "./digit-functions.ts";
import { divisorFunctions } from "./divisor-functions.ts";
import type { FunctionDefinition } from "./function-definition.ts";

const all = { ...digitFunctions, ...divisorFunctions, ...countingFunctions };

export type FunctionName = keyof typeof all;

/** Every function of integers that a formula may call. */
export const functions: Readonly<Record<FunctionName, FunctionDefinition>> = all;

/** The names in a fixed order. */
export const functionNames = Object.keys(all) as readonly FunctionName[];
