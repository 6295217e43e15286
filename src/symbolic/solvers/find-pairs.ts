import { isShort, openAtomBank, type Atom } from "../atoms/atom-bank.ts";
import { toProduct, toScaled, toSum } from "../build-expression.ts";
import type { Expression, LinearRecurrence } from "../expression.ts";
import { computeLinearComplexity, invert, prime } from "../numbers/prime-field.ts";
import { divide, isZero, multiply, subtract, toRational, zero, type Rational } from "../numbers/rational.ts";
import { dropFirst, toSeries, type Series } from "../series.ts";
import { fitAtom } from "./find-atoms.ts";

/** Factors that one of two atoms in a sum is tried with; the other one's is solved for. */
const factors = [1, -1, 2, -2, 3, -3];

/** Multiples of the term that is an atom beside a linear recurrence. */
const recurrenceFactors = [1, -1, 2, 3];

/** A solver for what remains once an atom is taken away. */
type RestSolver = (series: Series) => Expression | undefined;

/** a·f(n) + b·g(n) + c or + c·n + d, for two short atoms. */
export function findSums(series: Series): readonly Expression[] {
  const { start, residues, terms } = series;
  if (residues === undefined) return [];
  const bank = openAtomBank(start);
  const rest = new Int32Array(residues.length);
  const found: Expression[] = [];
  for (const first of bank.listVaried(terms.length).filter(isShort)) {
    for (const factor of factors) {
      takeAway(rest, { residues, factor, atom: first });
      for (const k of [1, 2]) {
        for (const second of bank.find(rest, k)) {
          const expression = fitSum(series, { first, factor, second, k });
          if (expression !== undefined) found.push(expression);
        }
      }
    }
    if (found.length >= 8) break;
  }
  return found;
}

/** rest = residues − factor·atom, in place: this runs for every atom and factor. */
function takeAway(
  rest: Int32Array,
  { residues, factor, atom }: { readonly residues: Int32Array; readonly factor: number; readonly atom: Atom },
): void {
  for (let i = 0; i < rest.length; i += 1) {
    const value = ((residues[i] ?? 0) - factor * (atom.residues[i] ?? 0)) % prime;
    rest[i] = value < 0 ? value + prime : value;
  }
}

function fitSum(
  series: Series,
  pair: { readonly first: Atom; readonly factor: number; readonly second: Atom; readonly k: number },
): Expression | undefined {
  const { first, factor, second, k } = pair;
  if (first === second) return undefined;
  const rest = subtractAtom(series, first, factor);
  const fitted = fitAtom(rest, second, k);
  return fitted === undefined ? undefined : toSum([toScaled(toRational(factor), first.expression), fitted]);
}

function subtractAtom(series: Series, atom: Atom, factor: number): Series {
  const exact = toRational(factor);
  return toSeries(
    series.start,
    series.terms.map((term, i) => subtract(term, multiply(exact, atom.values[i] ?? zero))),
  );
}

/** f(n)·(b·g(n) + c) for two short atoms; looked up without the first two terms, where factors are often 0. */
export function findProducts(series: Series): readonly Expression[] {
  const tail = dropFirst(series, 2);
  if (tail.residues === undefined || tail.terms.length < 6) return [];
  const bank = openAtomBank(tail.start);
  const found: Expression[] = [];
  for (const first of bank.listVaried(tail.terms.length).filter(isShort)) {
    const rest = divideResidues(tail.residues, first.residues);
    if (rest === undefined) continue;
    for (const k of [0, 1]) {
      for (const second of bank.find(rest, k)) {
        const divided = divideByAtom(tail, first);
        const fitted = divided === undefined ? undefined : fitAtom(divided, second, k);
        if (fitted !== undefined) found.push(toProduct([first.expression, fitted]));
      }
    }
    if (found.length >= 8) break;
  }
  return found;
}

function divideResidues(residues: Int32Array, by: Int32Array): Int32Array | undefined {
  const result = new Int32Array(residues.length);
  for (let i = 0; i < residues.length; i += 1) {
    const divisor = by[i] ?? 0;
    if (divisor === 0) return undefined;
    result[i] = ((residues[i] ?? 0) * invert(divisor)) % prime;
  }
  return result;
}

function divideByAtom(series: Series, atom: Atom): Series | undefined {
  const terms: Rational[] = [];
  for (const [i, term] of series.terms.entries()) {
    const value = atom.values[i] ?? zero;
    if (isZero(value)) return undefined;
    terms.push(divide(term, value));
  }
  return toSeries(series.start, terms);
}

/** Orders of linear recurrences that are looked for beside an atom: enough for sums of simple ones, cheap to refuse. */
const maxRestOrder = 8;

/** An atom plus anything that a short linear recurrence gives: polynomials, powers, periodic terms, their products. */
export function findAtomPlusRecurrence(series: Series, solveRest: RestSolver): readonly Expression[] {
  const { start, residues, terms } = series;
  if (residues === undefined) return [];
  const maxOrder = Math.min(maxRestOrder, Math.floor((terms.length - 3) / 2));
  const found: Expression[] = [];
  const bank = openAtomBank(start);
  const rest = new Int32Array(residues.length);
  for (const atom of bank.listVaried(terms.length)) {
    for (const factor of isShort(atom) ? recurrenceFactors : [1, -1]) {
      takeAway(rest, { residues, factor, atom });
      if (computeLinearComplexity(rest, maxOrder) === undefined) continue;
      const solved = solveRest(subtractAtom(series, atom, factor));
      if (solved !== undefined) found.push(toSum([toScaled(toRational(factor), atom.expression), solved]));
    }
    if (found.length >= 8) break;
  }
  return found;
}

/** An atom times anything that a short linear recurrence gives; the first two terms may be 0. */
export function findAtomTimesRecurrence(series: Series, solveRest: RestSolver): readonly Expression[] {
  const tail = dropFirst(series, 2);
  if (tail.residues === undefined || tail.terms.length < 6) return [];
  const maxOrder = Math.min(maxRestOrder, Math.floor((tail.terms.length - 3) / 2));
  const found: Expression[] = [];
  for (const atom of openAtomBank(tail.start).listVaried(tail.terms.length)) {
    const rest = divideResidues(tail.residues, atom.residues);
    if (rest === undefined || computeLinearComplexity(rest, maxOrder) === undefined) continue;
    const divided = divideByAtom(tail, atom);
    const solved = divided === undefined ? undefined : solveRest(divided);
    if (solved !== undefined) found.push(toProduct([atom.expression, extendBack(solved, series.start)]));
    if (found.length >= 8) break;
  }
  return found;
}

/** A formula that starts at a later index, put so that it has values at the earlier ones too, if it can. */
function extendBack(expression: Expression, start: number): Expression {
  if (expression.kind === "linear-recurrence") return extendRecurrence(expression, start);
  if (expression.kind !== "periodic" || expression.start <= start || expression.preperiod.length > 0) return expression;
  const { period } = expression;
  const shift = (expression.start - start) % period.length;
  const cut = (period.length - shift) % period.length;
  return { ...expression, start, period: [...period.slice(cut), ...period.slice(0, cut)] };
}

/** Runs a recurrence backwards: a(n − r) = (a(n) − c₁a(n − 1) − …)/cᵣ. */
function extendRecurrence(recurrence: LinearRecurrence, start: number): LinearRecurrence {
  const { coefficients } = recurrence;
  const last = coefficients.at(-1) ?? zero;
  if (isZero(last)) return recurrence;
  const initial = [...recurrence.initial];
  for (let n = recurrence.start; n > start; n -= 1) {
    const order = coefficients.length;
    const known = coefficients
      .slice(0, -1)
      .reduce((sum, c, i) => subtract(sum, multiply(c, initial[order - 2 - i] ?? zero)), initial[order - 1] ?? zero);
    initial.unshift(divide(known, last));
    initial.pop();
  }
  return { ...recurrence, start, initial };
}
