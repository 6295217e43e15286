/** Input and output of a sample as a statement shows them. */
export interface SampleBlock {
  readonly input: string;
  readonly output: string | undefined;
}

/** Fenced blocks below lines that call them a sample's input, with the block below the output that follows. */
export function findSampleBlocks(markdown: string): readonly SampleBlock[] {
  const found: { input: string; output: string | undefined }[] = [];
  let expected: "input" | "output" | undefined;
  let isInSamples = false;
  for (const part of splitFences(markdown)) {
    if (part.kind === "text") {
      const titles = part.text.split("\n").filter((line) => line.trim() !== "" && line.length <= 60);
      for (const title of titles) {
        const word = /\b(input|output)\b/i.exec(title)?.[1]?.toLowerCase();
        if (/^#{1,6} /.test(title)) isInSamples = /sample|example/i.test(title);
        const isTitle = /sample|example/i.test(title) || isInSamples;
        if (word !== undefined && isTitle) expected = word === "input" ? "input" : "output";
      }
      continue;
    }
    const last = found.at(-1);
    if (expected === "input") found.push({ input: part.text, output: undefined });
    else if (expected === "output" && last !== undefined) last.output ??= part.text;
    expected = undefined;
  }
  return found;
}

function splitFences(markdown: string): readonly { readonly kind: "text" | "code"; readonly text: string }[] {
  const parts: { kind: "text" | "code"; text: string }[] = [];
  let kind: "text" | "code" = "text";
  let lines: string[] = [];
  for (const line of markdown.split("\n")) {
    if (!/^\s{0,3}(?:```|~~~)/.test(line)) {
      lines.push(line);
      continue;
    }
    parts.push({ kind, text: lines.join("\n") });
    kind = kind === "text" ? "code" : "text";
    lines = [];
  }
  return [...parts, { kind: "text", text: kind === "text" ? lines.join("\n") : "" }];
}
