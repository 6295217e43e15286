import { compileExpression } from "../compile-expression.ts";
import { countFormulaBits } from "../evidence/count-formula-bits.ts";
import type { Expression } from "../expression.ts";
import { invert, prime, toResidue } from "../numbers/prime-field.ts";
import { zero, type Rational } from "../numbers/rational.ts";
import { listAtoms } from "./list-atoms.ts";

/** An atom with its values from the bank's first index. */
export interface Atom {
  readonly expression: Expression;
  readonly bits: number;
  readonly values: readonly Rational[];
  readonly residues: Int32Array;
}

/** All atoms that are defined from an index on, findable by their terms up to a factor and a polynomial. */
export interface AtomBank {
  readonly start: number;
  readonly atoms: readonly Atom[];
  /** The short ones, for searches over pairs. */
  readonly shortAtoms: readonly Atom[];
  /** The atoms whose k-th differences are proportional to those of the residues. */
  readonly find: (residues: Int32Array, k: number) => readonly Atom[];
}

/** Atoms in searches over pairs take at most this many bits: a function of n or of a neighbour. */
const maxShortBits = 18;

/** So many terms decide a look-up; what it gives is checked on all. */
const keyLength = 12;

/** Terms that are worked out for each atom; longer series are looked up by their first ones. */
export const bankLength = 44;

const banks = new Map<number, AtomBank>();

/** The bank of an index, made when first asked for. */
export function openAtomBank(start: number): AtomBank {
  const known = banks.get(start);
  if (known !== undefined) return known;
  const bank = createAtomBank(start);
  if (banks.size >= 16) banks.clear();
  banks.set(start, bank);
  return bank;
}

function createAtomBank(start: number): AtomBank {
  const seen = new Map<string, Atom>();
  for (const track of listTracks(start)) {
    const atom = toAtom(track, start - track.start);
    if (atom === undefined) continue;
    const key = atom.residues.join();
    const earlier = seen.get(key);
    if (earlier === undefined || earlier.bits > atom.bits) seen.set(key, atom);
  }
  const atoms = [...seen.values()];
  const tables = new Map<string, ReadonlyMap<string, readonly Atom[]>>();
  return {
    start,
    atoms,
    shortAtoms: atoms.filter(({ bits }) => bits <= maxShortBits),
    find: (residues, k) => {
      const length = Math.min(keyLength, residues.length);
      const name = `${length} ${k}`;
      const table = tables.get(name) ?? createTable(atoms, { length, k });
      tables.set(name, table);
      return table.get(toProportion(residues, { length, k })) ?? [];
    },
  };
}

/** The values of an expression over a stretch of indices; undefined where it has none. */
interface Track {
  readonly expression: Expression;
  readonly bits: number;
  readonly start: number;
  readonly values: readonly (Rational | undefined)[];
  /** −1 where there is no value. */
  readonly residues: Int32Array;
}

/** Banks that start in [0, maxSharedStart] share their values: most sequences and what is derived from them do. */
const maxSharedStart = 8;

let shared: readonly Track[] | undefined;

function listTracks(start: number): readonly Track[] {
  if (start < 0 || start > maxSharedStart) return createTracks(start, bankLength);
  shared ??= createTracks(0, bankLength + maxSharedStart);
  return shared;
}

function createTracks(start: number, length: number): readonly Track[] {
  return listAtoms().map((expression) => {
    const evaluate = compileExpression(expression);
    const values = Array.from({ length }, (_, i) => evaluate(BigInt(start + i)));
    const residues = Int32Array.from(values, (value) => (value === undefined ? -1 : (toResidue(value) ?? -1)));
    return { expression, bits: countFormulaBits(expression), start, values, residues };
  });
}

function toAtom({ expression, bits, values, residues }: Track, offset: number): Atom | undefined {
  const window = residues.subarray(offset, offset + bankLength);
  if (window.includes(-1)) return undefined;
  return {
    expression,
    bits,
    residues: window,
    values: values.slice(offset, offset + bankLength).map((value) => value ?? zero),
  };
}

function createTable(
  atoms: readonly Atom[],
  options: { readonly length: number; readonly k: number },
): ReadonlyMap<string, readonly Atom[]> {
  const table = new Map<string, Atom[]>();
  for (const atom of atoms) {
    const key = toProportion(atom.residues, options);
    if (key === "") continue;
    const others = table.get(key);
    if (others === undefined) table.set(key, [atom]);
    else others.push(atom);
  }
  return table;
}

/** The k-th differences of the first terms, divided by the first that is not 0; "" where all are 0. */
function toProportion(residues: Int32Array, { length, k }: { readonly length: number; readonly k: number }): string {
  const row = residues.slice(0, length);
  for (let order = 1; order <= k; order += 1) {
    for (let i = 0; i < length - order; i += 1) {
      const step = (row[i + 1] ?? 0) - (row[i] ?? 0);
      row[i] = step < 0 ? step + prime : step;
    }
  }
  const differences = row.subarray(0, length - k);
  const first = differences.find((value) => value !== 0);
  if (first === undefined) return "";
  const factor = invert(first);
  return differences.map((value) => (value * factor) % prime).join();
}
