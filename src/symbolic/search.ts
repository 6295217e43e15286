import { compileExpression } from "./compile-expression.ts";
import { countFormulaBits } from "./evidence/count-formula-bits.ts";
import type { Expression } from "./expression.ts";
import { reproduces, type Series, type Solver } from "./series.ts";
import { findAtomResidues, findAtoms, findBitwise, findDifferences } from "./solvers/find-atoms.ts";
import { findInterleavings, findPartialProducts, findPartialSums, findQuotients } from "./solvers/find-compositions.ts";
import { findDivideAndConquer } from "./solvers/find-divide-and-conquer.ts";
import { findFloors } from "./solvers/find-floors.ts";
import { findLinearRecurrences } from "./solvers/find-linear-recurrences.ts";
import { findPRecursive } from "./solvers/find-p-recursive.ts";
import { findAtomPlusRecurrence, findAtomTimesRecurrence, findProducts, findSums } from "./solvers/find-pairs.ts";
import { findPeriodic, findPolynomialPlusPeriodic } from "./solvers/find-periodic.ts";
import { findPolynomials } from "./solvers/find-polynomials.ts";
import { findQuasiPolynomials } from "./solvers/find-quasi-polynomials.ts";
import { findResidues } from "./solvers/find-residues.ts";

/** A formula that gives every term of the series, and its length in bits. */
export interface Candidate {
  readonly expression: Expression;
  readonly formulaBits: number;
}

/** What a short linear recurrence can be: for the rest beside an atom. */
const restSolvers: readonly Solver[] = [
  findPolynomials,
  (series) => findPeriodic(series, 0),
  findPolynomialPlusPeriodic,
  findLinearRecurrences,
];

const maxPreperiod = 4;

/** What one formula without others inside gives. */
const simpleSolvers: readonly Solver[] = [
  findPolynomials,
  (series) => findPeriodic(series, maxPreperiod),
  findPolynomialPlusPeriodic,
  findLinearRecurrences,
  findQuasiPolynomials,
  findAtoms,
  findFloors,
  findResidues,
  findPRecursive,
  findDivideAndConquer,
];

/** Two formulas side by side. */
const pairSolvers: readonly Solver[] = [
  findSums,
  findProducts,
  (series) => findAtomPlusRecurrence(series, (rest) => solve(rest, restSolvers)),
  (series) => findAtomTimesRecurrence(series, (rest) => solve(rest, restSolvers)),
  findAtomResidues,
  findBitwise,
];

const composedSolvers: readonly Solver[] = [
  (series) => findInterleavings(series, (part) => solve(part, simpleSolvers)),
  (series) => findPartialSums(series, (steps) => solve(steps, [...simpleSolvers, ...pairSolvers])),
  (series) => findPartialProducts(series, (ratios) => solve(ratios, simpleSolvers)),
  (series) => findQuotients(series, (part) => solve(part, simpleSolvers)),
  findDifferences,
];

/** From cheap to dear, with the least bits that what they find can have. */
const stages = [
  { solvers: simpleSolvers, leastBits: 0 },
  { solvers: pairSolvers, leastBits: 22 },
  { solvers: composedSolvers, leastBits: 14 },
];

/**
 * Every formula that the solvers propose and the terms confirm, shortest first.
 *
 * @param limits formulas longer than `mostBits` are of no use; one shorter than `enoughBits` ends the search
 */
export function search(
  series: Series,
  limits: { readonly mostBits: number; readonly enoughBits: number },
): readonly Candidate[] {
  const candidates: Candidate[] = [];
  for (const { solvers, leastBits } of stages) {
    if (leastBits > limits.mostBits) continue;
    candidates.push(...propose(series, solvers));
    if (candidates.some(({ formulaBits }) => formulaBits < limits.enoughBits)) break;
  }
  return candidates.toSorted((a, b) => a.formulaBits - b.formulaBits);
}

/** The shortest formula of a linear recurrence's kinds: what one exception is measured against. */
export function solvePlainly(series: Series): Expression | undefined {
  return solve(series, restSolvers);
}

function propose(series: Series, solvers: readonly Solver[]): readonly Candidate[] {
  return solvers
    .flatMap((solver) => solver(series))
    .filter((expression) => reproduces(compileExpression(expression), series))
    .map((expression) => ({ expression, formulaBits: countFormulaBits(expression) }));
}

/** The shortest formula that the solvers have for a series. */
function solve(series: Series, solvers: readonly Solver[]): Expression | undefined {
  let best: Candidate | undefined;
  for (const candidate of propose(series, solvers)) {
    if (best === undefined || candidate.formulaBits < best.formulaBits) best = candidate;
  }
  return best?.expression;
}
