import type { Policy } from "../../src/policy/index.ts";
import type { Language, Problem, Program, TestCase } from "../../src/problem/index.ts";

/** A problem that is attempted with and without claims. */
export interface Subject {
  readonly name: string;
  /** Rows of the table, e.g. `level 3`. */
  readonly group: string;
  /** With a specification of its inputs: claims are checked on the smallest of them. */
  readonly problem: Problem;
  /** A literal program, or one that is known to be right. */
  readonly bruteForce: Program;
  readonly languages: readonly Language[];
  /** What a program is right by; none of it is seen by who answers, apart from the samples. */
  readonly suite: readonly TestCase[];
}

/** A subject while it is measured. */
export interface OpenSubject {
  readonly subject: Subject;
  /** Who answers attempt `attempt`, from 0. */
  readonly toPolicy: (attempt: number) => Promise<Policy>;
}
