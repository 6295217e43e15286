import { z } from "zod";
import { AppError, toMessage } from "../../../std/index.ts";

/** A matrix of a safetensors file. */
export interface StoredTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

const headerSchema = z.record(
  z.string(),
  z.looseObject({
    dtype: z.string(),
    shape: z.array(z.int().min(0)),
    data_offsets: z.tuple([z.int().min(0), z.int().min(0)]),
  }),
);

/** The bytes of a safetensors file of float32 numbers, in the order given. */
export function writeSafetensors(tensors: readonly StoredTensor[]): Uint8Array {
  let offset = 0;
  const entries = tensors.map(({ name, shape, values }) => {
    const start = offset;
    offset += values.byteLength;
    return [name, { dtype: "F32", shape, data_offsets: [start, offset] }] as const;
  });
  const json = JSON.stringify(Object.fromEntries(entries));
  const header = Buffer.from(json.padEnd(Math.ceil(json.length / 8) * 8), "utf8");
  const bytes = Buffer.alloc(8 + header.length + offset);
  bytes.writeBigUInt64LE(BigInt(header.length));
  header.copy(bytes, 8);
  let at = 8 + header.length;
  for (const { values } of tensors) {
    bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), at);
    at += values.byteLength;
  }
  return bytes;
}

/**
 * The tensors of a safetensors file; only float32 is taken.
 *
 * @throws AppError SAFETENSORS_INVALID
 */
export function parseSafetensors(bytes: Uint8Array): readonly StoredTensor[] {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const headerLength = Number(view.getBigUint64(0, true));
    if (headerLength > bytes.length - 8) throw new Error(`a header of ${headerLength} bytes in ${bytes.length}`);
    const json: unknown = JSON.parse(Buffer.from(bytes.subarray(8, 8 + headerLength)).toString("utf8"));
    const { __metadata__: _, ...described } = json as Record<string, unknown>;
    const data = bytes.subarray(8 + headerLength);
    return Object.entries(headerSchema.parse(described)).map(([name, entry]) => {
      const [start, end] = entry.data_offsets;
      const count = entry.shape.reduce((product, size) => product * size, 1);
      if (entry.dtype !== "F32") throw new Error(`${name} is ${entry.dtype}, not F32`);
      if (end > data.length || end - start !== 4 * count) {
        throw new Error(`${name} of shape ${entry.shape.join("x")} at bytes ${start} to ${end} of ${data.length}`);
      }
      return { name, shape: entry.shape, values: new Float32Array(Uint8Array.from(data.subarray(start, end)).buffer) };
    });
  } catch (cause) {
    throw new AppError({
      code: "SAFETENSORS_INVALID",
      message: `expected a safetensors file of float32 numbers, got: ${toMessage(cause)}; save the weights again`,
      cause,
    });
  }
}
