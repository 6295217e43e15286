import type { Rng } from "../../src/std/index.ts";
import { mutateBytes, mutateManifest, mutateSource } from "./mutate-text.ts";
import type { PackageTree, TreeNode } from "./package-tree.ts";

/** A package damaged in one to three ways, and which. */
export interface MutatedPackage {
  readonly tree: PackageTree;
  readonly ways: readonly string[];
}

/** Damages a package: bytes, names, links, manifests, includes, sizes. Equal seeds give equal damage. */
export function mutatePackage(base: PackageTree, rng: Rng): MutatedPackage {
  const tree = new Map(base);
  const ways: string[] = [];
  for (let count = rng.nextInt(1, 3); count > 0; count--) ways.push(changeOnce(tree, rng));
  return { tree, ways };
}

type Tree = Map<string, TreeNode>;

function changeOnce(tree: Tree, rng: Rng): string {
  const paths = [...tree.keys()];
  if (paths.length === 0) return "nothing is left";
  const path = pick(paths, rng);
  const choice = rng.nextInt(0, 19);
  if (choice < 9) return changeManifest(tree, rng);
  if (choice < 11) return changeContent(tree, path, rng);
  if (choice < 12) return changeSource(tree, rng);
  return changeStructure(tree, path, rng);
}

const manifestPattern =
  /(?:\.(?:ya?ml|xml|json|toml|ini|jsonl|tag|desc)|domjudge-problem\.ini|tag\.txt|\.timelimit|statement\.txt)$/;

function changeManifest(tree: Tree, rng: Rng): string {
  const manifests = [...tree.keys()].filter((path) => manifestPattern.test(path));
  const path = pick(manifests.length > 0 ? manifests : [...tree.keys()], rng);
  const node = tree.get(path);
  if (node?.kind !== "file") return `${path}: no file`;
  const changed = mutateManifest(Buffer.from(node.bytes).toString("utf8"), rng);
  tree.set(path, { kind: "file", bytes: new Uint8Array(Buffer.from(changed.text)) });
  return `${path}: ${changed.way}`;
}

function changeContent(tree: Tree, path: string, rng: Rng): string {
  const node = tree.get(path);
  if (node?.kind !== "file") return `${path}: no file`;
  const changed = mutateBytes(node.bytes, rng);
  tree.set(path, { kind: "file", bytes: changed.bytes });
  return `${path}: ${changed.way}`;
}

function changeSource(tree: Tree, rng: Rng): string {
  const sources = [...tree.keys()].filter((path) => /\.(?:c|cc|cpp|h|hpp)$/.test(path));
  if (sources.length === 0) return "no sources";
  const [path, other] = [pick(sources, rng), pick(sources, rng)];
  const node = tree.get(path);
  if (node?.kind !== "file") return `${path}: no file`;
  const text = mutateSource(Buffer.from(node.bytes).toString("utf8"), { own: path, other, rng });
  tree.set(path, { kind: "file", bytes: new Uint8Array(Buffer.from(text)) });
  return `${path}: includes ${other}`;
}

function changeStructure(tree: Tree, path: string, rng: Rng): string {
  const folder = path.includes("/") ? path.slice(0, path.indexOf("/")) : path;
  const node = tree.get(path);
  const other = pick([...tree.keys()], rng);
  switch (rng.nextInt(0, 10)) {
    case 0:
      tree.delete(path);
      return `${path} is gone`;
    case 1:
      for (const item of tree.keys()) if (item === folder || item.startsWith(`${folder}/`)) tree.delete(item);
      return `${folder} is gone`;
    case 2:
      tree.set(path, { kind: "folder" });
      return `${path} is a folder`;
    case 3:
      for (const item of tree.keys()) if (item.startsWith(`${folder}/`)) tree.delete(item);
      tree.set(folder, { kind: "file", bytes: new Uint8Array([0x61]) });
      return `${folder} is a file`;
    case 4: {
      const target = pick(linkTargets, rng);
      tree.set(path, { kind: "link", target });
      return `${path} is a link to ${target}`;
    }
    case 5:
      tree.set(`${folder === path ? "" : `${folder}/`}loop`, { kind: "link", target: "." });
      return `${folder} has a link to itself`;
    case 6: {
      const name = pick(oddNames, rng);
      tree.delete(path);
      if (node !== undefined) tree.set(`${path.slice(0, path.lastIndexOf("/") + 1)}${name}`, node);
      return `${path} is called ${JSON.stringify(name.slice(0, 20))}`;
    }
    case 7: {
      const from = tree.get(other);
      if (from !== undefined) tree.set(path, from);
      return `${path} has the content of ${other}`;
    }
    case 8: {
      const sizeBytes = pick(corpusPattern.test(path) ? corpusSizes : absurdSizes, rng);
      tree.set(path, { kind: "sparse", sizeBytes });
      return `${path} has ${sizeBytes} bytes`;
    }
    case 9: {
      if (node !== undefined) tree.set(`${"deep/".repeat(rng.nextInt(1, 60))}${path}`, node);
      return `${path} lies deep`;
    }
    default: {
      const copies = rng.nextInt(2, 120);
      if (node !== undefined) for (let i = 0; i < copies; i++) tree.set(toCopyName(path, i), node);
      return `${path} comes ${copies} times more`;
    }
  }
}

function toCopyName(path: string, index: number): string {
  const dot = path.lastIndexOf(".");
  return dot > path.lastIndexOf("/") ? `${path.slice(0, dot)}-${index}${path.slice(dot)}` : `${path}-${index}`;
}

const linkTargets = [
  "/etc/passwd",
  "../../../../../../etc/passwd",
  "nowhere",
  ".",
  "..",
  "/dev/zero",
  "/proc/self/mem",
];

const oddNames = [
  "a b",
  "new\nline",
  "-rf",
  "é".repeat(100),
  "x".repeat(255),
  ".hidden",
  "con",
  "a'b\"c",
  "\u202Egpj.exe",
  "1.in",
  "problem.yaml",
  "%2e%2e",
  "__proto__",
  "constructor",
];

/** Rows are read whatever the size of their file, which takes its time. */
const corpusPattern = /\.(?:jsonl|parquet|gz)$/;
const corpusSizes = [0, 2 ** 20 + 1, 64 * 2 ** 20];
const absurdSizes = [0, 2 ** 20 + 1, 300 * 2 ** 20, 2 ** 30];

function pick<T>(items: readonly T[], rng: Rng): T {
  return items[rng.nextInt(0, items.length - 1)] as T;
}
