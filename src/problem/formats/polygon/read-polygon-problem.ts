import { posix } from "node:path";
import type { Problem, Streams } from "../../problem.ts";
import { toActualText } from "../../problem-issue.ts";
import { readForeign, toFolderId, type ForeignContext, type ForeignOptions } from "../foreign/read-foreign.ts";
import { createProgramReader } from "../foreign/read-program.ts";
import type { ReadProblemResult } from "../loss.ts";
import { fileCaps } from "../native/layout.ts";
import { normalizeText } from "../text.ts";
import { formatPath, manifestName } from "./names.ts";
import {
  readChecker,
  readGenerators,
  readInteractor,
  readSolutions,
  readValidators,
  readValidatorTests,
  type AssetContext,
} from "./read-assets.ts";
import { readStatements } from "./read-statements.ts";
import { readTestsets } from "./read-testsets.ts";
import { parseXmlSource, XmlView } from "./xml-source.ts";

/**
 * Reads a Polygon package, full or standard, from a folder, which may be hostile: see docs/problem-model.md for what its
 * fields become.
 *
 * @throws PROBLEM_NOT_FOUND, PROBLEM_INVALID (`data.issues` lists everything found), PROBLEM_UNREADABLE
 */
export async function readPolygonProblem(directory: string, options: ForeignOptions = {}): Promise<ReadProblemResult> {
  return readForeign({ directory, manifestName, signal: options.signal }, async (foreign) => {
    const root = await readManifest(foreign);
    if (root === undefined) return undefined;
    const resourceFolders = root
      .children("files", "resources", "file")
      .map((file) => posix.dirname(file.attribute("path") ?? ""));
    const searchFolders = [...new Set(["files", ...resourceFolders, "."])];
    const context: AssetContext = { ...foreign, programs: createProgramReader(foreign, { searchFolders }) };
    return toProblem(context, root, directory);
  });
}

async function readManifest(context: ForeignContext): Promise<XmlView | undefined> {
  const text = await context.folder.readText(manifestName, fileCaps.source, `a ${manifestName}`);
  if (text === undefined) return undefined;
  const source = parseXmlSource(normalizeText(text), manifestName);
  if (!(source instanceof XmlView)) {
    for (const issue of source) context.report(issue);
    return undefined;
  }
  if (source.name === "problem") return source;
  context.report({
    file: manifestName,
    line: source.line,
    expected: "a <problem> element",
    actual: `<${source.name}>`,
  });
  return undefined;
}

async function toProblem(context: AssetContext, root: XmlView, directory: string): Promise<Problem | undefined> {
  const shortName = root.attribute("short-name");
  const id = shortName ?? toFolderId(directory);
  const title = root.children("names", "name")[0]?.attribute("value") ?? id;
  const assets = root.child("assets");
  const judging = root.child("judging");
  const testsets = await readTestsets(context, judging);
  const [first, ...others] = await readStatements(context, root, title);
  const validators = await readValidators(context, assets);
  const validatorTests = await readValidatorTests(context, assets, createPathReader(context), validators);
  const checker = await readChecker(context, assets);
  const interactor = await readInteractor(context, assets);
  const generators = await readGenerators(context, root);
  const solutions = await readSolutions(context, assets);
  reportLosses(context, root);
  if (first === undefined) {
    context.report({
      file: manifestName,
      field: "names",
      expected: "a name or a statement in some language",
      actual: "none",
    });
    return undefined;
  }
  const revision = root.attribute("revision");
  return {
    id,
    title,
    statements: [first, ...others],
    limits: testsets.limits,
    streams: toStreams(judging),
    tests: testsets.tests,
    plannedTests: testsets.plannedTests.length === 0 ? undefined : testsets.plannedTests,
    groups: testsets.groups,
    checker,
    interactor,
    validators,
    generators,
    solutions,
    validatorTests: validatorTests.length === 0 ? undefined : validatorTests,
    scoring: testsets.scoring,
    provenance: {
      format: "polygon",
      url: root.attribute("url"),
      sourceId: revision === undefined ? undefined : `${id}@${revision}`,
      authors: [],
      tags: root.children("tags", "tag").flatMap((tag) => tag.attribute("value") ?? []),
    },
  };
}

function toStreams(judging: XmlView | undefined): Streams {
  const [input, output] = [judging?.attribute("input-file") ?? "", judging?.attribute("output-file") ?? ""];
  return {
    input: input === "" || input === "stdin" ? { kind: "stdin" } : { kind: "file", name: input },
    output: output === "" || output === "stdout" ? { kind: "stdout" } : { kind: "file", name: output },
  };
}

const helperTestCap = 10_000;

function createPathReader(context: ForeignContext) {
  return (set: XmlView, patterns: readonly string[]) =>
    set
      .children("tests", "test")
      .slice(0, helperTestCap)
      .flatMap((element, index) => {
        const paths = patterns.flatMap((name) => {
          const pattern = set.child(name);
          const path = formatPath(pattern?.text ?? "", index + 1);
          if (path !== undefined) return [posix.normalize(path)];
          if (index === 0) {
            context.report({
              file: manifestName,
              line: (pattern ?? set).line,
              field: name,
              expected: 'a path with one number, such as "files/tests/validator-tests/%02d"',
              actual: toActualText(pattern?.text),
            });
          }
          return [];
        });
        const number = posix.basename(paths[0] ?? "");
        return paths.length === patterns.length ? [{ element, paths, number }] : [];
      });
}

/** Parts of a package that nothing here has a use for yet. */
function reportLosses(context: ForeignContext, root: XmlView): void {
  const lose = (field: string, reason: string): void => context.lose({ file: manifestName, field, reason });
  if (root.children("tutorials", "tutorial").length > 0) lose("tutorials", "editorials are not read");
  if (root.children("materials", "material").length > 0) lose("materials", "further files for contestants");
  if (root.children("documents", "document").length > 0) lose("documents", "further files of the authors");
  if (root.children("files", "attachments", "file").length > 0) lose("files.attachments", "files for contestants");
  for (const property of root.children("properties", "property")) {
    lose(
      `properties.${property.attribute("name") ?? ""}`,
      `${property.attribute("value") ?? ""}, of use to Polygon alone`,
    );
  }
  const stresses = root.children("stresses", "list", "stress").length;
  if (stresses > 0) lose("stresses", `${stresses} searches for tests against single solutions`);
  for (const file of root.children("files", "resources", "file")) {
    if (file.child("assets") === undefined && file.attribute("main") !== "true") continue;
    const field = `files.resources.${file.attribute("path") ?? ""}`;
    lose(field, "compiled together with solutions, which here are programs by themselves");
  }
  const scripts = [...context.files].filter(
    (path) => path.endsWith(".ftl") && !/(?:^|\/)(?:statements|tutorial)\.ftl$/.test(path),
  );
  for (const path of scripts)
    context.lose({ file: path, field: "", reason: "FreeMarker test scripts are not expanded here" });
}
