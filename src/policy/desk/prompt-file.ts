import { computeRequestDigest } from "../request-digest.ts";
import type { MessagePart, SampleRequest } from "../contract.ts";

/** The files of one request in the desk's folder. */
export interface DeskFiles {
  readonly prompt: string;
  /** What the prompt is called once its answer has been read. */
  readonly donePrompt: string;
  readonly answer: string;
  readonly images: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

export interface DeskPrompt {
  readonly files: DeskFiles;
  /** One line for the list of open prompts. */
  readonly title: string;
  readonly markdown: string;
}

type ImagePart = Extract<MessagePart, { kind: "image" }>;

const imageExtensions: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/svg+xml": "svg",
};

/**
 * Renders a request as a Markdown file for a person. Each message stands under a rule that carries the request's
 * digest, which no text inside can forge.
 */
export function createDeskPrompt(request: SampleRequest): DeskPrompt {
  const digest = computeRequestDigest(request);
  const { role, round, index } = request.address;
  const stem = `${role.toLowerCase().replace(/[^a-z0-9]+/g, "-")}-r${round}-${index}-${digest.slice(0, 8)}`;
  const images = request.messages
    .flatMap((message) => message.parts)
    .filter((part) => part.kind === "image")
    .map((part, position) => ({ part, name: `${stem}.image-${position + 1}.${toExtension(part)}` }));
  const files: DeskFiles = {
    prompt: `${stem}.prompt.md`,
    donePrompt: `${stem}.done.md`,
    answer: `${stem}.answer.md`,
    images: images.map(({ part, name }) => ({ name, bytes: part.bytes })),
  };
  const imageNames = new Map(images.map(({ part, name }) => [part, name]));
  const title = `${role}, round ${round}, sample ${index}`;
  const markdown = [renderHeader(request, title, files), ...renderMessages(request, digest, imageNames)].join("\n");
  return { files, title, markdown: `${markdown}\n` };
}

function renderHeader(request: SampleRequest, title: string, files: DeskFiles): string {
  const imageNote =
    files.images.length === 0 ? "" : ` Attach the images too: ${files.images.map(({ name }) => name).join(", ")}.`;
  const stopNote = request.stopSequences?.length
    ? `\n- End the answer before the first of: ${request.stopSequences.map((stop) => JSON.stringify(stop)).join(", ")}.`
    : "";
  return `# ${title}: a prompt that waits for an answer

1. Give everything below the first rule to a chat model, or answer it yourself.${imageNote}
2. Save the reply, unchanged, in this folder as \`${files.answer}\`.

- Write it under another name and rename it when it is complete: then it is read at once. A file written under its
  final name is read when it has not changed for 2 seconds.
- At most ${request.maxTokens} tokens (about ${Math.ceil(request.maxTokens * 0.75)} words); temperature ${request.temperature}.${stopNote}
- Several prompts may look alike: each asks for its own, independent answer.
`;
}

function renderMessages(
  request: SampleRequest,
  digest: string,
  imageNames: ReadonlyMap<MessagePart, string>,
): string[] {
  const count = request.messages.length;
  return request.messages.map((message, position) => {
    const rule = `---\n\n<!-- ${digest.slice(0, 16)} message ${position + 1} of ${count}: ${message.role} -->`;
    const parts = message.parts.map((part) =>
      part.kind === "text" ? part.text : `![${toAltText(part.alt)}](${imageNames.get(part) ?? ""})`,
    );
    return `${rule}\n\n${parts.join("\n\n")}\n`;
  });
}

function toExtension(part: ImagePart): string {
  return imageExtensions[part.mediaType.toLowerCase()] ?? "bin";
}

function toAltText(alt: string): string {
  return alt.replace(/[[\]\\\s]+/g, " ").trim();
}
