import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { listBases } from "../test/support/list-bases.ts";
import { readTree } from "../test/support/package-tree.ts";
import { tryPackage, type PackageTrial } from "../test/support/try-package.ts";

/** Every `shardCount`-th damaged package of `count`. */
export interface FuzzShard {
  readonly shard: number;
  readonly shardCount: number;
  readonly count: number;
}

/** What a thread says of its work. */
export type FuzzMessage =
  | { readonly kind: "trial-started"; readonly base: string; readonly seed: string; readonly index: number }
  | { readonly kind: "trial-ended"; readonly base: string; readonly seed: string; readonly trial: PackageTrial };

const { from, shardCount, count, root } = workerData as FuzzShard & { readonly from: number; readonly root: string };
const repository = fileURLToPath(new URL("..", import.meta.url));
const bases = listBases(repository).map((path) => ({ path, tree: readTree(join(repository, path)) }));

for (let index = from; index < count; index += shardCount) {
  const base = bases[index % bases.length];
  if (base === undefined) break;
  const seed = `package-fuzz-${index}`;
  parentPort?.postMessage({ kind: "trial-started", base: base.path, seed, index } satisfies FuzzMessage, []);
  const trial = await tryPackage(base.tree, { seed, root });
  parentPort?.postMessage({ kind: "trial-ended", base: base.path, seed, trial } satisfies FuzzMessage, []);
}
