import { compileInputSpec, type CompiledInputSpec, type InputSpec } from "../../problem/index.ts";
import { AppError } from "../../std/index.ts";

const cache = new WeakMap<InputSpec, CompiledInputSpec>();

/** The specification spelt out; compiled once for each object. @throws FORGE_SPEC_INVALID */
export function toCompiled(spec: InputSpec): CompiledInputSpec {
  const known = cache.get(spec);
  if (known !== undefined) return known;
  const result = compileInputSpec(spec);
  if (result.kind === "spec-refused") {
    const lines = result.issues.map(
      (issue) => `${issue.path.join(".")}: expected ${issue.expected}, got ${issue.actual}`,
    );
    throw new AppError({
      code: "FORGE_SPEC_INVALID",
      message: `the input specification is not valid: ${lines.join("; ")}`,
      data: { issues: result.issues.map((issue) => ({ ...issue })) },
    });
  }
  cache.set(spec, result.compiled);
  return result.compiled;
}
