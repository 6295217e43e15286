import { posix } from "node:path";
import type { AuditCheck, FilesContext, PackageFiles } from "../contract.ts";
import { readSourceText } from "../package-files.ts";
import { toShellWord } from "../shell-word.ts";

const noFolder = { status: "not-needed", note: "the package is no folder" } as const;

/** Symbolic links that lead nowhere or out of the package. */
export const checkLinks: AuditCheck<FilesContext> = {
  name: "links",
  async run({ files, report }) {
    if (files.directory === undefined) return noFolder;
    const links = files.entries.filter((entry) => entry.kind === "link");
    for (const { path, link } of links) {
      if (link === undefined || link.state === "inside") continue;
      const isBroken = link.state === "broken";
      report({
        severity: isBroken ? "error" : "warning",
        code: isBroken ? "link-broken" : "link-leaves-package",
        file: path,
        message: isBroken
          ? `a symbolic link to ${link.target}, where nothing is: put the file itself into the package`
          : `a symbolic link out of the package, to ${link.target}: whoever gets the package does not get the file`,
        command: `readlink -e {package}/${toShellWord(path)}`,
      });
    }
    return { status: "done", note: `${files.entries.length} files, ${links.length} links` };
  },
};

/** Included files that are not in the package. */
export const checkIncludes: AuditCheck<FilesContext> = {
  name: "includes",
  async run({ files, headers, signal, report }) {
    if (files.directory === undefined) return noFolder;
    const users: string[] = [];
    const sources = files.entries.filter(({ path, kind }) => kind === "file" && isCFile(path));
    for (const { path } of sources) {
      signal.throwIfAborted();
      const text = (await readSourceText(files.directory, path)) ?? "";
      for (const target of findIncludes(text)) {
        if (isResolved(files, path, target)) continue;
        if (posix.basename(target) === "testlib.h") {
          users.push(path);
          continue;
        }
        if (headers.has(posix.basename(target))) continue;
        report({
          severity: sparePattern.test(path) ? "hint" : "error",
          code: "include-missing",
          file: path,
          message: `includes "${target}", which is not in the package`,
          command: `grep -n ${toShellWord(posix.basename(target))} {package}/${toShellWord(path)}`,
        });
      }
    }
    const [user] = users;
    if (user !== undefined) {
      report({
        severity: "hint",
        code: "testlib-absent",
        file: user,
        message: `the package has no testlib.h (${users.length} files include it): grandsmith's own is used`,
        command: `grep -n testlib.h {package}/${toShellWord(user)}`,
      });
    }
    return { status: "done", note: `${sources.length} C and C++ files` };
  },
};

/** Solutions, some of which must not compile, and files that only contestants are given. */
const sparePattern = /(?:^|\/)(?:submissions|solutions|sol|examples|grader|attachments|skeleton)\//;

/** Headers of the language that some put into quotes. */
const standardPattern =
  /^(?:bits\/.*|[a-z_]+|(?:assert|ctype|errno|float|limits|math|setjmp|signal|stdarg|stdbool|stddef|stdint|stdio|stdlib|string|time|unistd|sys\/.*|inttypes|wchar|pthread|fcntl)(?:\.h)?|sys\/.*\.h)$/;

function isCFile(path: string): boolean {
  return /\.(?:c|cc|cpp|cxx|h|hh|hpp)$/i.test(path);
}

function findIncludes(source: string): readonly string[] {
  const found = source.matchAll(/^[ \t]*#[ \t]*include[ \t]*"([^"\n\r]{1,999})"/gm);
  return [...new Set([...found].map((match) => match[1] ?? ""))];
}

/**
 * Beside the file, or anywhere under that name: formats have search folders of their own. `params.h` of library-checker
 * problems is made from `info.toml`.
 */
function isResolved(files: PackageFiles, from: string, target: string): boolean {
  const near = posix.join(posix.dirname(from), target);
  const name = posix.basename(target);
  const isThere = ({ path, link }: PackageFiles["entries"][number]): boolean =>
    link?.state !== "broken" && (path === near || posix.basename(path) === name);
  const isMadeUp = name === "params.h" && files.entries.some(({ path }) => path === "info.toml");
  return isMadeUp || standardPattern.test(target) || files.entries.some(isThere);
}
