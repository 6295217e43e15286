import type { Rng } from "../../std/index.ts";
import type { InputShape } from "./shapes.ts";
import { BuildReject, type GridRequest } from "./strategy.ts";

/** A grid in a shape, with as many of each counted character as it must and may have. @throws BuildReject */
export function createRandomGrid(request: GridRequest, shape: InputShape["grid"], rng: Rng): readonly string[] {
  const { height, width, alphabet, counts } = request;
  const free = alphabet.filter((character) => !counts.has(character));
  const letters = free.length > 0 ? free : alphabet;
  const start = rng.nextInt(0, letters.length - 1);
  const a = letters[start] ?? "";
  const b = letters[(start + 1) % letters.length] ?? "";
  const cell = (i: number, j: number): string => {
    switch (shape) {
      case "one-letter":
        return a;
      case "checkered":
        return (i + j) % 2 === 0 ? a : b;
      case "stripes":
        return i % 2 === 0 ? a : b;
      case "sparse":
        return rng.nextInt(0, 9) === 0 ? b : a;
      case "spiral":
        return i % 2 === 0 || j === (i % 4 === 1 ? width - 1 : 0) ? a : b;
      case undefined:
        return letters[rng.nextInt(0, letters.length - 1)] ?? "";
    }
  };
  const cells = Array.from({ length: height * width }, (_, at) => cell(Math.floor(at / width), at % width));
  placeCounted(cells, request, rng);
  return Array.from({ length: height }, (_, i) => cells.slice(i * width, (i + 1) * width).join(""));
}

function placeCounted(cells: string[], { counts, alphabet }: GridRequest, rng: Rng): void {
  const places = rng.shuffle(cells.map((_, i) => i));
  const filler = alphabet.find((character) => !counts.has(character));
  if (filler === undefined) for (let i = 0; i < cells.length; i++) cells[i] = "";
  for (const [character, { low, high }] of counts) {
    const room = BigInt(places.length);
    const count = rng.nextInt(Number(low), Number(low > room ? low : high < room ? high : room));
    for (let k = 0; k < count; k++) {
      const place = places.pop();
      if (place === undefined) throw new BuildReject("a grid too small for its counted characters");
      cells[place] = character;
    }
  }
  if (cells.includes("")) throw new BuildReject("a grid that counted characters do not fill");
}
