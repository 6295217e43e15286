import { createTestData, type InputSpec } from "../../problem/index.ts";
import { AppError, type Rng } from "../../std/index.ts";
import { enumerateInputs } from "../input-spec/enumerate-inputs.ts";
import { generateInput } from "../input-spec/generate-input.ts";
import type { InputScope } from "../input-spec/input-value.ts";
import { packCases } from "../input-spec/pack-cases.ts";
import { renderInput } from "../input-spec/render-input.ts";
import { listShapes } from "../input-spec/shapes.ts";
import type { DrawnInput, InputArm } from "./contract.ts";

/** The sources that an input specification gives: enumeration, random at growing sizes, and the catalogue of shapes. */
export function createSpecArms(spec: InputSpec, rng: Rng): readonly InputArm[] {
  return [
    createEnumerationArm(spec),
    ...randomSizes.map((size) => createRandomArm(spec, size, rng.derive("random", size))),
    ...groupShapes(listShapes(spec)).flatMap(({ kind, shapes }) =>
      shapeSizes.map((size) => createShapeArm(spec, { kind, shapes, size }, rng.derive("shape", kind, size))),
    ),
  ];
}

const randomSizes = [0.1, 0.2, 0.35, 0.55, 0.8, 1] as const;
const shapeSizes = [0.15, 0.4, 1] as const;

function createEnumerationArm(spec: InputSpec): InputArm {
  const inputs = enumerateInputs(spec, { visits: 400_000 });
  return {
    name: "enumerate",
    size: 0,
    isValid: true,
    async draw({ count }) {
      const found: InputScope[] = [];
      let most = count;
      for (let next = inputs.next(); next.done !== true; next = inputs.next()) {
        found.push(next.value);
        if (found.length === 1 && packCases(spec, [next.value, next.value]).length === 1) most = count * casesInFile;
        if (found.length >= most) break;
      }
      const files = most === count ? found : chunk(found, casesInFile).flatMap((part) => packCases(spec, part));
      return toDrawn(spec, files);
    },
  };
}

/** More would make the one that fails hard to find, fewer would waste runs. */
const casesInFile = 50;

function chunk<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}

function createRandomArm(spec: InputSpec, size: number, rng: Rng): InputArm {
  let number = 0;
  return {
    name: `random ${size}`,
    size,
    isValid: true,
    async draw({ count }) {
      return toDrawn(
        spec,
        Array.from({ length: count }, () => generateInput(spec, { size, rng: rng.derive(number++) })),
      );
    },
  };
}

function createShapeArm(
  spec: InputSpec,
  { kind, shapes, size }: { readonly kind: string; readonly shapes: readonly string[]; readonly size: number },
  rng: Rng,
): InputArm {
  const order = rng.shuffle(shapes);
  let number = 0;
  return {
    name: `shape ${kind} ${size}`,
    size: size * 0.99,
    isValid: true,
    maxBatch: Math.max(4, shapes.length),
    async draw({ count }) {
      const drawn: DrawnInput[] = [];
      for (let i = 0; i < count; i++) {
        const shape = order[number % order.length] ?? "random";
        const own = rng.derive("input", number++);
        const value = tryGenerate(spec, { size, shape, isExact: true, rng: own });
        if (value !== undefined) drawn.push(...toDrawn(spec, [value], `${shape} at size ${size}`));
      }
      return drawn;
    },
  };
}

function groupShapes(
  names: readonly string[],
): readonly { readonly kind: string; readonly shapes: readonly string[] }[] {
  const kinds = [...new Set(names.map((name) => name.split(":")[0] ?? ""))];
  return kinds.map((kind) => ({ kind, shapes: names.filter((name) => name.startsWith(`${kind}:`)) }));
}

function tryGenerate(spec: InputSpec, options: Parameters<typeof generateInput>[1]): InputScope | undefined {
  try {
    return generateInput(spec, options);
  } catch (cause) {
    if (AppError.is(cause) && cause.code === "FORGE_SPEC_UNSATISFIABLE") return undefined;
    throw cause;
  }
}

function toDrawn(spec: InputSpec, values: readonly InputScope[], boundary?: string): readonly DrawnInput[] {
  return values.map((value) => ({ input: createTestData(renderInput(spec, value)), value, boundary }));
}
