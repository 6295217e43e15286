import type { InputSpec } from "../../problem/index.ts";
import { AppError, type Rng } from "../../std/index.ts";
import { buildInput } from "./build-input.ts";
import type { InputScope } from "./input-value.ts";
import { createRandomStrategy } from "./random-strategy.ts";
import { parseShape } from "./shapes.ts";
import { BuildReject } from "./strategy.ts";
import { toCompiled } from "./to-compiled.ts";

/** How large an input is: from 0 (as small as can be) to 1 (as large as can be), on a logarithmic scale. */
export interface GenerateOptions {
  readonly size: number;
  /** A name of `listShapes`, or several joined by commas; undefined: random. */
  readonly shape?: string | undefined;
  /** Sizes are what `size` allows, instead of at most that. */
  readonly isExact?: boolean | undefined;
  /** How far numbers that are no sizes stray from their simplest value at most; undefined: by chance. */
  readonly reach?: bigint | undefined;
  readonly rng: Rng;
}

/**
 * A valid input; equal seeds give equal inputs.
 *
 * @throws FORGE_SPEC_INVALID, FORGE_SHAPE_UNKNOWN, FORGE_SPEC_UNSATISFIABLE where none was found in 200 tries
 */
export function generateInput(spec: InputSpec, options: GenerateOptions): InputScope {
  const compiled = toCompiled(spec);
  const shape = parseShape(options.shape ?? "random");
  if (shape === undefined) {
    throw new AppError({
      code: "FORGE_SHAPE_UNKNOWN",
      message: `expected a shape of listShapes such as array:sorted, got ${options.shape}; see the catalogue`,
    });
  }
  let reason = "";
  for (let attempt = 0; attempt < maxTries; attempt++) {
    const rng = options.rng.derive("generate", attempt);
    const size = attempt < maxTries / 4 ? options.size : options.size * rng.nextFloat();
    const strategy = createRandomStrategy({
      rng,
      size,
      shape: attempt < maxTries / 2 ? shape : {},
      isExact: options.isExact ?? false,
      reach: options.reach,
    });
    try {
      return buildInput(compiled, strategy);
    } catch (thrown) {
      if (!(thrown instanceof BuildReject)) throw thrown;
      reason = thrown.message;
    }
  }
  throw new AppError({
    code: "FORGE_SPEC_UNSATISFIABLE",
    message: `no input of the specification was found in ${maxTries} tries (last dead end: ${reason}); make its ranges and conditions agree`,
  });
}

const maxTries = 200;
