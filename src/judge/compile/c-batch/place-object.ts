import { computeDigest } from "../../../std/index.ts";
import type { ElfObject, ElfRelocation, ElfSection } from "../elf-object.ts";
import type { RoomName, RuntimeImage } from "./runtime-image.ts";

/** The part of an object that is one program's: its sections, and the symbols of others that they use. */
export interface ObjectPart {
  readonly sections: readonly number[];
  readonly mainSection: number;
  /** Symbols that no section of the object defines. */
  readonly symbols: readonly string[];
}

/**
 * Finds what belongs to the program with this prefix, and all that it reaches: as a linker without section garbage
 * collection, so that a function that nobody calls still needs what it calls. Undefined where it reaches another's, or
 * has what cannot be placed.
 */
export function findPart(object: ElfObject, prefix: string): ObjectPart | undefined {
  const main = object.symbols.find((symbol) => symbol.name === `${prefix}main`);
  if (main?.section === undefined || !main.isGlobal || main.value !== 0) return undefined;
  const owners = findOwners(object);
  const roots = object.sections.flatMap((_, i) => (owners[i]?.has(prefix) === true ? [i] : []));
  const seen = new Set([main.section, ...roots]);
  const symbols = new Set<string>();
  for (const index of seen) {
    const section = object.sections[index];
    if (section === undefined || !isPlaceable(section)) return undefined;
    if ([...(owners[index] ?? [])].some((owner) => owner !== prefix)) return undefined;
    for (const { symbol: at } of section.relocations) {
      const symbol = object.symbols[at];
      if (symbol === undefined) return undefined;
      if (symbol.section !== undefined) seen.add(symbol.section);
      else if (symbol.name === "" || /^gsc\d+_/.test(symbol.name)) return undefined;
      else symbols.add(symbol.name);
    }
  }
  return { sections: [...seen].toSorted((a, b) => a - b), mainSection: main.section, symbols: [...symbols].toSorted() };
}

const flag = { writable: 1, loaded: 2, executable: 4, merged: 0x10, byThread: 0x400 } as const;

/** Whose each section is, by its name and by the names in it: none's, one's, or several's. */
function findOwners({ sections, symbols }: ElfObject): readonly ReadonlySet<string>[] {
  const owners = sections.map((section) => readOwners(isOwned(section) ? section.name : ""));
  for (const { name, section } of symbols) {
    if (section === undefined) continue;
    for (const owner of readOwners(name)) owners[section]?.add(owner);
  }
  return owners;
}

/** Equal strings and numbers of several programs are one, named after the first. */
function isOwned({ flags, relocations }: ElfSection): boolean {
  const isShared = (flags & flag.merged) !== 0 && relocations.length === 0;
  return (flags & flag.loaded) !== 0 && !isShared;
}

function readOwners(name: string): Set<string> {
  return new Set(name.match(/gsc\d+_/g));
}

const content = 1;
const zeroed = 8;

function isPlaceable({ type, flags, name }: ElfSection): boolean {
  const isLoaded = (flags & flag.loaded) !== 0 && (flags & flag.byThread) === 0;
  return isLoaded && (type === content || type === zeroed) && !/^\.(?:init|fini|ctors|dtors|preinit)/.test(name);
}

/** A program that runs. */
export interface PlacedProgram {
  readonly bytes: Uint8Array;
  /** Names the bytes. */
  readonly digest: string;
}

/**
 * Makes a program of an image and one program's part of an object: what a linker makes of them, with other addresses.
 * Undefined where it does not fit.
 */
export function placePart(image: RuntimeImage, object: ElfObject, part: ObjectPart): PlacedProgram | undefined {
  const placement = assign(image, object, part);
  if (placement === undefined) return undefined;
  const bytes = Buffer.from(image.bytes);
  const room = image.room.constants;
  const pointers = new Map<number, number>();
  let pointersAt = align(placement.constantsEnd, 8);
  const toPointer = (target: number): number => {
    const known = pointers.get(target);
    if (known !== undefined) return known;
    const address = pointersAt;
    pointersAt += 8;
    pointers.set(target, address);
    if (pointersAt <= room.address + room.bytes) {
      bytes.writeBigUInt64LE(BigInt(target), room.offset + address - room.address);
    }
    return address;
  };
  for (const index of part.sections) {
    const section = object.sections[index] as ElfSection;
    const place = placement.places.get(index);
    if (place === undefined) return undefined;
    if (place.offset === undefined) {
      if (section.relocations.length > 0) return undefined;
      continue;
    }
    bytes.set(object.bytes.subarray(section.offset, section.offset + section.bytes), place.offset);
    for (const relocation of section.relocations) {
      const target = findTarget({ image, object, places: placement.places }, relocation);
      const at = { bytes, offset: place.offset + relocation.offset, address: place.address + relocation.offset };
      if (target === undefined || !relocate(at, { relocation, target, toPointer })) return undefined;
    }
  }
  if (pointersAt > room.address + room.bytes) return undefined;
  const { last } = image;
  bytes.writeBigUInt64LE(BigInt(placement.end - last.address), last.fileOffset + 40);
  return { bytes, digest: computePlacedDigest(image, bytes) };
}

/** All that differs from the image, and what the image is. */
function computePlacedDigest({ digest, room, last }: RuntimeImage, bytes: Buffer): string {
  const parts = [room.code, room.constants, room.data].map((one) => bytes.subarray(one.offset, one.offset + one.bytes));
  const header = bytes.subarray(last.fileOffset, last.fileOffset + 56);
  return computeDigest(Buffer.concat([Buffer.from(digest, "hex"), header, ...parts]));
}

interface Place {
  readonly address: number;
  /** In the file; undefined for zeroed data. */
  readonly offset: number | undefined;
}

interface Placement {
  readonly places: ReadonlyMap<number, Place>;
  readonly constantsEnd: number;
  /** Of the zeroed data, with as much behind it as the library has behind a program's own. */
  readonly end: number;
}

/** What is left of the last page behind its own data, the C library takes for itself when it starts. */
const pageBytes = 4096;

function assign(image: RuntimeImage, object: ElfObject, part: ObjectPart): Placement | undefined {
  const places = new Map<number, Place>();
  const next = { code: 0, constants: 0, data: 0 };
  let end = align(image.last.address + image.last.memoryBytes, pageBytes);
  const order = [part.mainSection, ...part.sections.filter((index) => index !== part.mainSection)];
  for (const index of order) {
    const section = object.sections[index] as ElfSection;
    if (section.type === zeroed) {
      const address = align(end, section.alignment);
      places.set(index, { address, offset: undefined });
      end = address + section.bytes;
      continue;
    }
    const name = toRoomName(section);
    const room = image.room[name];
    const address = align(room.address + next[name], section.alignment);
    next[name] = address - room.address + section.bytes;
    if (next[name] > room.bytes) return undefined;
    places.set(index, { address, offset: room.offset + address - room.address });
  }
  if (places.get(part.mainSection)?.address !== image.room.code.address) return undefined;
  if (end + image.libraryBytes > 2 ** 31) return undefined;
  return { places, constantsEnd: image.room.constants.address + next.constants, end: end + image.libraryBytes };
}

/** Data that is only written while a program is linked is constant when it runs. */
function toRoomName({ flags, name }: ElfSection): RoomName {
  if ((flags & flag.executable) !== 0) return "code";
  return (flags & flag.writable) !== 0 && !name.startsWith(".data.rel.ro") ? "data" : "constants";
}

function align(address: number, alignment: number): number {
  return Math.ceil(address / alignment) * alignment;
}

function findTarget(
  where: { readonly image: RuntimeImage; readonly object: ElfObject; readonly places: ReadonlyMap<number, Place> },
  relocation: ElfRelocation,
): number | undefined {
  const symbol = where.object.symbols[relocation.symbol];
  if (symbol === undefined) return undefined;
  if (symbol.section === undefined) return where.image.addresses.get(symbol.name);
  const place = where.places.get(symbol.section);
  return place === undefined ? undefined : place.address + symbol.value;
}

/** Relocations of x86-64 that code with the small model has, by number. */
const kinds = { absolute64: 1, relative32: 2, call32: 4, pointer: 9, absolute32: 10, signed32: 11 } as const;
const pointerKinds: ReadonlySet<number> = new Set([kinds.pointer, 41, 42]);

/** False for a kind that is not known, and where the distance is too large. */
function relocate(
  at: { readonly bytes: Buffer; readonly offset: number; readonly address: number },
  what: { readonly relocation: ElfRelocation; readonly target: number; readonly toPointer: (target: number) => number },
): boolean {
  const { relocation, target } = what;
  const addend = Number(relocation.addend);
  const { type } = relocation;
  if (type === kinds.absolute64) {
    at.bytes.writeBigInt64LE(BigInt(target + addend), at.offset);
    return true;
  }
  const isRelative = type === kinds.relative32 || type === kinds.call32 || pointerKinds.has(type);
  if (!isRelative && type !== kinds.absolute32 && type !== kinds.signed32) return false;
  const meant = pointerKinds.has(type) ? what.toPointer(target) : target;
  const value = meant + addend - (isRelative ? at.address : 0);
  const isUnsigned = type === kinds.absolute32;
  if (isUnsigned ? value < 0 || value > 2 ** 32 - 1 : value < -(2 ** 31) || value > 2 ** 31 - 1) return false;
  if (isUnsigned) at.bytes.writeUInt32LE(value, at.offset);
  else at.bytes.writeInt32LE(value, at.offset);
  return true;
}
