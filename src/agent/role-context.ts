import type { Message, MessagePart } from "../policy/index.ts";
import type { Language } from "../problem/index.ts";
import { dataRule } from "./data-block.ts";
import type { Sampler } from "./sampler.ts";

/** What every role needs to ask. */
export interface RoleContext {
  readonly sampler: Sampler;
  /** The problem as data: see `toStatementParts`. */
  readonly statementParts: readonly MessagePart[];
  /** Languages that can be judged here, most wanted first. */
  readonly languages: readonly Language[];
}

/** Two messages: who the model is, and the problem followed by what is asked. Outside text never makes a message. */
export function toMessages(
  context: RoleContext,
  prompt: { readonly system: string; readonly task: string },
): Message[] {
  const task: MessagePart = { kind: "text", text: `\n\n${prompt.task}` };
  return [
    { role: "system", parts: [{ kind: "text", text: `${prompt.system}\n\n${dataRule}` }] },
    { role: "user", parts: [...context.statementParts, task] },
  ];
}

/** The languages as a sentence for a prompt. */
export function describeLanguages(languages: readonly Language[]): string {
  const names = languages.map((language) => languageNames[language] ?? language);
  return names.length === 1 ? `${names[0]}` : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

const languageNames: Partial<Record<Language, string>> = {
  cpp17: "C++17 (g++, a block tagged `cpp`)",
  cpp20: "C++20 (g++, a block tagged `cpp`)",
  cpp23: "C++23 (g++, a block tagged `cpp`)",
  python3: "Python 3 (standard library only, a block tagged `python`)",
};
