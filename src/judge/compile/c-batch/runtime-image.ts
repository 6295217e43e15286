import { computeDigest } from "../../../std/index.ts";
import { parseElfObject, type ElfSegment } from "../elf-object.ts";

/** A linked program without a program in it: the C library as far as it is wanted, and room to place one. */
export interface RuntimeImage {
  readonly bytes: Uint8Array;
  readonly digest: string;
  readonly room: Readonly<Record<RoomName, Room>>;
  /** The loaded part that the zeroed data ends. */
  readonly last: ElfSegment;
  /** Zeroed data of the library's own. */
  readonly libraryBytes: number;
  /** By name: the address that a call or a pointer gets. */
  readonly addresses: ReadonlyMap<string, number>;
}

export type RoomName = "code" | "constants" | "data";

/** Where something can be placed. */
export interface Room {
  readonly address: number;
  readonly offset: number;
  readonly bytes: number;
}

const labels: Readonly<Record<RoomName, string>> = {
  code: "main",
  constants: "grandsmith_constants",
  data: "grandsmith_data",
};
const jumpTable = "grandsmith_jumps";
const jumpBytes = 16;

/** The assembly of an image: rooms filled with what must not be run, and a jump to each symbol that is wanted. */
export function createImageSource(symbols: readonly string[], roomBytes: number): string {
  const rooms = [
    ['.section .text.grandsmith,"ax",@progbits', labels.code, "0xcc"],
    ['.section .rodata.grandsmith,"a",@progbits', labels.constants, "0"],
    ['.section .data.grandsmith,"aw",@progbits', labels.data, "0"],
  ] as const;
  const lines = rooms.flatMap(([section, label, fill]) => [
    section,
    ".balign 64",
    `.globl ${label}`,
    `.type ${label}, @object`,
    `${label}: .fill ${roomBytes}, 1, ${fill}`,
  ]);
  const jumps = symbols.map((symbol) => `.balign ${jumpBytes}\njmp ${symbol}@PLT`);
  const table = [".text", `.balign ${jumpBytes}`, `.globl ${jumpTable}`, `${jumpTable}:`, ...jumps];
  return `${[...lines, ...table].join("\n")}\n.section .note.GNU-stack,"",@progbits\n`;
}

/** Reads a linked image; undefined where it is not laid out as expected. */
export function readRuntimeImage(
  bytes: Uint8Array,
  symbols: readonly string[],
  roomBytes: number,
): RuntimeImage | undefined {
  const program = parseElfObject(bytes, "program");
  const last = program?.segments.toSorted((a, b) => a.address - b.address).at(-1);
  if (program === undefined || last === undefined || !last.isWritable) return undefined;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const find = (name: string): number | undefined => program.symbols.find((symbol) => symbol.name === name)?.value;
  const toRoom = (address: number | undefined): Room | undefined => {
    const segment = program.segments.find(
      (one) => address !== undefined && address >= one.address && address + roomBytes <= one.address + one.fileBytes,
    );
    if (segment === undefined || address === undefined) return undefined;
    return { address, offset: segment.offset + address - segment.address, bytes: roomBytes };
  };
  const code = toRoom(find(labels.code));
  const constants = toRoom(find(labels.constants));
  const data = toRoom(find(labels.data));
  const table = find(jumpTable);
  const text = program.segments.find(
    (one) => table !== undefined && table >= one.address && table < one.address + one.fileBytes,
  );
  if (code === undefined || constants === undefined || data === undefined) return undefined;
  if (table === undefined || text === undefined) return undefined;
  const addresses = new Map<string, number>();
  for (const [i, symbol] of symbols.entries()) {
    const jump: number = table + i * jumpBytes;
    const at: number = text.offset + jump - text.address;
    if (file[at] !== 0xe9) return undefined;
    addresses.set(symbol, jump + 5 + file.readInt32LE(at + 1));
  }
  const loadedBytes = Math.max(...program.segments.map((one) => one.offset + one.fileBytes));
  const image = withoutSections(file.subarray(0, loadedBytes));
  return {
    bytes: image,
    digest: computeDigest(image),
    room: { code, constants, data },
    last,
    libraryBytes: last.memoryBytes - last.fileBytes,
    addresses,
  };
}

/** Nothing that runs needs sections or symbols. */
function withoutSections(file: Buffer): Uint8Array {
  const bytes = Buffer.from(file);
  bytes.writeBigUInt64LE(0n, 40);
  bytes.writeUInt32LE(0, 60);
  return bytes;
}
