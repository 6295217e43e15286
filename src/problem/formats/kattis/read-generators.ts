import { createHash } from "node:crypto";
import { toActualText } from "../../problem-issue.ts";
import { fileCaps } from "../native/layout.ts";
import { applyConstants, isRecord, readYamlText, type Constants, type KattisContext } from "./context.ts";
import {
  countOf,
  folderKeys,
  isName,
  isTest,
  join,
  rootRank,
  testKeys,
  toCounts,
  toPadded,
  toRule,
} from "./generator-rules.ts";

const generatorsFile = "generators/generators.yaml";

/** Where a file of `data/` comes from if it is not there. */
export type VirtualFile =
  | { readonly kind: "file-text"; readonly text: string }
  | { readonly kind: "file-alias"; readonly path: string }
  | { readonly kind: "file-yaml"; readonly data: unknown };

/** What `generators.yaml` says of `data/`: paths and test ids are relative to `data/`. */
export interface GeneratorPlan {
  readonly files: ReadonlyMap<string, VirtualFile>;
  /** Test id to its generator call. */
  readonly calls: ReadonlyMap<string, string>;
  /** All tests that it lists, with or without a call. */
  readonly listed: ReadonlySet<string>;
  /** Programs that it puts together: name to files relative to `generators/`. */
  readonly programs: ReadonlyMap<string, readonly string[]>;
  /** The submission that answers are made with, relative to the package. */
  readonly solution: string | undefined;
}

interface Folder {
  readonly id: string;
  readonly salt: string;
  /** By key, what may be included later. */
  readonly tests: Map<string, string>;
}

/** Reads `generators/generators.yaml` as BAPCtools does; undefined where there is none, or it is broken. */
export async function readGeneratorPlan(
  context: KattisContext,
  constants: Constants,
): Promise<GeneratorPlan | undefined> {
  const paths = await context.folder.list("generators");
  if (!paths.includes("generators.yaml")) return undefined;
  const text = await context.folder.readText(generatorsFile, fileCaps.manifest);
  const source = text === undefined ? undefined : readYamlText(context, generatorsFile, text);
  if (source === undefined) return undefined;
  if (!isRecord(source.data)) {
    context.report({
      file: generatorsFile,
      expected: "a mapping with the key data",
      actual: toActualText(source.data),
    });
    return undefined;
  }
  const reader = new PlanReader(context, { constants, sources: paths, lineOf: source.lineOf });
  reader.readPrograms(source.data["generators"]);
  reader.readFolder(source.data, { id: "", salt: "", tests: new Map() }, []);
  return reader.toPlan();
}

type Path = readonly (string | number)[];

const literalKeys = [
  "in",
  "ans",
  "out",
  "interaction",
  "in.statement",
  "ans.statement",
  "in.download",
  "ans.download",
  "hint",
  "desc",
];

class PlanReader {
  readonly #context: KattisContext;
  readonly #constants: Constants;
  readonly #sources: readonly string[];
  readonly #lineOf: (path: Path) => number | undefined;
  readonly #files = new Map<string, VirtualFile>();
  readonly #calls = new Map<string, string>();
  readonly #listed = new Set<string>();
  readonly #programs = new Map<string, readonly string[]>();
  /** Key to the tests below it; undefined where two entries share the key. */
  readonly #keys = new Map<string, readonly string[] | undefined>();
  #solution: string | undefined;
  #isFull = false;

  constructor(
    context: KattisContext,
    options: {
      readonly constants: Constants;
      readonly sources: readonly string[];
      readonly lineOf: (path: Path) => number | undefined;
    },
  ) {
    this.#context = context;
    this.#constants = options.constants;
    this.#sources = options.sources;
    this.#lineOf = options.lineOf;
  }

  toPlan(): GeneratorPlan {
    return {
      files: this.#files,
      calls: this.#calls,
      listed: this.#listed,
      programs: this.#programs,
      solution: this.#solution,
    };
  }

  readPrograms(value: unknown): void {
    if (value === undefined || value === null) return;
    if (!isRecord(value)) return this.#report(["generators"], "a mapping of names to lists of files", value);
    for (const [name, files] of Object.entries(value)) {
      if (!Array.isArray(files) || files.length === 0 || !files.every((file) => typeof file === "string")) {
        this.#report(["generators", name], "a list of files in generators/", files);
        continue;
      }
      const paths = files.map(String);
      const missing = paths.find((path) => !this.#sources.includes(path));
      if (missing !== undefined) this.#report(["generators", name], "files in generators/", missing);
      else this.#programs.set(name, paths);
    }
  }

  /** Reads one folder of `data/`; gives the ids of the tests in it. */
  readFolder(value: Readonly<Record<string, unknown>>, outer: Folder, path: Path): readonly string[] {
    const folder: Folder = { ...outer, salt: this.#readSalt(value, outer.salt, path), tests: new Map() };
    this.#readSolution(value, path);
    for (const key of ["test_group.yaml", "testdata.yaml"]) {
      if (isRecord(value[key])) this.#files.set(join(folder.id, key), { kind: "file-yaml", data: value[key] });
      else if (value[key] !== undefined && value[key] !== null) this.#report([...path, key], "a mapping", value[key]);
    }
    if (path.length > 0) {
      for (const key of Object.keys(value)) {
        const known = [...folderKeys, "solution", "random_salt", "retries", "type", "visualizer"];
        if (!known.includes(key)) this.#lose([...path, key], "a key of some tool");
      }
    }
    for (const key of ["retries", "visualizer"])
      if (value[key] !== undefined) this.#lose([...path, key], "only for making tests");
    const included = this.#readIncludes(value["include"], path);
    const own = this.#readEntries(value["data"], folder, [...path, "data"]);
    return [...own, ...included.flatMap((id) => this.#link(id, folder, path))];
  }

  #readEntries(data: unknown, folder: Folder, path: Path): readonly string[] {
    if (data === undefined || data === null) return [];
    const isNumbered = Array.isArray(data);
    const groups: readonly unknown[] = isNumbered ? data : [data];
    if (!groups.every(isRecord)) {
      this.#report(path, "a mapping, or a list of mappings", data);
      return [];
    }
    const entries = groups.flatMap((group, index) =>
      Object.entries(group)
        .toSorted(([a], [b]) => (folder.id === "" ? rootRank(a) - rootRank(b) : a === b ? 0 : a < b ? -1 : 1))
        .map(([key, value]) => ({
          key: key === "null" || key === "~" ? "" : key,
          value,
          path: isNumbered ? [...path, index, key] : [...path, key],
        })),
    );
    const testCount = entries.reduce((sum, { value }) => sum + (isTest(value) ? countOf(value) : 0), 0);
    const groupCount = entries.filter(({ value }) => !isTest(value)).length;
    const next = { test: 1, group: 1 };
    const number = (kind: "test" | "group", key: string): string => {
      if (!isNumbered) return key;
      const digits = String(next[kind]++).padStart(String(kind === "test" ? testCount : groupCount).length, "0");
      return key === "" ? digits : `${digits}-${key}`;
    };
    const ids: string[] = [];
    for (const { key, value, path: place } of entries) {
      if (!isNumbered && key === "") {
        this.#report(place, "a name", key);
        continue;
      }
      const below = isTest(value)
        ? this.#readTest(value, { folder, key, path: place, number: () => number("test", key) })
        : this.#readSub(value, { folder, name: number("group", key), path: place });
      this.#keys.set(key, this.#keys.has(key) ? undefined : below);
      ids.push(...below);
    }
    return ids;
  }

  #readSub(
    value: unknown,
    { folder, name, path }: { readonly folder: Folder; readonly name: string; readonly path: Path },
  ): readonly string[] {
    if (!isRecord(value)) return [];
    if (!isName(name) || folder.id.split("/").length > fileCaps.depth) {
      this.#report(path, "a name that a folder can have", name);
      return [];
    }
    return this.readFolder(value, { ...folder, id: join(folder.id, name) }, path);
  }

  #readTest(
    value: unknown,
    options: { readonly folder: Folder; readonly key: string; readonly path: Path; readonly number: () => string },
  ): readonly string[] {
    const { folder, path } = options;
    const rule = toRule(value);
    if (rule === undefined) {
      this.#report(path, "a generator call, or a mapping with in, copy or generate", value);
      return [];
    }
    const counts = toCounts(rule["count"]);
    if (counts === undefined) {
      this.#report(
        [...path, "count"],
        "a number from 1 to 100, up to 100 whole numbers, or a range such as 1..=5",
        rule["count"],
      );
      return [];
    }
    const isRow = Math.max(...counts) - Math.min(...counts) === counts.length - 1;
    const width = isRow ? Math.max(...counts.map((count) => String(count).length)) : 0;
    const salt = this.#readSalt(rule, folder.salt, path);
    this.#loseKeys(rule, path);
    const ids: string[] = [];
    for (const count of counts) {
      if (this.#isFull) break;
      const suffix = rule["count"] === undefined ? "" : `-${toPadded(count, width)}`;
      const name = options.number() + suffix;
      const id = join(folder.id, name);
      if (!isName(name)) {
        this.#report(path, "a name that a test can have", name);
        continue;
      }
      if (this.#listed.has(id)) {
        this.#report(path, "names that differ", id);
        continue;
      }
      this.#list(id, path);
      this.#readContent(rule, { id, name, count, salt, path });
      ids.push(id);
    }
    return ids;
  }

  #readContent(
    rule: Readonly<Record<string, unknown>>,
    test: {
      readonly id: string;
      readonly name: string;
      readonly count: number;
      readonly salt: string;
      readonly path: Path;
    },
  ): void {
    const { id, path } = test;
    const { copy, generate } = rule;
    if (typeof copy === "string") this.#copy(copy.replace(/^\/+/, ""), id, path);
    else if (copy !== undefined) this.#report([...path, "copy"], "a path in generators/", copy);
    if (typeof generate === "string" && generate.trim() !== "") this.#calls.set(id, this.#toCall(generate, test));
    else if (generate !== undefined) this.#report([...path, "generate"], "a generator call", generate);
    for (const key of literalKeys) {
      const value = rule[key];
      if (value === undefined) continue;
      if (typeof value === "string") {
        const text = value === "" || value.endsWith("\n") ? value : `${value}\n`;
        this.#files.set(`${id}.${key}`, { kind: "file-text", text });
      } else if (isRecord(value) && typeof value["link"] === "string") {
        this.#lose([...path, key], "how a sample is shown");
      } else this.#report([...path, key], "text in quotes", value);
    }
    if (isRecord(rule["yaml"])) this.#files.set(`${id}.yaml`, { kind: "file-yaml", data: rule["yaml"] });
    else if (rule["yaml"] !== undefined) this.#report([...path, "yaml"], "a mapping", rule["yaml"]);
  }

  #toCall(
    command: string,
    test: { readonly name: string; readonly count: number; readonly salt: string; readonly path: Path },
  ): string {
    const filled = applyConstants(command, this.#constants).replaceAll("{count}", String(test.count));
    const seeds = filled.match(/\{seed(?::\d+)?\}/g) ?? [];
    if (seeds.length > 1) this.#report([...test.path], "{seed} at most once", command);
    const hashed = `${test.salt}${test.count === 1 ? "" : `:${test.count - 1}`}${filled.trim()}`;
    const hex = createHash("sha512").update(hashed).digest("hex");
    const seed = Number(BigInt(`0x${hex}`) % 2n ** 31n);
    return filled
      .replace(/\{seed(?::\d+)?\}/g, String(seed))
      .replaceAll("{name}", test.name)
      .split(/\s+/)
      .filter((word) => word !== "")
      .join(" ");
  }

  #copy(path: string, id: string, place: Path): void {
    const matches = this.#sources.filter(
      (file) => file.startsWith(`${path}.`) && !file.slice(path.length + 1).includes("/"),
    );
    if (matches.length === 0 || path.split("/").includes("..")) {
      this.#report([...place, "copy"], "a test in generators/ without its extension", path);
      return;
    }
    for (const file of matches) {
      this.#files.set(`${id}.${file.slice(path.length + 1)}`, { kind: "file-alias", path: `generators/${file}` });
    }
  }

  #readIncludes(value: unknown, path: Path): readonly string[] {
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) {
      this.#report([...path, "include"], "a list of names", value);
      return [];
    }
    return value.flatMap((key: unknown, index) => {
      const ids = typeof key === "string" ? this.#keys.get(key) : undefined;
      if (ids !== undefined) return ids;
      const isTwin = typeof key === "string" && this.#keys.has(key);
      const expected = isTwin ? "a name that one entry has" : "the name of a test or group that stands above";
      this.#report([...path, "include", index], expected, key);
      return [];
    });
  }

  /** The same test once more, in another folder. */
  #link(id: string, folder: Folder, path: Path): readonly string[] {
    const target = join(folder.id, id.slice(id.lastIndexOf("/") + 1));
    if (this.#listed.has(target) || this.#isFull) return [];
    this.#list(target, path);
    const call = this.#calls.get(id);
    if (call !== undefined) this.#calls.set(target, call);
    for (const extension of [...literalKeys, "yaml"]) {
      const file = this.#files.get(`${id}.${extension}`);
      if (file !== undefined) this.#files.set(`${target}.${extension}`, file);
      else if (extension === "in" || extension === "ans") {
        this.#files.set(`${target}.${extension}`, { kind: "file-alias", path: `data/${id}.${extension}` });
      }
    }
    return [target];
  }

  #list(id: string, path: Path): void {
    this.#listed.add(id);
    if (this.#listed.size < fileCaps.count || this.#isFull) return;
    this.#isFull = true;
    this.#report(path, `at most ${fileCaps.count} tests`, "more");
  }

  #readSalt(value: Readonly<Record<string, unknown>>, salt: string, path: Path): string {
    const own = value["random_salt"];
    if (typeof own === "string") return own;
    if (own !== undefined && own !== null) this.#report([...path, "random_salt"], "text in quotes", own);
    return salt;
  }

  #readSolution(value: Readonly<Record<string, unknown>>, path: Path): void {
    const solution = value["solution"];
    if (typeof solution !== "string") return;
    if (path.length === 0) this.#solution = solution.replace(/^\/+/, "");
    else this.#lose([...path, "solution"], "answers are made with one solution");
  }

  #loseKeys(rule: Readonly<Record<string, unknown>>, path: Path): void {
    const reasons: Readonly<Record<string, string>> = {
      match: "a check of what a generator made",
      solution: "answers are made with one solution",
      retries: "only for making tests",
      visualizer: "only for making tests",
    };
    for (const key of Object.keys(rule)) {
      if (reasons[key] !== undefined) this.#lose([...path, key], reasons[key]);
      else if (![...testKeys, ...literalKeys, "yaml", "random_salt"].includes(key))
        this.#lose([...path, key], "a key of some tool");
    }
  }

  #report(path: Path, expected: string, actual: unknown): void {
    this.#context.report({
      file: generatorsFile,
      field: path.join(".") || undefined,
      line: this.#lineOf(path),
      expected,
      actual: toActualText(actual),
    });
  }

  #lose(path: Path, reason: string): void {
    this.#context.lose(generatorsFile, path.join("."), reason);
  }
}
