import { isParam, type Param } from "./info.ts";

/** What the placeholders of a `task.md` stand for. */
export interface TaskParts {
  readonly params: Readonly<Record<string, unknown>>;
  /** The Markdown of a shown example; undefined for one that is not there. */
  readonly toExample: (name: string) => string | undefined;
  readonly onUnknown: (placeholder: string) => void;
}

const keywords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    statement: "Problem Statement",
    constraints: "Constraints",
    input: "Input",
    output: "Output",
    sample: "Sample",
  },
  ja: { statement: "問題文", constraints: "制約", input: "入力", output: "出力", sample: "サンプル" },
};

const languageMark = /@\{lang\.([\w-]+)\}\n?/;

/** The statement in every language of a `task.md`, by tag in order of appearance; `en` where it names none. */
export function toStatementTexts(task: string, parts: TaskParts): readonly (readonly [string, string])[] {
  const pieces = task.split(languageMark);
  const tags = pieces.filter((tag, index) => index % 2 === 1 && tag !== "end");
  return [...new Set(tags.length === 0 ? ["en"] : tags)].map((tag) => {
    let open = "end";
    const own = pieces.map((piece, index) => {
      if (index % 2 === 1) open = piece;
      return index % 2 === 0 && (open === "end" || open === tag) ? piece : "";
    });
    return [tag, expand(own.join(""), tag, parts)];
  });
}

/** The names of examples that a `task.md` shows. */
export function findExampleNames(task: string): ReadonlySet<string> {
  return new Set([...task.matchAll(/@\{example\.([\w.-]+)\}/g)].map((match) => match[1] ?? ""));
}

/** Whether a text holds something that a reader would take for a placeholder. */
export function hasPlaceholder(text: string): boolean {
  return /@\{(?:lang|keyword|param|example)\./.test(text);
}

function expand(text: string, tag: string, parts: TaskParts): string {
  return text.replace(/@\{(keyword|param|example)\.([\w.-]{1,200})\}/g, (whole, kind: string, name: string) => {
    const value =
      kind === "keyword"
        ? toKeyword(name, tag)
        : kind === "example"
          ? parts.toExample(name)
          : Object.hasOwn(parts.params, name)
            ? toParamText(parts.params[name])
            : undefined;
    if (value === undefined) parts.onUnknown(whole);
    return value ?? whole;
  });
}

function toKeyword(name: string, tag: string): string {
  const words = keywords[tag] ?? keywords["en"] ?? {};
  return Object.hasOwn(words, name) ? (words[name] ?? name) : name.charAt(0).toUpperCase() + name.slice(1);
}

/** As it stands in a formula: large round numbers as powers of ten. */
function toParamText(value: unknown): string | undefined {
  if (!isParam(value)) return undefined;
  const [, sign, digits, zeros] = /^(-?)([1-9]\d*?)(0{5,})$/.exec(String(value satisfies Param)) ?? [];
  if (zeros === undefined) return String(value);
  const power = `10^{${zeros.length}}`;
  return `${sign}${digits === "1" ? power : `${digits} \\times ${power}`}`;
}
