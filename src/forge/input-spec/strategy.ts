import type { CompiledField } from "../../problem/index.ts";
import type { InputItem } from "./input-value.ts";
import type { Edge, GraphRules } from "./structure.ts";

/** This way of building has come to a dead end; another try may not. */
export class BuildReject extends Error {}

export interface IntRequest {
  readonly name: string;
  readonly low: bigint;
  readonly high: bigint;
  /** Whether something is as long as this number says. */
  readonly isSize: boolean;
  /** Whether it is the number of cases. */
  readonly isCaseCount: boolean;
  readonly guide: InputItem | undefined;
}

export interface NumbersRequest {
  readonly name: string;
  readonly length: number;
  /** Of every element. */
  readonly low: bigint;
  readonly high: bigint;
  readonly order: "any" | "ascending" | "descending";
  readonly isDistinct: boolean;
  readonly sum: { readonly low: bigint; readonly high: bigint } | undefined;
  readonly guide: InputItem | undefined;
}

export interface StringRequest {
  readonly name: string;
  readonly field: Extract<CompiledField, { readonly kind: "string" }>;
  readonly low: number;
  readonly high: number;
  readonly guide: InputItem | undefined;
}

export interface GridRequest {
  readonly name: string;
  readonly height: number;
  readonly width: number;
  readonly alphabet: readonly string[];
  /** Character → how often it may occur. */
  readonly counts: ReadonlyMap<string, { readonly low: bigint; readonly high: bigint }>;
  readonly guide: InputItem | undefined;
}

export interface GraphRequest {
  readonly name: string;
  readonly rules: GraphRules;
  readonly n: number;
  readonly m: number;
  /** Edges that were there before, vertices from 0 and perhaps beyond n. */
  readonly guide: readonly Edge[];
}

/**
 * Decides what a specification leaves open while an input is built; vertices and permutations count from 0.
 * Every method may throw BuildReject.
 */
export interface Strategy {
  /** How often a row or case is tried again after a dead end. */
  readonly tries: number;
  chooseInt(request: IntRequest): bigint;
  chooseNumbers(request: NumbersRequest): readonly bigint[];
  chooseString(request: StringRequest): string;
  chooseOption(options: readonly string[], guide: InputItem | undefined): string;
  choosePermutation(name: string, n: number, guide: readonly number[]): readonly number[];
  chooseTree(name: string, n: number, guide: readonly Edge[]): readonly Edge[];
  /** Parents of the vertices 1 … n-1. */
  chooseParents(name: string, n: number, options: { isOrdered: boolean; guide: readonly number[] }): readonly number[];
  chooseGraph(request: GraphRequest): readonly Edge[];
  chooseGrid(request: GridRequest): readonly string[];
  chooseInterval(request: IntRequest & { readonly isStrict: boolean }): readonly [bigint, bigint];
  /** How much of what is left of a sum this case may use. */
  share(left: bigint, casesLeft: number): bigint;
}
