/** What a Java source must be called, and the class that it starts from. */
export interface MainClass {
  /** Without extension: the public class, else the one with `main`. */
  readonly fileName: string;
  /** With its package. */
  readonly className: string;
}

/** Finds the public class of a Java source and the one whose body has `main`; `Main` where nothing says. */
export function findMainClass(source: string): MainClass {
  const text = blankLiterals(source);
  const found: { readonly name: string; readonly isPublic: boolean; readonly hasMain: boolean }[] = [];
  const pattern =
    /[{}]|\b(?<modifiers>(?:(?:public|final|abstract|strictfp|sealed|static)\s+)*)(?:class|enum|record|interface)\s+(?<name>[\p{L}_$][\p{L}\p{N}_$]*)|\bstatic\s+(?:\w+\s+)*void\s+main\s*\(|\bvoid\s+static\s+main\s*\(/gu;
  let depth = 0;
  let open: { name: string; isPublic: boolean; hasMain: boolean } | undefined;
  for (const match of text.matchAll(pattern)) {
    if (match[0] === "{") depth++;
    else if (match[0] === "}") {
      depth--;
      if (depth === 0 && open !== undefined) {
        found.push(open);
        open = undefined;
      }
    } else if (match.groups?.["name"] !== undefined) {
      const isPublic = /\bpublic\b/.test(match.groups["modifiers"] ?? "");
      if (depth === 0) open = { name: match.groups["name"], isPublic, hasMain: false };
    } else if (open !== undefined && depth === 1) open.hasMain = true;
  }
  const main = found.find((item) => item.hasMain);
  const own = found.find((item) => item.isPublic);
  const packageName = /^\s*package\s+([\w.]+)\s*;/m.exec(text)?.[1];
  const className = main?.name ?? own?.name ?? "Main";
  return {
    fileName: own?.name ?? className,
    className: packageName === undefined ? className : `${packageName}.${className}`,
  };
}

/** Comments, strings and characters become spaces, so that nothing in them is taken for code. */
function blankLiterals(source: string): string {
  return source.replaceAll(/\/\/[^\n]*|\/\*[^]*?\*\/|"""[^]*?"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, (literal) =>
    literal.replaceAll(/[^\n]/g, " "),
  );
}
