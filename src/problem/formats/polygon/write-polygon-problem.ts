import type { Problem } from "../../problem.ts";
import { losePlain, refuseSpecial } from "../foreign/losses.ts";
import { ProgramPlacer } from "../foreign/place-programs.ts";
import { writeForeign, type ForeignOutput } from "../foreign/write-foreign.ts";
import type { Loss } from "../loss.ts";
import { isInsidePath } from "../native/folder.ts";
import { toImagePath } from "../native/image-references.ts";
import { manifestName, mainTestset, toLanguageName, toLanguageTag } from "./names.ts";
import { toTestsetLayouts } from "./layout-tests.ts";
import { toScoring } from "./read-testsets.ts";
import { addAssets } from "./write-assets.ts";
import { addTestset } from "./write-testset.ts";
import { createElement, findNonXml, toXmlText, type XmlNode } from "./xml-text.ts";

/**
 * Writes a problem as a Polygon package that reads back as the same problem as far as the format can say it; gives what
 * it cannot. The folder must not exist, or be empty.
 *
 * @throws PROBLEM_UNWRITABLE (`data.issues`) before anything is written, or where the file system refuses
 */
export async function writePolygonProblem(
  problem: Problem,
  directory: string,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<readonly Loss[]> {
  return writeForeign(problem, { directory, manifestName, signal: options.signal }, (output) => {
    refuseSpecial(output, problem, manifestName);
    losePlain(output, problem, manifestName);
    const text = toXmlText(toRoot(output, problem));
    const bad = findNonXml(text);
    if (bad !== undefined) {
      const actual = `U+${bad.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0") ?? ""}`;
      output.report({ file: manifestName, expected: "names and calls of characters that XML holds", actual });
    }
    output.add(manifestName, text);
  });
}

function toRoot(output: ForeignOutput, problem: Problem): XmlNode {
  const placer = new ProgramPlacer(output);
  const { names, statements } = addStatements(output, problem);
  const judging = addJudging(output, problem);
  const { executables, assets } = addAssets(
    { output, placer, groupIds: problem.groups.map((group) => group.id) },
    problem,
  );
  placer.finish(["files"]);
  const { sourceId = "", url, tags } = problem.provenance;
  const revision = sourceId.startsWith(`${problem.id}@`) ? sourceId.slice(problem.id.length + 1) : undefined;
  if (sourceId !== "" && revision === undefined) {
    output.lose({ file: manifestName, field: "provenance.sourceId", reason: "it is not NAME@REVISION" });
  }
  return createElement("problem", { revision, "short-name": problem.id, url }, [
    createElement("names", {}, names),
    createElement("statements", {}, statements),
    judging,
    createElement("files", {}, [createElement("executables", {}, executables)]),
    createElement("assets", {}, assets),
    createElement(
      "tags",
      {},
      tags.map((value) => createElement("tag", { value })),
    ),
  ]);
}

function addStatements(
  output: ForeignOutput,
  problem: Problem,
): { readonly names: readonly XmlNode[]; readonly statements: readonly XmlNode[] } {
  const names: XmlNode[] = [];
  const statements: XmlNode[] = [];
  for (const [index, { languageTag, title, markdown, images }] of problem.statements.entries()) {
    const language = toLanguageName(languageTag);
    const value = index === 0 ? problem.title : (title ?? problem.title);
    if (toLanguageTag(language) !== languageTag) {
      output.lose({ file: manifestName, field: `statements.${languageTag}`, reason: "the tag is a language's name" });
    }
    if (index === 0 && title !== undefined && title !== problem.title) {
      output.lose({ file: manifestName, field: "statements.0.title", reason: "the first name is the problem's title" });
    }
    const path = `statements/${language}/problem.md`;
    names.push(createElement("name", { language, value }));
    statements.push(createElement("statement", { charset: "UTF-8", language, path, type: "text/markdown" }));
    output.add(path, markdown);
    for (const image of images) {
      const target = `statements/${language}/${toImagePath(image.reference)}`;
      if (isInsidePath(target) && target !== path) output.add(target, image.bytes);
      else output.report({ file: path, field: image.reference, expected: "a path for images alone", actual: target });
    }
  }
  return { names, statements };
}

function addJudging(output: ForeignOutput, problem: Problem): XmlNode {
  const { sets, isExact } = toTestsetLayouts(problem);
  if (!isExact) {
    output.lose({ file: manifestName, field: "tests", reason: "ids and order become numbers from 1, in one test set" });
  }
  const main = sets.find((set) => set.name === mainTestset) ?? sets[0];
  const all = sets.flatMap((set) => set.tests);
  const told = toScoring(main?.prefix ?? "", isExact ? all : [], isExact ? problem.groups : []);
  const { scoring } = problem;
  const isSaid = isExact && JSON.stringify(told) === JSON.stringify(scoring);
  if (!isSaid && !(told.kind === "binary" && scoring.kind === "binary")) {
    const reason = `${scoring.kind} scoring; a reader sees ${told.kind} scoring from the points of tests and groups`;
    output.lose({ file: manifestName, field: "scoring", reason });
  }
  const { input, output: to } = problem.streams;
  return createElement(
    "judging",
    {
      "input-file": input.kind === "file" ? input.name : "",
      "output-file": to.kind === "file" ? to.name : "",
      "run-count": 1,
    },
    sets.map((set) => addTestset(output, problem, set)),
  );
}
