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

/**
 * Whether all terms but one lie on a line: beside a polynomial such an atom is no pattern, but a name for an exception.
 */
export function isLineButOne({ residues }: Atom, count: number): boolean {
  const pairs = [
    [0, 1],
    [1, 2],
    [0, 2],
  ] as const;
  return pairs.some(([i, j]) => {
    const [low, high] = [residues[i] ?? 0, residues[j] ?? 0];
    const slope = ((high - low + prime) * invert(j - i)) % prime;
    let exceptions = 0;
    for (let at = 0; at < count && exceptions < 2; at += 1) {
      const expected = low + slope * (at - i);
      if ((((expected - (residues[at] ?? 0)) % prime) + prime) % prime !== 0) exceptions += 1;
    }
    return exceptions < 2;
  });
}

/** All atoms that are defined from an index on, findable by their terms up to a factor and a polynomial. */
export interface AtomBank {
  readonly start: number;
  readonly atoms: readonly Atom[];
  /** The short ones, for searches over pairs. */
  readonly shortAtoms: readonly Atom[];
  /** The atoms whose first terms are more than a line with one exception. */
  readonly listVaried: (count: number) => readonly Atom[];
  /** The atoms whose k-th differences are proportional to those of the residues. */
  readonly find: (residues: Int32Array, k: number) => readonly Atom[];
}

/** Atoms in searches over pairs take at most this many bits: a function of n or of a neighbour. */
const maxShortBits = 18;

export function isShort({ bits }: Atom): boolean {
  return bits <= maxShortBits;
}

/** So many terms decide a look-up; what it gives is checked on all. */
const keyLength = 12;

/** Terms that are worked out for each atom; longer series are looked up by their first ones. */
const bankLength = 44;

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
  const varied = new Map<number, readonly Atom[]>();
  const tables = new Map<number, ReadonlyMap<number, readonly Atom[]>>();
  return {
    start,
    atoms,
    shortAtoms: atoms.filter(isShort),
    listVaried: (count) => {
      const known = varied.get(count) ?? atoms.filter((atom) => !isLineButOne(atom, count));
      varied.set(count, known);
      return known;
    },
    find: (residues, k) => {
      const length = Math.min(keyLength, residues.length);
      const name = 8 * length + k;
      const table = tables.get(name) ?? createTable(atoms, { length, k });
      tables.set(name, table);
      return table.get(toProportion(residues, { length, k })) ?? none;
    },
  };
}

const none: readonly Atom[] = [];

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
): ReadonlyMap<number, readonly Atom[]> {
  const table = new Map<number, Atom[]>();
  for (const atom of atoms) {
    const key = toProportion(atom.residues, options);
    if (key === noProportion) continue;
    const others = table.get(key);
    if (others === undefined) table.set(key, [atom]);
    else others.push(atom);
  }
  return table;
}

const noProportion = -1;

const scratch = new Int32Array(keyLength);

/**
 * A hash of the k-th differences of the first terms, divided by the first that is not 0; −1 where all are 0. What two
 * series share by accident is refused when the formula is fitted.
 */
function toProportion(residues: Int32Array, { length, k }: { readonly length: number; readonly k: number }): number {
  for (let i = 0; i < length; i += 1) scratch[i] = residues[i] ?? 0;
  for (let order = 1; order <= k; order += 1) {
    for (let i = 0; i < length - order; i += 1) {
      const step = (scratch[i + 1] ?? 0) - (scratch[i] ?? 0);
      scratch[i] = step < 0 ? step + prime : step;
    }
  }
  let factor = 0;
  let hash = length - k;
  for (let i = 0; i < length - k; i += 1) {
    const value = scratch[i] ?? 0;
    if (factor === 0 && value !== 0) factor = invert(value);
    hash = Math.imul(hash, 0x01000193) ^ ((value * factor) % prime);
  }
  return factor === 0 ? noProportion : hash >>> 0;
}
