import { posix } from "node:path";
import type { Statement, StatementImage } from "../../statement.ts";
import { findImageReferences, toImagePath } from "../native/image-references.ts";
import { fileCaps } from "../native/layout.ts";
import { detectImageType, toImageType } from "../native/read-statements.ts";
import { normalizeText } from "../text.ts";
import type { ForeignContext } from "./read-foreign.ts";

/**
 * A statement from a text of the package, with the images that it shows; undefined for a text of white space. An image
 * that is not there or of another type becomes words, since half a picture is worse than none.
 */
export async function createStatement(
  context: ForeignContext,
  source: {
    readonly file: string;
    readonly text: string;
    readonly languageTag: string;
    readonly title?: string | undefined;
    /** Where images are looked for, in this order. */
    readonly imageFolders: readonly string[];
  },
): Promise<Statement | undefined> {
  const { file, languageTag, title } = source;
  let markdown = normalizeText(source.text);
  const clean = markdown.replace(/[^\P{Cc}\t\n\u0080-\u009F]/gu, "");
  if (clean !== markdown) context.lose({ file, field: "", reason: "control characters in the text are dropped" });
  markdown = clean;
  if (markdown.trim() === "") return undefined;
  const images: StatementImage[] = [];
  for (const reference of findImageReferences(markdown)) {
    const image = await readImage(context, reference, source);
    if (image !== undefined) images.push(image);
    else markdown = dropImage(markdown, reference);
  }
  const left = new Set(images.map((image) => image.reference));
  for (const reference of findImageReferences(markdown).filter((item) => !left.has(item))) {
    context.report({ file, field: reference, expected: "an image of the package", actual: "no such image" });
  }
  return { languageTag, title, markdown, images };
}

async function readImage(
  context: ForeignContext,
  reference: string,
  source: { readonly file: string; readonly imageFolders: readonly string[] },
): Promise<StatementImage | undefined> {
  const lose = (reason: string): undefined => {
    context.lose({ file: source.file, field: reference, reason });
  };
  const paths = source.imageFolders.map((folder) => posix.join(folder, toImagePath(reference)));
  const mediaType = toImageType(toImagePath(reference));
  if (mediaType === undefined) return lose("an image of a type that is not read: it became words");
  for (const path of paths) {
    const isThere =
      context.files.has(path) || (await context.folder.list(posix.dirname(path))).includes(posix.basename(path));
    if (!isThere) continue;
    const bytes = await context.folder.read(path, fileCaps.image, `the image that ${source.file} shows`);
    if (bytes === undefined) return undefined;
    if (detectImageType(bytes) === mediaType) return { reference, mediaType, bytes };
    return lose(`the content of ${path} is not ${mediaType}: the image became words`);
  }
  return lose("an image that is not in the package: it became words");
}

/** The text with every showing of an image replaced by words. */
function dropImage(markdown: string, reference: string): string {
  const escaped = reference.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  const words = `[image ${reference.replace(/[[\]()!<>]/g, " ")}]`;
  return markdown
    .replace(new RegExp(`!\\[[^\\]\\n]{0,999}\\]\\([ \\t]{0,99}<?${escaped}>?[^)\\n]{0,999}\\)`, "g"), () => words)
    .replace(new RegExp(`<img\\b[^>]{0,999}?\\bsrc ?= ?["']?${escaped}["']?[^>]{0,999}>`, "gi"), () => words);
}
