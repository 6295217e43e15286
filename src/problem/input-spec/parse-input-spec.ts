import { parseYaml } from "../formats/native/yaml-source.ts";
import { toSchemaIssues } from "../formats/schema-issues.ts";
import { normalizeText } from "../formats/text.ts";
import type { ProblemIssue } from "../problem-issue.ts";
import { compileInputSpec } from "./compile-input-spec.ts";
import type { InputSpec } from "./input-spec.ts";
import { inputSpecSchema } from "./schema.ts";

/** Reads a specification from YAML or JSON, e.g. a file or what a model wrote; a fenced block in prose is found. */
export function parseInputSpec(
  text: string,
  file = "input-spec.yaml",
):
  | { readonly kind: "spec-parsed"; readonly spec: InputSpec }
  | { readonly kind: "spec-refused"; readonly issues: readonly ProblemIssue[] } {
  const source = parseYaml(unfence(normalizeText(text)), file);
  if (!("lineOf" in source)) return { kind: "spec-refused", issues: source };
  const parsed = inputSpecSchema.safeParse(source.data ?? {});
  if (!parsed.success) {
    return {
      kind: "spec-refused",
      issues: toSchemaIssues(parsed.error, { file, data: source.data, lineOf: source.lineOf }),
    };
  }
  const compiled = compileInputSpec(parsed.data);
  if (compiled.kind === "spec-compiled") return { kind: "spec-parsed", spec: parsed.data };
  return {
    kind: "spec-refused",
    issues: compiled.issues.map(({ path, expected, actual }) => ({
      file,
      field: path.join("."),
      line: source.lineOf(path),
      expected,
      actual,
    })),
  };
}

function unfence(text: string): string {
  const fenced = /^```[a-z]*\n([\s\S]*?)^```[ \t]*$/m.exec(text);
  return fenced?.[1] ?? text;
}
