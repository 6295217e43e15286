import type { Language } from "../../program.ts";

const extensions: Readonly<Record<string, Language>> = {
  c: "c",
  cc: "cpp17",
  cpp: "cpp17",
  cxx: "cpp17",
  py: "python3",
  java: "java",
  js: "javascript",
  mjs: "javascript",
  rs: "rust",
  go: "go",
  kt: "kotlin",
};

/** The language that a source file's name stands for, where nothing else says it. */
export function toLanguage(fileName: string): Language | undefined {
  const { extension } = splitExtension(fileName);
  return Object.hasOwn(extensions, extension) ? extensions[extension] : undefined;
}

/** Whether a file is there to be included by others. */
export function isHeader(fileName: string): boolean {
  return ["h", "hh", "hpp"].includes(splitExtension(fileName).extension);
}

export function splitExtension(fileName: string): { readonly stem: string; readonly extension: string } {
  const dot = fileName.lastIndexOf(".");
  return dot <= 0
    ? { stem: fileName, extension: "" }
    : { stem: fileName.slice(0, dot), extension: fileName.slice(dot + 1).toLowerCase() };
}

/** For error messages. */
export const sourceRule = `a source file (.${Object.keys(extensions).join(", .")}), or a language in problem.yaml`;
