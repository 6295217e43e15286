import { parseXml, XmlElement, XmlError } from "@rgrove/parse-xml";
import { toMessage } from "../../../std/index.ts";
import type { ProblemIssue } from "../../problem-issue.ts";

/** An element of an XML text, and where it stands. */
export class XmlView {
  readonly #element: XmlElement;
  readonly #text: string;

  constructor(element: XmlElement, text: string) {
    this.#element = element;
    this.#text = text;
  }

  get name(): string {
    return this.#element.name;
  }

  get line(): number {
    return this.#text.slice(0, Math.max(0, this.#element.start)).split("\n").length;
  }

  /** The text inside, trimmed. */
  get text(): string {
    return this.#element.text.trim();
  }

  attribute(name: string): string | undefined {
    const { attributes } = this.#element;
    return Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  }

  child(name: string): XmlView | undefined {
    return this.children(name)[0];
  }

  /** The elements of a name below a path of element names, e.g. `["tests", "test"]`. */
  children(...path: readonly string[]): readonly XmlView[] {
    let level: readonly XmlElement[] = [this.#element];
    for (const name of path) {
      level = level.flatMap((element) =>
        element.children.filter((node): node is XmlElement => node instanceof XmlElement && node.name === name),
      );
    }
    return level.map((element) => new XmlView(element, this.#text));
  }
}

/** Parses untrusted XML: no document type is loaded and no entity but the five of XML exists. Faults come as issues. */
export function parseXmlSource(text: string, file: string): XmlView | readonly ProblemIssue[] {
  try {
    const { root } = parseXml(text, { includeOffsets: true });
    return root === null ? [{ file, expected: "an XML element", actual: "none" }] : new XmlView(root, text);
  } catch (cause) {
    if (cause instanceof XmlError) {
      return [{ file, line: cause.line, expected: "well-formed XML", actual: cause.message.split("\n")[0] ?? "" }];
    }
    return [{ file, expected: "XML that is not nested beyond reason", actual: toMessage(cause) }];
  }
}
