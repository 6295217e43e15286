import { parseSync, Visitor } from "oxc-parser";

/** One place that makes an AppError. */
export interface ErrorSite {
  readonly code: string;
  /** The message with `…` for what is filled in; empty where it is built elsewhere. */
  readonly message: string;
  /** The layer. */
  readonly folder: string;
}

const codePattern = /^[A-Z][A-Z0-9_]{4,}$/;

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Finds the error codes of TypeScript sources: `{ code: "X", message }` and `fail("X", …)`. */
export function findErrorCodes(sources: ReadonlyMap<string, string>): readonly ErrorSite[] {
  const sites: ErrorSite[] = [];
  for (const [file, text] of sources) {
    const folder = /^src\/([^/]+)\//.exec(file)?.[1];
    if (folder === undefined || folder === "testing" || file.endsWith(".test.ts")) continue;
    new Visitor({
      ObjectExpression: (node) => {
        const properties = new Map(
          (node.properties as unknown as readonly Node[]).map((property) => [
            toName(property["key"]),
            property["value"],
          ]),
        );
        const codes = toCodes(properties.get("code") as Node | undefined);
        const message = toTemplate((properties.get("message") ?? properties.get("what")) as Node | undefined);
        for (const code of codes) sites.push({ code, message, folder });
      },
      CallExpression: (node) => {
        const callee = node.callee as unknown as Node;
        if (callee.type !== "Identifier" || !/fail|error|invalid/i.test(String(callee["name"]))) return;
        for (const code of toCodes(node.arguments[0] as unknown as Node)) sites.push({ code, message: "", folder });
      },
    }).visit(parseSync(file, text).program);
  }
  return sites;
}

function toName(key: unknown): string {
  const node = key as Node | undefined;
  if (node?.type === "Identifier") return String(node["name"]);
  return node?.type === "Literal" ? String(node["value"]) : "";
}

function toCodes(node: Node | undefined): readonly string[] {
  if (node?.type === "Literal") {
    return typeof node["value"] === "string" && codePattern.test(node["value"]) ? [node["value"]] : [];
  }
  if (node?.type === "ConditionalExpression") {
    return [...toCodes(node["consequent"] as Node), ...toCodes(node["alternate"] as Node)];
  }
  return [];
}

function toTemplate(node: Node | undefined): string {
  switch (node?.type) {
    case "Literal":
      return String(node["value"]);
    case "TemplateLiteral":
      return (node["quasis"] as readonly { readonly value: { readonly cooked: string } }[])
        .map(({ value }) => value.cooked)
        .join("…");
    case "BinaryExpression":
      return toTemplate(node["left"] as Node) + toTemplate(node["right"] as Node);
    case undefined:
      return "";
    default:
      return "…";
  }
}
