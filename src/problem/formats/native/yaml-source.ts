import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, type Document } from "yaml";
import { toMessage } from "../../../std/index.ts";
import type { ProblemIssue } from "../../problem-issue.ts";

/** A YAML text as data, and where each field stands. */
export interface YamlSource {
  readonly data: unknown;
  /** The line of the field, or of the nearest field around it that exists. */
  lineOf(path: readonly (string | number)[]): number | undefined;
}

/** Parses untrusted YAML 1.2: core tags only, unique text keys, few aliases. Syntax errors come back as issues. */
export function parseYaml(text: string, file: string): YamlSource | readonly ProblemIssue[] {
  const lineCounter = new LineCounter();
  try {
    const document = parseDocument(text, {
      lineCounter,
      version: "1.2",
      schema: "core",
      stringKeys: true,
      resolveKnownTags: false,
      prettyErrors: false,
    });
    const faults = [...document.errors, ...document.warnings];
    if (faults.length > 0) {
      return faults.map((fault) => ({
        file,
        line: lineCounter.linePos(fault.pos[0]).line,
        expected: "valid YAML",
        actual: fault.message,
      }));
    }
    if (document.directives?.yaml.explicit === true && document.directives.yaml.version !== "1.2") {
      return [{ file, line: 1, expected: "YAML 1.2", actual: `YAML ${document.directives.yaml.version}` }];
    }
    const data: unknown = document.toJS({ maxAliasCount: 100 });
    if (containsItself(data))
      return [{ file, expected: "YAML whose aliases end", actual: "a value that contains itself" }];
    return { data, lineOf: (path) => findLine(document, lineCounter, path) };
  } catch (cause) {
    return [{ file, expected: "YAML that is not nested or aliased beyond reason", actual: toMessage(cause) }];
  }
}

function containsItself(data: unknown, above: readonly unknown[] = []): boolean {
  if (typeof data !== "object" || data === null) return false;
  if (above.includes(data)) return true;
  const path = [...above, data];
  return Object.values(data).some((value) => containsItself(value, path));
}

function findLine(
  document: Document.Parsed,
  lineCounter: LineCounter,
  path: readonly (string | number)[],
): number | undefined {
  let offset: number | undefined;
  let node: unknown = document.contents;
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(part));
      if (!pair) break;
      if (isNode(pair.key)) offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else {
      node = isSeq(node) ? node.items[Number(part)] : undefined;
      if (!isNode(node)) break;
      offset = node.range?.[0] ?? offset;
    }
  }
  return offset === undefined ? undefined : lineCounter.linePos(offset).line;
}
