import type { ModelMessage } from "ai";
import type { Message, MessagePart } from "../contract.ts";

export type ModelMessagesResult =
  | { readonly kind: "messages"; readonly messages: ModelMessage[] }
  | { readonly kind: "unsupported"; readonly message: string };

/** Messages as the SDK takes them: one each, same roles, same order of parts; images as file parts. */
export function toModelMessages(messages: readonly Message[]): ModelMessagesResult {
  if (messages.length === 0) return { kind: "unsupported", message: "expected at least one message, got none" };
  const result: ModelMessage[] = [];
  for (const message of messages) {
    if (message.role !== "user" && message.parts.some((part) => part.kind === "image")) {
      return {
        kind: "unsupported",
        message: `images travel in user messages only, got one in a ${message.role} message`,
      };
    }
    result.push(toModelMessage(message));
  }
  return { kind: "messages", messages: result };
}

function toModelMessage(message: Message): ModelMessage {
  switch (message.role) {
    case "system":
      return { role: "system", content: toTexts(message.parts).join("\n\n") };
    case "assistant":
      return { role: "assistant", content: toTexts(message.parts).map((text) => ({ type: "text", text })) };
    case "user":
      return {
        role: "user",
        content: message.parts.map((part) =>
          part.kind === "text"
            ? { type: "text", text: part.text }
            : { type: "file", mediaType: part.mediaType, data: part.bytes },
        ),
      };
  }
}

function toTexts(parts: readonly MessagePart[]): string[] {
  return parts.flatMap((part) => (part.kind === "text" ? [part.text] : []));
}
