import { mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";

/** What lies at a path of a package. */
export type TreeNode =
  | { readonly kind: "file"; readonly bytes: Uint8Array }
  | { readonly kind: "link"; readonly target: string }
  | { readonly kind: "folder" }
  /** A file of that size that takes no room. */
  | { readonly kind: "sparse"; readonly sizeBytes: number };

/** A package in memory: relative path to what lies there. */
export type PackageTree = ReadonlyMap<string, TreeNode>;

/** Reads a folder, or a single file as a tree with its name. */
export function readTree(root: string): PackageTree {
  const tree = new Map<string, TreeNode>();
  const visit = (path: string): void => {
    for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
      const inner = path === "" ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) visit(inner);
      else if (entry.isSymbolicLink()) tree.set(inner, { kind: "link", target: readlinkSync(join(root, inner)) });
      else tree.set(inner, { kind: "file", bytes: new Uint8Array(readFileSync(join(root, inner))) });
    }
  };
  visit("");
  return tree;
}

/** Writes a tree below a folder; what cannot lie there (a file below a file, a name too long) is left out. */
export function writeTree(root: string, tree: PackageTree): void {
  mkdirSync(root, { recursive: true });
  for (const [path, node] of tree) {
    const full = join(root, path);
    try {
      mkdirSync(node.kind === "folder" ? full : dirname(full), { recursive: true });
      if (node.kind === "file") writeFileSync(full, node.bytes);
      else if (node.kind === "link") symlinkSync(node.target, full);
      else if (node.kind === "sparse") {
        writeFileSync(full, "");
        truncateSync(full, node.sizeBytes);
      }
    } catch (cause) {
      const { code = "" } = cause as NodeJS.ErrnoException;
      if (!["ENAMETOOLONG", "ENOTDIR", "EEXIST", "EISDIR", "EINVAL", "ELOOP", "ENOENT"].includes(code)) throw cause;
    }
  }
}

/** A zip archive of a tree's files, stored as they are. */
export function zipTree(tree: PackageTree): Uint8Array {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [path, node] of tree) {
    if (node.kind !== "file") continue;
    const name = Buffer.from(path);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800, 2);
    fields.writeUInt32LE(crc32(node.bytes), 10);
    fields.writeUInt32LE(node.bytes.length, 14);
    fields.writeUInt32LE(node.bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), fields, name, node.bytes]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from("PK\u0001\u0002"), Buffer.from([20, 0]), fields, tail, name]));
    parts.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(central.length, 8);
  end.writeUInt16LE(central.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...parts, directory, end]));
}
