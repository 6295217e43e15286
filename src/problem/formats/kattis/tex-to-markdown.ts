/** The Markdown of a TeX statement, as far as it uses what problem statements use; math stays as it is. */
export function texToMarkdown(tex: string): { readonly title: string | undefined; readonly markdown: string } {
  const plain = /^%+\s*plainproblemname:\s*(.+)$/m.exec(tex)?.[1]?.trim();
  const named = readArgument(tex, "problemname");
  const body = tex
    .replace(/(?<!\\)%[^\n]*\n?/g, (comment) => (comment.startsWith("%") && comment.endsWith("\n") ? "\n" : ""))
    .replace(/\\problemname\s{0,9}\{(?:[^{}]|\{[^{}]{0,500}\}){0,500}\}/g, "");
  const markdown = convertBlocks(body)
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return { title: plain ?? (named ? convertText(named).trim() : undefined), markdown: `${markdown}\n` };
}

function readArgument(tex: string, command: string): string | undefined {
  return new RegExp(`\\\\${command}\\s*\\{((?:[^{}]|\\{[^{}]{0,500}\\}){0,500})\\}`).exec(tex)?.[1];
}

/** Verbatim text and math are set aside, so that nothing in them is changed. */
function convertBlocks(tex: string): string {
  const kept: string[] = [];
  const keep = (text: string): string => `\u0000${kept.push(text) - 1}\u0000`;
  const shielded = tex
    .replaceAll("\u0000", "")
    .replace(
      /\\begin\{(verbatim|lstlisting)\}(?:\[[^\]\n]{0,500}\])?\n?([\s\S]{0,9999}?)\\end\{\1\}/g,
      (_, _name, body: string) => keep(`\n\`\`\`\n${body.replace(/\n$/, "")}\n\`\`\`\n`),
    )
    .replace(/\\begin\{tabular\}([\s\S]{0,9999}?)\\end\{tabular\}/g, (_, body: string) =>
      keep(`\n${convertTable(body)}\n`),
    )
    .replace(/\$\$[\s\S]{0,1500}?\$\$|\\\[[\s\S]{0,1500}?\\\]/g, (math) =>
      keep(math.replace(/^\\\[/, "$$$$").replace(/\\\]$/, "$$$$")),
    )
    .replace(/(?<!\\)\$(?:\\.|[^$\\]){0,1500}\$/g, (math) => keep(math))
    .replace(/\\\(([\s\S]{0,9999}?)\\\)/g, (_, math: string) => keep(`$${math}$`));
  const converted = convertText(convertStructure(shielded));
  return converted
    .replace(/\u0000(\d+)\u0000/g, (_, index: string) => kept[Number(index)] ?? "")
    .replace(/\u0000(\d+)\u0000/g, (_, index: string) => kept[Number(index)] ?? "");
}

function convertStructure(tex: string): string {
  let depth = 0;
  const stack: string[] = [];
  return tex
    .replace(
      /\\illustration\s{0,9}\{[^{}]{0,2000}\}\s{0,9}\{([^{}]{0,2000})\}\s{0,9}\{((?:[^{}]|\{[^{}]{0,500}\}){0,500})\}/g,
      "\n![$2]($1)\n",
    )
    .replace(/\\includegraphics\s*(?:\[[^\]]{0,500}\])?\s{0,9}\{([^{}]{0,2000})\}/g, "![]($1)")
    .replace(/\\(?:sub)*section\*?\s{0,9}\{([^{}]{0,2000})\}/g, "\n## $1\n")
    .replace(/\\begin\{(Input|Output|Interaction)\}/g, "\n## $1\n")
    .replace(
      /\\(begin|end)\{(itemize|enumerate)\}(?:\[[^\]\n]{0,500}\])?|\\item\b\s*/g,
      (word, edge?: string, kind?: string) => {
        if (edge === "begin") {
          stack.push(kind ?? "itemize");
          depth = stack.length;
          return "\n";
        }
        if (edge === "end") {
          stack.pop();
          depth = stack.length;
          return "\n";
        }
        const mark = stack.at(-1) === "enumerate" ? "1. " : "- ";
        return word === "" ? word : `\n${"  ".repeat(Math.max(0, depth - 1))}${mark}`;
      },
    )
    .replace(/\\(?:begin|end)\{[A-Za-z*]+\}(?:\[[^\]\n]{0,500}\])?(?:\{[^{}\n]{0,500}\})?/g, "\n");
}

function convertText(tex: string): string {
  let text = tex;
  for (let round = 0; round < 4; round++) {
    text = text
      .replace(
        /\\(?:textbf|textsc)\s{0,9}\{([^{}]{0,2000})\}|\{\\bf\s+([^{}]{0,2000})\}/g,
        (_, a?: string, b?: string) => `**${a ?? b ?? ""}**`,
      )
      .replace(
        /\\(?:emph|textit|underline)\s{0,9}\{([^{}]{0,2000})\}|\{\\(?:it|em)\s+([^{}]{0,2000})\}/g,
        (_, a?: string, b?: string) => `*${a ?? b ?? ""}*`,
      )
      .replace(
        /\\(?:texttt|t)\s{0,9}\{([^{}]{0,2000})\}|\{\\tt\s+([^{}]{0,2000})\}/g,
        (_, a?: string, b?: string) => `\`${a ?? b ?? ""}\``,
      )
      .replace(/\\(?:url)\s{0,9}\{([^{}]{0,2000})\}/g, "<$1>")
      .replace(/\\href\s{0,9}\{([^{}]{0,2000})\}\s{0,9}\{([^{}]{0,2000})\}/g, "[$2]($1)")
      .replace(/\\sout\s{0,9}\{([^{}]{0,2000})\}/g, "~~$1~~");
  }
  return text
    .replace(/``([^`]{0,300}?)''/g, "“$1”")
    .replace(/---/g, "—")
    .replace(/(?<=[\w\s])--(?=[\w\s])/g, "–")
    .replace(/(?<!\\)~/g, " ")
    .replace(/\\(?:ldots|textellipsis|dots)\b\{?\}?/g, "…")
    .replace(
      /\\(?:noindent|centering|small|large|Large|tiny|medskip|bigskip|smallskip|newpage|par|nextsample|remainingsamples)\b\s*/g,
      "",
    )
    .replace(/\\(?:vspace|hspace|label|caption)\*?\s{0,9}\{([^{}]{0,2000})\}/g, "")
    .replace(/\\textbackslash\b\{?\}?/g, "\\\\")
    .replace(/\\\\(?:\[[^\]\n]{0,500}\])?/g, "\n")
    .replace(/\\([%$#&_{}])/g, "$1");
}

function convertTable(body: string): string {
  const rows = body
    .replace(/^\s{0,9}\{[^{}]{0,2000}\}/, "")
    .replace(/\\hline|\\cline\{[^{}]{0,2000}\}|\\toprule|\\midrule|\\bottomrule/g, "")
    .split(/\\\\/)
    .map((row) => row.trim())
    .filter((row) => row !== "")
    .map(
      (row) =>
        `| ${row
          .split(/(?<!\\)&/)
          .map((cell) => convertText(cell.trim()))
          .join(" | ")} |`,
    );
  const width = Math.max(1, (rows[0]?.match(/ \| /g)?.length ?? 0) + 1);
  return [rows[0] ?? "", `|${" --- |".repeat(width)}`, ...rows.slice(1)].join("\n");
}
