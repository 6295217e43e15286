/** Writes the wire format of Protocol Buffers: just what an ONNX model needs. */
export class ProtobufWriter {
  readonly #chunks: Uint8Array[] = [];

  /** A varint field; negative numbers take ten bytes, as the format wants. */
  int(field: number, value: number): void {
    this.#tag(field, 0);
    this.#varint(BigInt.asUintN(64, BigInt(value)));
  }

  float(field: number, value: number): void {
    this.#tag(field, 5);
    this.#chunks.push(new Uint8Array(new Float32Array([value]).buffer));
  }

  bytes(field: number, value: Uint8Array): void {
    this.#tag(field, 2);
    this.#varint(BigInt(value.length));
    this.#chunks.push(value);
  }

  text(field: number, value: string): void {
    this.bytes(field, new TextEncoder().encode(value));
  }

  message(field: number, write: (writer: ProtobufWriter) => void): void {
    const inner = new ProtobufWriter();
    write(inner);
    this.bytes(field, inner.finish());
  }

  finish(): Uint8Array {
    const result = new Uint8Array(this.#chunks.reduce((sum, chunk) => sum + chunk.length, 0));
    let offset = 0;
    for (const chunk of this.#chunks) {
      result.set(chunk, offset);
      offset += chunk.length;
    }
    return result;
  }

  #tag(field: number, wireType: number): void {
    this.#varint(BigInt(field * 8 + wireType));
  }

  #varint(value: bigint): void {
    const bytes: number[] = [];
    let rest = value;
    do {
      const low = Number(rest & 0x7fn);
      rest >>= 7n;
      bytes.push(rest === 0n ? low : low | 0x80);
    } while (rest !== 0n);
    this.#chunks.push(Uint8Array.from(bytes));
  }
}
