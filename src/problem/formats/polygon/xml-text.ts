/** An element to be written; attributes that are undefined are left out. */
export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly content: string | readonly XmlNode[];
}

export function createElement(
  name: string,
  attributes: XmlNode["attributes"] = {},
  content: XmlNode["content"] = [],
): XmlNode {
  return { name, attributes, content };
}

/** The document, indented by four spaces. */
export function toXmlText(root: XmlNode): string {
  return `<?xml version="1.0" encoding="utf-8" standalone="no"?>\n${toLines(root, "").join("\n")}\n`;
}

/** The first character that no XML text can hold, if any. */
export function findNonXml(text: string): string | undefined {
  return /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.exec(text)?.[0];
}

function toLines({ name, attributes, content }: XmlNode, indent: string): readonly string[] {
  const told = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escape(String(value))}"`)
    .join("");
  if (typeof content === "string") return [`${indent}<${name}${told}>${escape(content)}</${name}>`];
  if (content.length === 0) return [`${indent}<${name}${told}/>`];
  const inner = content.flatMap((child) => toLines(child, `${indent}    `));
  return [`${indent}<${name}${told}>`, ...inner, `${indent}</${name}>`];
}

function escape(text: string): string {
  const names: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot" };
  return text.replace(/[&<>"\t\n\r]/g, (character) => `&${names[character] ?? `#${character.charCodeAt(0)}`};`);
}
