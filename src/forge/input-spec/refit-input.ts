import type { InputSpec } from "../../problem/index.ts";
import { buildInput } from "./build-input.ts";
import { createGuidedStrategy } from "./guided-strategy.ts";
import type { InputScope } from "./input-value.ts";
import { BuildReject, type Strategy } from "./strategy.ts";
import { toCompiled } from "./to-compiled.ts";

/**
 * The valid input that is near to a draft: values move into their ranges, lists to their lengths, graphs to their
 * rules. Undefined where no such input was found. @throws FORGE_SPEC_INVALID
 */
export function refitInput(spec: InputSpec, draft: InputScope, fallback?: Strategy): InputScope | undefined {
  try {
    return buildInput(toCompiled(spec), createGuidedStrategy(fallback), draft);
  } catch (thrown) {
    if (thrown instanceof BuildReject) return undefined;
    throw thrown;
  }
}
