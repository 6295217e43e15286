import { toActualText } from "../../problem-issue.ts";
import type { Statement, StatementImage } from "../../statement.ts";
import { isInsidePath } from "../native/folder.ts";
import { findImageReferences, toImagePath } from "../native/image-references.ts";
import { fileCaps } from "../native/layout.ts";
import { detectImageType, findControlCharacter, toImageType } from "../native/read-statements.ts";
import { normalizeText } from "../text.ts";
import { applyConstants, type KattisContext } from "./context.ts";
import type { KattisMetadata } from "./read-metadata.ts";
import { texToMarkdown } from "./tex-to-markdown.ts";

/** The statements of a package and its title; English first where there is English. */
export async function readStatements(
  context: KattisContext,
  metadata: KattisMetadata,
  fallbackTitle: string,
): Promise<{ readonly title: string; readonly statements: readonly [Statement, ...Statement[]] }> {
  const found: { readonly tag: string; readonly name: string | undefined; readonly statement: Statement }[] = [];
  for (const file of await findFiles(context, metadata)) {
    const statement = await readStatement(context, metadata, file);
    if (statement !== undefined) found.push(statement);
  }
  const first = found[0];
  const title = metadata.names.get("") ?? metadata.names.get(first?.tag ?? "en") ?? [...metadata.names.values()][0];
  const shown = (title ?? first?.name ?? fallbackTitle).trim() || fallbackTitle;
  const statements = found.map(({ tag, name, statement }) => {
    const own = metadata.names.get(tag) ?? (metadata.names.size === 0 ? name : undefined);
    return own === undefined || own === shown ? statement : { ...statement, title: own };
  });
  const [head, ...rest] = statements;
  if (head !== undefined) return { title: shown, statements: [head, ...rest] };
  context.lose(toFolders(metadata)[0], "", "no statement that can be read: a placeholder stands for it");
  return { title: shown, statements: [createPlaceholder("en", shown)] };
}

interface StatementFile {
  readonly tag: string;
  readonly path: string;
  readonly kind: string;
}

function toFolders(metadata: KattisMetadata): readonly [string, string] {
  return metadata.version === "legacy" ? ["problem_statement", "statement"] : ["statement", "problem_statement"];
}

async function findFiles(context: KattisContext, metadata: KattisMetadata): Promise<readonly StatementFile[]> {
  const [usual, other] = toFolders(metadata);
  const direct = await context.folder.list(usual);
  const folder = direct.length > 0 ? usual : other;
  const names = direct.length > 0 ? direct : await context.folder.list(other);
  if (folder !== usual && names.length > 0)
    context.lose(folder, "", `the folder of another version: ${usual}/ is meant`);
  const files = new Map<string, StatementFile>();
  const kinds = ["md", "tex", "txt", "html", "pdf"];
  for (const name of names) {
    const [, tag = "en", kind = ""] =
      /^problem(?:\.([A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*))?\.(md|tex|txt|html|pdf)$/.exec(name) ?? [];
    if (kind === "") continue;
    const rival = files.get(tag);
    if (rival !== undefined) context.lose(`${folder}/${name}`, "", "a second statement in one language: one is kept");
    if (rival === undefined || kinds.indexOf(kind) < kinds.indexOf(rival.kind)) {
      files.set(tag, { tag, path: `${folder}/${name}`, kind });
    }
  }
  if (files.size === 0) {
    const top = new Set((await context.folder.listTop()).map((entry) => entry.name));
    const kind = kinds.find((item) => top.has(`problem.${item}`));
    if (kind !== undefined) files.set("en", { tag: "en", path: `problem.${kind}`, kind });
  }
  return [...files.values()].toSorted((a, b) => rank(a.tag) - rank(b.tag) || (a.tag < b.tag ? -1 : 1));
}

async function readStatement(context: KattisContext, metadata: KattisMetadata, { tag, path, kind }: StatementFile) {
  if (kind === "pdf" || kind === "html") {
    context.lose(path, "", `a statement as ${kind}: a placeholder stands for its text`);
    const title = metadata.names.get(tag) ?? metadata.names.get("") ?? "";
    return { tag, name: undefined, statement: createPlaceholder(tag, title) };
  }
  const raw = await context.folder.readText(path, fileCaps.statement, "a statement");
  if (raw === undefined) return undefined;
  const text = normalizeText(raw);
  const control = findControlCharacter(text);
  if (control !== undefined) {
    const code = control.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0") ?? "";
    context.report({ file: path, expected: "text", actual: `control character U+${code}` });
    return undefined;
  }
  const filled = applyConstants(text, metadata.constants);
  const { title, markdown } =
    kind === "tex" ? texToMarkdown(fillTex(filled, metadata)) : { title: undefined, markdown: filled };
  const shown = markdown.replace(/^[ \t]*\{\{(?:nextsample|remainingsamples)\}\}[ \t]*\n?/gm, "");
  if (shown.trim() === "") {
    context.lose(path, "", "an empty statement: a placeholder stands for it");
    const name = metadata.names.get(tag) ?? metadata.names.get("") ?? title ?? "";
    return { tag, name: title, statement: createPlaceholder(tag, name) };
  }
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  const { text: kept, images } = await readImages(context, { path, folder, markdown: shown });
  return { tag, name: title, statement: { languageTag: tag, markdown: kept, images } };
}

function fillTex(tex: string, { constants }: KattisMetadata): string {
  return tex.replace(/\\constant\s*\{([^{}]{1,200})\}/g, (whole, name: string) => constants.get(name.trim()) ?? whole);
}

function createPlaceholder(languageTag: string, title: string): Statement {
  const markdown = `# ${title.replace(/\s+/g, " ").trim() || "Problem"}\n\nThe text of this problem is not here: only its tests and limits are known.\n`;
  return { languageTag, isPlaceholder: true, markdown, images: [] };
}

/** The images that a text shows; one that cannot be read gives way to words. */
async function readImages(
  { spare, lose }: KattisContext,
  { path, folder, markdown }: { readonly path: string; readonly folder: string; readonly markdown: string },
): Promise<{ readonly text: string; readonly images: readonly StatementImage[] }> {
  const images: StatementImage[] = [];
  let text = markdown;
  for (const reference of findImageReferences(markdown)) {
    const target = toImagePath(reference);
    const file = folder === "" ? target : `${folder}/${target}`;
    const mediaType = toImageType(target);
    const isUsable = mediaType !== undefined && isInsidePath(target);
    const bytes = isUsable ? await spare.read(file, fileCaps.image, `the image that ${path} shows`) : undefined;
    const found = bytes && detectImageType(bytes);
    if (mediaType !== undefined && bytes !== undefined && found === mediaType)
      images.push({ reference, mediaType, bytes });
    else {
      if (!isUsable) lose(path, reference, "an image of a kind that is not kept, or outside the folder");
      else if (bytes !== undefined)
        lose(file, "", `an image that is ${found ?? "of no known kind"} in spite of its name`);
      text = dropImage(text, reference);
    }
  }
  const references = findImageReferences(text);
  const ordered = references.flatMap((reference) => images.find((image) => image.reference === reference) ?? []);
  if (references.length !== ordered.length)
    lose(path, "", `images that cannot be told apart: ${toActualText(references)}`);
  return { text, images: ordered };
}

function dropImage(markdown: string, reference: string): string {
  const quoted = reference.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  return markdown
    .replace(
      new RegExp(`!\\[([^\\]\\n]{0,999})\\]\\([ \\t]{0,99}<?${quoted}>?[^)\\n]{0,999}\\)`, "g"),
      (_, words: string) => words || "(an image)",
    )
    .replace(new RegExp(`<img\\b[^>]{0,999}?\\bsrc[ ]?=[ ]?["']?${quoted}["']?[^>]{0,999}>`, "gi"), "(an image)");
}

function rank(tag: string): number {
  return tag === "en" ? 0 : 1;
}
