import type { Rng } from "../../std/index.ts";

export const treeShapes = [
  "random",
  "path",
  "star",
  "caterpillar",
  "broom",
  "binary",
  "deep",
  "shallow",
  "spider",
  "two-stars",
  "long-legs",
] as const;

export type TreeShape = (typeof treeShapes)[number];

/** The parents of the vertices 1 … n-1, each before its child. */
export function createTree(shape: TreeShape, n: number, rng: Rng): readonly number[] {
  const half = n >> 1;
  const root = Math.max(1, Math.floor(Math.sqrt(n)));
  const parent = (i: number): number => {
    switch (shape) {
      case "random":
        return rng.nextInt(0, i - 1);
      case "path":
        return i - 1;
      case "star":
        return 0;
      case "caterpillar":
        return i <= half ? i - 1 : i - half - 1;
      case "broom":
        return i <= half ? i - 1 : half;
      case "binary":
        return (i - 1) >> 1;
      case "deep":
        return Math.max(0, i - rng.nextInt(1, 3));
      case "shallow":
        return rng.nextInt(0, Math.min(i - 1, root));
      case "spider":
        return i <= root ? 0 : i - root;
      case "two-stars":
        return i === 1 || i <= half ? 0 : 1;
      case "long-legs":
        return i === half || i === 2 * Math.floor(n / 3) ? 0 : i - 1;
    }
  };
  return Array.from({ length: Math.max(0, n - 1) }, (_, i) => Math.min(i, parent(i + 1)));
}
