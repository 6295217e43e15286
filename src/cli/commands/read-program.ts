import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { languages, type Language, type Program } from "../../problem/index.ts";
import { AppError, boundary, suggest } from "../../std/index.ts";

/** A source file as a program, its language by name or by its extension. @throws SOLUTION_UNREADABLE, LANGUAGE_UNKNOWN */
export async function readProgram(path: string, language: string | undefined): Promise<Program> {
  const fileName = basename(path);
  const extension = fileName.slice(fileName.lastIndexOf(".") + 1).toLowerCase();
  const source = await boundary({ code: "SOLUTION_UNREADABLE", what: `reading ${path}` }, () => readFile(path, "utf8"));
  if (language !== undefined) return { language: parseLanguage(language), fileName, source };
  const known = fileName.includes(".") && Object.hasOwn(extensions, extension) ? extensions[extension] : undefined;
  if (known !== undefined) return { language: known, fileName, source };
  throw new AppError({
    code: "LANGUAGE_UNKNOWN",
    message: `${path}: its extension tells no language; give --language, one of ${runLanguages.join(", ")}`,
    data: { path },
  });
}

const extensions: Readonly<Record<string, Language>> = {
  c: "c",
  cc: "cpp20",
  cpp: "cpp20",
  cxx: "cpp20",
  py: "python3",
  java: "java",
  js: "javascript",
  mjs: "javascript",
  rs: "rust",
  go: "go",
  kt: "kotlin",
};

const runLanguages = languages.filter((item) => item !== "other");

function parseLanguage(text: string): Language {
  const known = runLanguages.find((item) => item === text);
  if (known !== undefined) return known;
  const close = suggest(text, runLanguages);
  const hint = close === undefined ? `known are ${runLanguages.join(", ")}` : `did you mean ${close}?`;
  throw new AppError({
    code: "LANGUAGE_UNKNOWN",
    message: `--language: there is no ${text}; ${hint}`,
    data: { field: "--language" },
  });
}
