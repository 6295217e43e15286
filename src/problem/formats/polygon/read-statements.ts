import { posix } from "node:path";
import type { Statement } from "../../statement.ts";
import type { ForeignContext } from "../foreign/read-foreign.ts";
import { createStatement } from "../foreign/read-statement.ts";
import { fileCaps } from "../native/layout.ts";
import { manifestName, toLanguageTag } from "./names.ts";
import type { XmlView } from "./xml-source.ts";

interface Copy {
  readonly path: string;
  readonly type: string;
  readonly charset: string;
}

/**
 * The statement in every language that `problem.xml` names. Of its copies the first of Markdown, statement sections, TeX
 * and HTML is kept as text; TeX stays TeX but for its pictures. A language with nothing but a PDF gets a placeholder.
 */
export async function readStatements(
  context: ForeignContext,
  root: XmlView,
  title: string,
): Promise<readonly Statement[]> {
  const titles = new Map(root.children("names", "name").map((name) => [name.attribute("language") ?? "", name]));
  const copies = new Map<string, Copy[]>([...titles.keys()].map((language) => [language, []]));
  for (const element of root.children("statements", "statement")) {
    const language = element.attribute("language") ?? "";
    const path = element.attribute("path") ?? "";
    const copy = { path, type: element.attribute("type") ?? "", charset: element.attribute("charset") ?? "UTF-8" };
    copies.set(language, [...(copies.get(language) ?? []), copy]);
  }
  const statements: Statement[] = [];
  for (const [language, list] of copies) {
    const languageTag = toLanguageTag(language);
    if (languageTag === undefined) {
      context.lose({ file: manifestName, field: `statements.${language}`, reason: "a language without a known tag" });
      continue;
    }
    const own = titles.get(language)?.attribute("value");
    const about = { language, languageTag, title: own === undefined || own === title ? undefined : own };
    statements.push(await readStatement(context, about, list, { title, url: root.attribute("url") }));
  }
  return statements;
}

interface About {
  readonly language: string;
  readonly languageTag: string;
  readonly title: string | undefined;
}

async function readStatement(
  context: ForeignContext,
  about: About,
  copies: readonly Copy[],
  problem: { readonly title: string; readonly url: string | undefined },
): Promise<Statement> {
  const byType = (type: string): readonly Copy[] => copies.filter((copy) => copy.type === type);
  for (const copy of byType("text/markdown")) {
    const found = await readCopy(context, about, copy);
    if (found !== undefined) return found;
  }
  const composed = await readSections(context, about);
  if (composed !== undefined) return composed;
  for (const copy of [...byType("application/x-tex"), ...byType("text/html")]) {
    const found = await readCopy(context, about, copy);
    if (found !== undefined) return found;
  }
  const pdf = byType("application/pdf")[0];
  const field = `statements.${about.language}`;
  const reason = pdf === undefined ? "no text in this language" : `only ${pdf.path}, and PDF is not read`;
  context.lose({ file: manifestName, field, reason });
  const where = problem.url === undefined ? "It came without an address." : `It can be read at <${problem.url}>.`;
  const name = (about.title ?? problem.title).trim().replace(/\s+/g, " ");
  return {
    languageTag: about.languageTag,
    title: about.title,
    isPlaceholder: true,
    markdown: `# ${name}\n\nThe text of this problem is not here. ${where}\n`,
    images: [],
  };
}

async function readCopy(context: ForeignContext, about: About, copy: Copy): Promise<Statement | undefined> {
  const text = await readText(context, copy);
  if (text === undefined) return undefined;
  const folder = posix.dirname(copy.path);
  const imageFolders = [folder, `statement-sections/${about.language}`, `statements/${about.language}`];
  const isTex = copy.type === "application/x-tex";
  const source = isTex ? convertPictures(context, { text, file: copy.path, imageFolders }) : text;
  return createStatement(context, { ...about, file: copy.path, text: source, imageFolders });
}

const sections = [
  ["legend", ""],
  ["interaction", "## Interaction"],
  ["input", "## Input"],
  ["output", "## Output"],
  ["scoring", "## Scoring"],
  ["notes", "## Notes"],
] as const;

async function readSections(context: ForeignContext, about: About): Promise<Statement | undefined> {
  const folder = `statement-sections/${about.language}`;
  const imageFolders = [folder, `statements/${about.language}`];
  const parts: string[] = [];
  for (const [name, heading] of sections) {
    const path = [`${folder}/${name}.md`, `${folder}/${name}.tex`].find((item) => context.files.has(item));
    const text = path && (await readText(context, { path, charset: "UTF-8" }));
    if (path === undefined || text === undefined || text.trim() === "") continue;
    const shown = path.endsWith(".tex") ? convertPictures(context, { text, file: path, imageFolders }) : text;
    parts.push(heading === "" ? shown.trim() : `${heading}\n\n${shown.trim()}`);
  }
  if (parts.length === 0) return undefined;
  return createStatement(context, { ...about, file: folder, text: `${parts.join("\n\n")}\n`, imageFolders });
}

async function readText(
  context: ForeignContext,
  { path, charset }: { readonly path: string; readonly charset: string },
): Promise<string | undefined> {
  const bytes = await context.folder.read(path, fileCaps.statement, "the statement");
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    context.report({ file: path, expected: `text in the character set ${charset}`, actual: "something else" });
    return undefined;
  }
}

const pictureTypes = ["", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp"];

/** TeX with `\includegraphics` shown as in Markdown, the extension added where the text leaves it out. */
function convertPictures(
  context: ForeignContext,
  source: { readonly text: string; readonly file: string; readonly imageFolders: readonly string[] },
): string {
  return source.text.replace(
    /\\includegraphics\s{0,9}(?:\[[^\]\n]{0,999}\])?\s{0,9}\{([^{}\n]{1,999})\}/g,
    (whole, inner: string) => {
      const name = inner.trim();
      const type = pictureTypes.find((extension) =>
        source.imageFolders.some((folder) => context.files.has(posix.join(folder, name + extension))),
      );
      const isDrawn = type !== undefined && /\.(?:png|jpe?g|gif|svg|webp)$/i.test(name + type);
      if (isDrawn && !/[\s()<>]/.test(name)) return `![](${name}${type})`;
      context.lose({
        file: source.file,
        field: name,
        reason: "a picture that is not read: missing, or of another type",
      });
      return whole.replaceAll("\\includegraphics", "\\picture");
    },
  );
}
