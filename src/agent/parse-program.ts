import type { Language, Program } from "../problem/index.ts";
import type { Answer } from "./answer.ts";

interface CodeBlock {
  readonly tag: string;
  readonly source: string;
}

type Family = "c" | "cpp" | "python";

const tagFamilies: Readonly<Record<string, Family>> = {
  c: "c",
  cpp: "cpp",
  "c++": "cpp",
  cc: "cpp",
  cxx: "cpp",
  cpp17: "cpp",
  cpp20: "cpp",
  cpp23: "cpp",
  python: "python",
  python3: "python",
  py: "python",
};

const fencePattern = /^\s{0,3}(`{3,}|~{3,})\s*([^\s`]*)[^`]*$/;

const maxSourceBytes = 256 * 1024;

/**
 * The last complete fenced code block in a language that is asked for. A block without a tag is recognised by its text.
 * A fence that never closes is a cut-off program and is not used.
 */
export function parseProgram(text: string, allowedLanguages: readonly Language[]): Answer<Program> {
  const { blocks, isLastOpen } = parseCodeBlocks(text);
  for (const block of blocks.toReversed()) {
    const program = toProgram(block, allowedLanguages);
    if (program !== undefined) {
      if (Buffer.byteLength(program.source) > maxSourceBytes) {
        return { kind: "answer-unusable", reason: `the program is longer than ${maxSourceBytes} bytes` };
      }
      return { kind: "answer-usable", value: program };
    }
  }
  if (isLastOpen) return { kind: "answer-unusable", reason: "the program is cut off: its code block never ends" };
  if (blocks.length === 0) return { kind: "answer-unusable", reason: "the answer holds no code block" };
  const tags = [...new Set(blocks.map((block) => block.tag || "untagged"))].join(", ");
  return {
    kind: "answer-unusable",
    reason: `no code block in ${allowedLanguages.join(" or ")}: the blocks are ${tags}`,
  };
}

/** Fenced blocks of a Markdown text, in order. A longer fence may hold shorter ones. */
export function parseCodeBlocks(text: string): { readonly blocks: readonly CodeBlock[]; readonly isLastOpen: boolean } {
  const blocks: CodeBlock[] = [];
  let open: { fence: string; tag: string; lines: string[] } | undefined;
  for (const line of text.split(/\r?\n/)) {
    const match = fencePattern.exec(line);
    if (open === undefined) {
      if (match) open = { fence: match[1] ?? "", tag: (match[2] ?? "").toLowerCase(), lines: [] };
    } else if (match && match[2] === "" && match[1]?.startsWith(open.fence)) {
      blocks.push({ tag: open.tag, source: `${open.lines.join("\n")}\n` });
      open = undefined;
    } else {
      open.lines.push(line);
    }
  }
  return { blocks, isLastOpen: open !== undefined };
}

/** A text without its fenced blocks, an unfinished last one included. */
export function removeCodeBlocks(text: string): string {
  const kept: string[] = [];
  let fence: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const match = fencePattern.exec(line);
    if (fence === undefined) {
      if (match) fence = match[1] ?? "";
      else kept.push(line);
    } else if (match && match[2] === "" && match[1]?.startsWith(fence)) {
      fence = undefined;
    }
  }
  return kept.join("\n").trim();
}

function toProgram(block: CodeBlock, allowedLanguages: readonly Language[]): Program | undefined {
  const family = block.tag === "" ? guessFamily(block.source) : tagFamilies[block.tag];
  if (family === undefined || block.source.trim() === "") return undefined;
  const language = allowedLanguages.find((allowed) => (family === "c" ? allowed === "c" : allowed.startsWith(family)));
  if (language === undefined) return undefined;
  return { language, fileName: fileNames[family], source: block.source };
}

const fileNames: Readonly<Record<Family, string>> = { c: "main.c", cpp: "main.cpp", python: "main.py" };

function guessFamily(source: string): Family | undefined {
  if (/^\s*#\s*include\b/m.test(source)) return "cpp";
  if (/^\s*(import|from|def|for|while)\b.*/m.test(source) || /\bprint\(/.test(source)) return "python";
  return undefined;
}
