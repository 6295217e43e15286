import { parseElfObject, type ElfObject, type ElfRelocation, type ElfSection } from "./elf-object.ts";

/** What one program of a batch becomes: an object that a linker makes the program of, or nothing. */
export type SplitObject = Uint8Array | undefined;

/** A function that does nothing, put in place of others; the end of its name is the name of the entry. */
export const idleFunction = "grandsmith_idle_main";

/**
 * Cuts an object of many programs, each in its namespace `gsc<index>_`, into an object for each: its own `main` is
 * called `main`, and of what is done before `main` only its own part is called. The linker leaves out what is then not
 * used. A program for which it is not certain that it reaches nothing of another's is undefined, all of them where the
 * object is not as expected.
 */
export function splitObject(
  bytes: Uint8Array,
  programs: {
    readonly count: number;
    /** By the number of the function that prepares a program's variables: which program's. */
    readonly startOwners: ReadonlyMap<number, number>;
  },
): readonly SplitObject[] {
  const indices = Array.from({ length: programs.count }, (_, index) => index);
  const object = parseElfObject(bytes);
  const batch = object === undefined ? undefined : readBatch(object, programs.startOwners);
  return indices.map((index) => (batch === undefined ? undefined : cut(batch, index)));
}

interface Batch {
  readonly object: ElfObject;
  readonly idleSymbol: number;
  readonly mainName: number;
  /** Indices of programs that each section belongs to, by its name. */
  readonly owners: readonly ReadonlySet<number>[];
  /** Calls of what is done before `main`: in which section, by which relocation, and for which programs. */
  readonly starts: readonly { readonly relocation: ElfRelocation; readonly owners: ReadonlySet<number> }[];
  readonly startSections: readonly number[];
  readonly mains: ReadonlyMap<number, number>;
}

function readBatch(object: ElfObject, startOwners: ReadonlyMap<number, number>): Batch | undefined {
  const { sections, symbols } = object;
  const idleSymbol = symbols.findIndex((symbol) => symbol.name === idleFunction && symbol.section !== undefined);
  const mainName = object.findString("main");
  if (idleSymbol < 0 || mainName === undefined) return undefined;
  if (sections.some((section) => /^\.(?:ctors|dtors|preinit_array|fini_array|init_array\.)/.test(section.name))) {
    return undefined;
  }
  const owners = sections.map((section) => (isConstants(section) ? new Set<number>() : readOwners(section.name)));
  for (const symbol of symbols) {
    if (symbol.section === undefined) continue;
    for (const owner of readOwners(symbol.name)) owners[symbol.section]?.add(owner);
  }
  const startSections = sections
    .filter((section) => section.name === ".init_array")
    .flatMap((section) => section.relocations)
    .map((relocation) => symbols[relocation.symbol]?.section ?? -1);
  if (startSections.includes(-1)) return undefined;
  for (const start of startSections) owners[start] = new Set();
  for (const [i, section] of sections.entries()) {
    const owner = startOwners.get(readInitialiserNumber(section) ?? -1);
    if (owner !== undefined) owners[i]?.add(owner);
  }
  const targets = { sections, symbols, owners };
  const starts = startSections.flatMap((start) =>
    (sections[start]?.relocations ?? []).map((relocation) => ({
      relocation,
      owners: findOwnersOfCall(targets, relocation),
    })),
  );
  const isCall = (start: Batch["starts"][number]): boolean =>
    readInitialiserNumber(sections[symbols[start.relocation.symbol]?.section ?? -1]) !== undefined;
  if (!starts.every((start) => start.owners.size === 0 || isCall(start))) return undefined;
  const mains = new Map<number, number>();
  for (const [i, symbol] of symbols.entries()) {
    const index = /^_ZN\d+gsc(\d+)_4mainE(?:v|iPPc|iPPKc)$/.exec(symbol.name)?.[1];
    if (index !== undefined && symbol.section !== undefined && symbol.isGlobal) mains.set(Number(index), i);
  }
  return { object, idleSymbol, mainName, owners, starts, startSections, mains };
}

/** Equal strings and numbers of several programs are one, named after the first. */
function isConstants({ name, relocations }: ElfSection): boolean {
  return /^\.rodata\b.*\.(?:str|cst)\d/.test(name) && relocations.length === 0;
}

function readOwners(name: string): Set<number> {
  return new Set([...name.matchAll(/gsc(\d+)_/g)].map((found) => Number(found[1])));
}

/** Whose variables the called function prepares: whatever it reaches. */
function findOwnersOfCall(
  { sections, symbols, owners }: Pick<ElfObject, "sections" | "symbols"> & Pick<Batch, "owners">,
  call: ElfRelocation,
): ReadonlySet<number> {
  const target = symbols[call.symbol]?.section;
  const found = new Set<number>();
  const seen = new Set(target === undefined ? [] : [target]);
  for (const section of seen) {
    for (const owner of owners[section] ?? []) found.add(owner);
    for (const relocation of sections[section]?.relocations ?? []) {
      const symbol = symbols[relocation.symbol];
      if (symbol?.section !== undefined) seen.add(symbol.section);
      else for (const owner of readOwners(symbol?.name ?? "")) found.add(owner);
    }
  }
  return found;
}

/** Of a function that prepares variables of one program, or of the headers. */
function readInitialiserNumber(section: ElfSection | undefined): number | undefined {
  const found = /^\.text\b.*__static_initialization_and_destruction_(\d+)/.exec(section?.name ?? "")?.[1];
  return found === undefined ? undefined : Number(found);
}

function cut(batch: Batch, index: number): SplitObject {
  const main = batch.object.symbols[batch.mains.get(index) ?? -1];
  if (main?.section === undefined) return undefined;
  const dropped = new Set<ElfRelocation>();
  for (const start of batch.starts) {
    if (start.owners.size === 0 || (start.owners.size === 1 && start.owners.has(index))) continue;
    if (start.owners.has(index)) return undefined;
    dropped.add(start.relocation);
  }
  if (!isSeparate(batch, { index, from: [main.section, ...batch.startSections], dropped })) return undefined;
  const bytes = Buffer.from(batch.object.bytes);
  bytes.writeUInt32LE(batch.mainName, main.fileOffset);
  for (const relocation of dropped) {
    bytes.writeUInt32LE(batch.idleSymbol, relocation.fileOffset + 12);
    bytes.writeBigInt64LE(-4n, relocation.fileOffset + 16);
  }
  return bytes;
}

/** Whether all that is reached from the given sections belongs to this program or to none. */
function isSeparate(
  { object, owners }: Batch,
  walk: { readonly index: number; readonly from: readonly number[]; readonly dropped: ReadonlySet<ElfRelocation> },
): boolean {
  const seen = new Set(walk.from);
  for (const section of seen) {
    for (const owner of owners[section] ?? []) if (owner !== walk.index) return false;
    for (const relocation of object.sections[section]?.relocations ?? []) {
      if (walk.dropped.has(relocation)) continue;
      const target = object.symbols[relocation.symbol];
      if (target?.section !== undefined) seen.add(target.section);
      else if ([...readOwners(target?.name ?? "")].some((owner) => owner !== walk.index)) return false;
    }
  }
  return true;
}
