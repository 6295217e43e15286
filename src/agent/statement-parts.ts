import type { MessagePart } from "../policy/index.ts";
import type { Problem, Statement, StatementImage } from "../problem/index.ts";
import { computeDataBlockId, toDataBlock, toPromptText } from "./data-block.ts";

/**
 * A problem as message parts: limits, statement with its images in place, samples. All of it inside data markers.
 * A policy that cannot see gets a line that says what it misses.
 */
export function toStatementParts(problem: Problem, canSeeImages: boolean): readonly MessagePart[] {
  const statement = problem.statements[0];
  const id = computeDataBlockId(statement.markdown);
  return mergeTexts([
    { kind: "text", text: `${describeLimits(problem)}\n\n<<< STATEMENT ${id}\n` },
    ...splitAtImages(statement, canSeeImages),
    { kind: "text", text: `\nSTATEMENT ${id} >>>\n\n${describeSamples(problem)}` },
  ]);
}

function describeLimits(problem: Problem): string {
  const { timeLimitMs, memoryLimitBytes } = problem.limits;
  return [
    toDataBlock("TITLE", problem.title),
    `Time limit for one test: ${timeLimitMs / 1000} s. Memory limit: ${Math.floor(memoryLimitBytes / 1048576)} MiB.`,
    "The program reads standard input and writes standard output.",
  ].join("\n");
}

function describeSamples(problem: Problem): string {
  const samples = problem.tests.filter((test) => test.isSample);
  if (samples.length === 0) return "There are no samples.";
  return samples
    .map((sample, i) => {
      const input = toDataBlock(`SAMPLE ${i + 1} INPUT`, toPromptText(sample.input.bytes, 4000));
      if (sample.answer === undefined) return input;
      return `${input}\n${toDataBlock(`SAMPLE ${i + 1} OUTPUT`, toPromptText(sample.answer.bytes, 4000))}`;
    })
    .join("\n");
}

function splitAtImages(statement: Statement, canSeeImages: boolean): MessagePart[] {
  const byReference = new Map(statement.images.map((image) => [image.reference, image]));
  const parts: MessagePart[] = [];
  let end = 0;
  for (const match of statement.markdown.matchAll(/!\[([^\]]*)\]\(\s*<?([^)\s>]+)>?[^)]*\)/g)) {
    const image = byReference.get(match[2] ?? "");
    if (image === undefined) continue;
    parts.push({ kind: "text", text: statement.markdown.slice(end, match.index) });
    parts.push(toImagePart(image, { alt: match[1] ?? "", canSeeImages }));
    end = match.index + match[0].length;
  }
  parts.push({ kind: "text", text: statement.markdown.slice(end) });
  return parts;
}

function toImagePart(
  image: StatementImage,
  how: { readonly alt: string; readonly canSeeImages: boolean },
): MessagePart {
  if (how.canSeeImages) return { kind: "image", mediaType: image.mediaType, bytes: image.bytes, alt: how.alt };
  return { kind: "text", text: `[an image stands here that you cannot see; its caption: ${how.alt || "none"}]` };
}

function mergeTexts(parts: readonly MessagePart[]): readonly MessagePart[] {
  const merged: MessagePart[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (part.kind === "text" && last?.kind === "text") {
      merged[merged.length - 1] = { kind: "text", text: last.text + part.text };
    } else {
      merged.push(part);
    }
  }
  return merged;
}
