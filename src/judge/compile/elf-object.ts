/** A section of an object file. */
export interface ElfSection {
  readonly name: string;
  /** As the format numbers them: 1 with content, 8 zeroed. */
  readonly type: number;
  /** Bits: 1 writable, 2 in memory, 4 executable. */
  readonly flags: number;
  readonly alignment: number;
  readonly offset: number;
  readonly bytes: number;
  /** Relocations of this section's content. */
  readonly relocations: readonly ElfRelocation[];
}

export interface ElfRelocation {
  /** Where the relocation itself stands in the file. */
  readonly fileOffset: number;
  /** Of the place in the section. */
  readonly offset: number;
  readonly type: number;
  readonly symbol: number;
  readonly addend: bigint;
}

export interface ElfSymbol {
  readonly name: string;
  /** Where its entry stands in the file. */
  readonly fileOffset: number;
  /** Index of the section that defines it; undefined where none of this file does. */
  readonly section: number | undefined;
  /** In its section; an address in a finished program. */
  readonly value: number;
  readonly isGlobal: boolean;
}

/** A part of a program as it is laid into memory. */
export interface ElfSegment {
  /** Where its header stands in the file. */
  readonly fileOffset: number;
  readonly isWritable: boolean;
  readonly offset: number;
  readonly address: number;
  readonly fileBytes: number;
  readonly memoryBytes: number;
}

/** What a relocatable object, or a program, for x86-64 consists of. */
export interface ElfObject {
  readonly bytes: Uint8Array;
  readonly sections: readonly ElfSection[];
  readonly symbols: readonly ElfSymbol[];
  /** Of a program: what is loaded; nothing in an object. */
  readonly segments: readonly ElfSegment[];
  /** Offset in the symbols' string table of a string, or of the end of a longer one; undefined where there is none. */
  findString(text: string): number | undefined;
}

const fileTypes = { object: 1, program: 2 } as const;
const types = { symbols: 2, relocations: 4 } as const;
const reservedSections = 0xff00;
const loadedSegment = 1;

/**
 * Reads an object that a compiler just wrote, or a program with fixed addresses that a linker did; undefined for anything
 * but 64-bit little-endian x86-64.
 */
export function parseElfObject(bytes: Uint8Array, kind: keyof typeof fileTypes = "object"): ElfObject | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return parse(file, kind);
  } catch (cause) {
    if (cause instanceof RangeError) return undefined;
    throw cause;
  }
}

interface Header {
  readonly nameAt: number;
  readonly type: number;
  readonly flags: number;
  readonly offset: number;
  readonly bytes: number;
  readonly link: number;
  readonly info: number;
  readonly alignment: number;
}

function parse(file: Buffer, kind: keyof typeof fileTypes): ElfObject | undefined {
  const isKnown = file.readUInt32BE(0) === 0x7f454c46 && file[4] === 2 && file[5] === 1 && file.readUInt16LE(18) === 62;
  const count = file.readUInt16LE(60);
  if (!isKnown || file.readUInt16LE(16) !== fileTypes[kind] || count === 0) return undefined;
  const start = Number(file.readBigUInt64LE(40));
  const headers = Array.from({ length: count }, (_, i) => readHeader(file, start + i * 64));
  const names = headers[file.readUInt16LE(62)];
  const table = headers.find((header) => header.type === types.symbols);
  const strings = table === undefined ? undefined : headers[table.link];
  if (names === undefined || table === undefined || strings === undefined) return undefined;
  const symbols = Array.from({ length: table.bytes / 24 }, (_, i) => readSymbol(file, strings, table.offset + i * 24));
  const relocations = headers.map((): ElfRelocation[] => []);
  for (const header of headers) {
    if (header.type === types.relocations) relocations[header.info]?.push(...readRelocations(file, header));
  }
  const sections = headers.map((header, i) => ({
    name: readString(file, names.offset + header.nameAt),
    type: header.type,
    flags: header.flags,
    alignment: Math.max(1, header.alignment),
    offset: header.offset,
    bytes: header.bytes,
    relocations: relocations[i] ?? [],
  }));
  const text = file.subarray(strings.offset, strings.offset + strings.bytes);
  return {
    bytes: file,
    sections,
    symbols,
    segments: readSegments(file),
    findString(wanted) {
      const at = text.indexOf(Buffer.from(`${wanted}\0`, "latin1"));
      return at < 0 ? undefined : at;
    },
  };
}

function readHeader(file: Buffer, at: number): Header {
  return {
    nameAt: file.readUInt32LE(at),
    type: file.readUInt32LE(at + 4),
    flags: Number(file.readBigUInt64LE(at + 8)),
    offset: Number(file.readBigUInt64LE(at + 24)),
    bytes: Number(file.readBigUInt64LE(at + 32)),
    link: file.readUInt32LE(at + 40),
    info: file.readUInt32LE(at + 44),
    alignment: Number(file.readBigUInt64LE(at + 48)),
  };
}

function readSegments(file: Buffer): readonly ElfSegment[] {
  const start = Number(file.readBigUInt64LE(32));
  const count = file.readUInt16LE(56);
  const all = Array.from({ length: count }, (_, i) => {
    const at = start + i * 56;
    return {
      type: file.readUInt32LE(at),
      fileOffset: at,
      isWritable: (file.readUInt32LE(at + 4) & 2) !== 0,
      offset: Number(file.readBigUInt64LE(at + 8)),
      address: Number(file.readBigUInt64LE(at + 16)),
      fileBytes: Number(file.readBigUInt64LE(at + 32)),
      memoryBytes: Number(file.readBigUInt64LE(at + 40)),
    };
  });
  return all.filter(({ type }) => type === loadedSegment);
}

function readSymbol(file: Buffer, strings: Header, at: number): ElfSymbol {
  const section = file.readUInt16LE(at + 6);
  return {
    name: readString(file, strings.offset + file.readUInt32LE(at)),
    fileOffset: at,
    section: section === 0 || section >= reservedSections ? undefined : section,
    value: Number(file.readBigUInt64LE(at + 8)),
    isGlobal: file.readUInt8(at + 4) >> 4 !== 0,
  };
}

function readRelocations(file: Buffer, header: Header): readonly ElfRelocation[] {
  return Array.from({ length: header.bytes / 24 }, (_, i) => {
    const fileOffset = header.offset + i * 24;
    return {
      fileOffset,
      offset: Number(file.readBigUInt64LE(fileOffset)),
      type: file.readUInt32LE(fileOffset + 8),
      symbol: file.readUInt32LE(fileOffset + 12),
      addend: file.readBigInt64LE(fileOffset + 16),
    };
  });
}

function readString(file: Buffer, at: number): string {
  return file.toString("latin1", at, file.indexOf(0, at));
}
