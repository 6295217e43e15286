import type { ProblemIssue } from "../../problem-issue.ts";
import type { Statement, StatementImage } from "../../statement.ts";
import { normalizeText } from "../text.ts";
import type { ProblemFolder } from "./folder.ts";
import { findImageReferences, toImagePath } from "./image-references.ts";
import { fileCaps, imageTypes, statementName, toStatementPath } from "./layout.ts";
import type { Manifest } from "./schema.ts";

/** The statements of a native folder: `statement.md` first, then `statement.TAG.md`. Empty where even that is missing. */
export async function readStatements(
  folder: ProblemFolder,
  manifest: Pick<Manifest, "statements">,
  report: (issue: ProblemIssue) => void,
): Promise<readonly Statement[]> {
  const tags = (await folder.listTop()).flatMap((entry) => /^statement\.([^.]+)\.md$/.exec(entry.name)?.[1] ?? []);
  const listed = manifest.statements ?? [{ language: "en" }, ...tags.map((language) => ({ language }))];
  const known = new Set(listed.slice(1).map((entry) => entry.language));
  for (const tag of tags.filter((item) => !known.has(item))) {
    report({ file: toStatementPath(1, tag), expected: "its language to be listed under statements", actual: tag });
  }
  const statements: Statement[] = [];
  for (const [index, entry] of listed.entries()) {
    const path = toStatementPath(index, entry.language);
    const markdown = await readMarkdown(folder, path, report);
    if (markdown === undefined) continue;
    statements.push({
      languageTag: entry.language,
      title: "title" in entry ? entry.title : undefined,
      isTranslation: "translation" in entry ? entry.translation : undefined,
      isPlaceholder: "placeholder" in entry ? entry.placeholder : undefined,
      markdown,
      images: await readImages(folder, { path, markdown }, report),
    });
  }
  return statements;
}

/** The media type that bytes are, by their signature. */
export function detectImageType(bytes: Uint8Array): StatementImage["mediaType"] | undefined {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString("latin1");
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) return "image/gif";
  if (head.startsWith("RIFF") && head.slice(8, 12) === "WEBP") return "image/webp";
  if (/<svg[\s>]/.test(head)) return "image/svg+xml";
  return undefined;
}

/** The media type that a path claims by its extension. */
export function toImageType(path: string): StatementImage["mediaType"] | undefined {
  const extension = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return isImageExtension(extension) ? imageTypes[extension] : undefined;
}

function isImageExtension(extension: string): extension is keyof typeof imageTypes {
  return Object.hasOwn(imageTypes, extension);
}

async function readMarkdown(
  folder: ProblemFolder,
  path: string,
  report: (issue: ProblemIssue) => void,
): Promise<string | undefined> {
  const expected = path === statementName ? "the statement in Markdown" : "the statement in this language";
  const raw = await folder.readText(path, fileCaps.statement, expected);
  if (raw === undefined) return undefined;
  const markdown = normalizeText(raw);
  const control = findControlCharacter(markdown);
  if (control !== undefined) {
    const code = control.codePointAt(0)?.toString(16).padStart(4, "0") ?? "";
    report({ file: path, expected: "text", actual: `control character U+${code.toUpperCase()}` });
    return undefined;
  }
  if (markdown.trim() === "") {
    report({ file: path, expected, actual: "an empty file" });
    return undefined;
  }
  return markdown;
}

/** The first character that no text holds: C0 controls other than tab and line feed, and DEL. */
export function findControlCharacter(text: string): string | undefined {
  return /[^\P{Cc}\t\n\u0080-\u009F]/u.exec(text)?.[0];
}

async function readImages(
  folder: ProblemFolder,
  statement: { readonly path: string; readonly markdown: string },
  report: (issue: ProblemIssue) => void,
): Promise<readonly StatementImage[]> {
  const images: StatementImage[] = [];
  for (const reference of findImageReferences(statement.markdown)) {
    const path = toImagePath(reference);
    const mediaType = toImageType(path);
    if (mediaType === undefined) {
      const types = Object.keys(imageTypes).join(", ");
      report({ file: statement.path, field: reference, expected: `an image of type ${types}`, actual: path });
      continue;
    }
    const bytes = await folder.read(path, fileCaps.image, `the image that ${statement.path} shows`);
    if (bytes === undefined) continue;
    const found = detectImageType(bytes);
    if (found === mediaType) images.push({ reference, mediaType, bytes });
    else
      report({ file: path, expected: `${mediaType} by its name`, actual: found ?? "content of no known image type" });
  }
  return images;
}
