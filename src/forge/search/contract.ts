import type { Problem, Program, TestCase, TestData, Verdict } from "../../problem/index.ts";
import type { InputScope } from "../input-spec/input-value.ts";

/** A program under attack. */
export interface SearchCandidate {
  readonly name: string;
  readonly program: Program;
}

/** What belongs to a test beside its standard input, where tests differ in it. */
export type TestFrame = Pick<TestCase, "args" | "files" | "checkerFlags" | "validatorFlags">;

/** Standard input, and what comes with it. */
export interface FramedInput extends TestData {
  readonly frame?: TestFrame | undefined;
}

/** An input before anything is known about it. */
export interface DrawnInput {
  readonly input: FramedInput;
  /** Its content, where it was made by the specification. */
  readonly value?: InputScope | undefined;
  /** The generator call that made it, e.g. `gen 10 5`. */
  readonly call?: string | undefined;
  /** What its maker says that it aims at. */
  readonly boundary?: string | undefined;
}

/** One source of inputs. */
export interface InputArm {
  /** E.g. `enumerate`, `random 0.3`, `shape tree`, `calls gen`. */
  readonly name: string;
  /** From 0 (tiny) to 1 (as large as can be): what one input costs, and the order of first tries. */
  readonly size: number;
  /** Whether its inputs are valid by construction. */
  readonly isValid: boolean;
  /** The most inputs in one batch; undefined: as many as pay. */
  readonly maxBatch?: number | undefined;
  /** Up to `count` inputs; none: it has no more. The same calls in the same order give the same inputs. */
  draw(request: DrawRequest): Promise<readonly DrawnInput[]>;
  /** Whether the call still makes that input; false: the arm has named its generator. Arms without calls have none. */
  confirmCall?(drawn: DrawnInput): Promise<boolean>;
}

export interface DrawRequest {
  readonly count: number;
  /** Tests kept so far, newest last: what arms that look for more of the kind start from. */
  readonly kept: readonly KeptTest[];
  readonly signal?: AbortSignal | undefined;
}

/** What a proposer is told. The programs are shown in a solution attack only. */
export interface ProposalRequest {
  readonly problem: Problem;
  /** From 0. */
  readonly round: number;
  readonly count: number;
  /** A kept test, to be explained and followed by others of its kind. */
  readonly difference?: KeptTest | undefined;
  readonly attack?: { readonly gold: Program; readonly candidate: Program } | undefined;
}

/** Whoever proposes inputs, e.g. a model's role. */
export interface InputProposer {
  readonly name: string;
  propose(
    request: ProposalRequest,
    options: { readonly signal?: AbortSignal | undefined },
  ): Promise<readonly { readonly text: string; readonly boundary?: string | undefined }[]>;
}

/** Whoever writes a generator (arguments: seed, size class), e.g. a model's role; it is believed after checks only. */
export interface GeneratorWriter {
  readonly name: string;
  write(
    request: { readonly problem: Problem; readonly complaint?: string | undefined },
    options: { readonly signal?: AbortSignal | undefined },
  ): Promise<Program | undefined>;
}

/** Who says that an answer is right. */
export type AnswerAuthority =
  | { readonly kind: "gold"; readonly program: string }
  /** `isVerified`: it was right on samples, on the gold solution's answers or on those of an independent one. */
  | { readonly kind: "brute-force"; readonly program: string; readonly isVerified: boolean }
  /** So many candidates agree, and fewer on any other output. */
  | { readonly kind: "consensus"; readonly of: readonly string[] }
  /** The problem's interactor, or its validator of several passes, decides by itself. */
  | { readonly kind: "interactor" };

/** What a candidate did on a test. */
export interface CandidateResult {
  readonly candidate: string;
  readonly verdict: Verdict;
  readonly message: string;
  /** Candidates with equal numbers agree; only where nobody knows the answer. */
  readonly class?: number | undefined;
}

/** A test that tells programs apart. */
export interface KeptTest {
  /** E.g. `forge/003`. */
  readonly id: string;
  readonly input: FramedInput;
  readonly answer?: TestData | undefined;
  readonly authority?: AnswerAuthority | undefined;
  /** The arm that found it. */
  readonly source: string;
  readonly call?: string | undefined;
  /** The call that gave the input from which this one was shrunk. */
  readonly foundCall?: string | undefined;
  readonly boundary?: string | undefined;
  /** Those that fail it, or, by consensus, are outvoted on it. */
  readonly killed: readonly CandidateResult[];
  /** Pairs that it told apart first. */
  readonly split: readonly (readonly [string, string])[];
  /** Undefined where it was kept as found. */
  readonly minimised?: MinimisedTokens | undefined;
  readonly isValidated: boolean;
}

/** How far a test was shrunk. */
export interface MinimisedTokens {
  readonly fromTokens: number;
  readonly tokens: number;
  readonly runs: number;
  /** `local-minimum`: no step makes it smaller; `budget-spent`: there may be more to gain. */
  readonly end: "local-minimum" | "budget-spent";
}

/** Something that was caught; no test rests on it. */
export interface ForgeFault {
  readonly kind:
    | "generator-crashes"
    | "generator-endless"
    | "generator-not-deterministic"
    | "generator-prints-invalid"
    | "brute-force-contradicted"
    | "brute-force-contested"
    | "brute-force-broken"
    | "gold-broken"
    | "accepted-contradicted"
    | "checker-accepts-junk"
    | "checker-rejects-answer"
    | "checker-fails"
    | "validator-contradicts-specification"
    | "validator-broken"
    | "program-does-not-compile"
    | "not-reproduced";
  /** The program's name. */
  readonly who: string;
  readonly message: string;
}

export interface SearchBudget {
  /** Runs of gold, brute force, candidates and minimising. */
  readonly runs: number;
  /** Their CPU time. */
  readonly cpuTimeMs: number;
}

export interface SearchProgress {
  readonly arm: string;
  readonly runs: number;
  readonly cpuTimeMs: number;
  readonly inputs: number;
  readonly kept: number;
  /** Candidates that no test has failed yet. */
  readonly alive: readonly string[];
}

export interface ArmReport {
  readonly name: string;
  readonly batches: number;
  readonly inputs: number;
  readonly kept: number;
}

export interface SearchResult {
  readonly tests: readonly KeptTest[];
  readonly faults: readonly ForgeFault[];
  /**
   * `nothing-left`: every candidate is killed, or every pair told apart; `sources-dry`: no arm has more; `interrupted`:
   * what a caller who stopped it had been told by then.
   */
  readonly end: "nothing-left" | "sources-dry" | "budget-spent" | "refused" | "interrupted";
  /** What answers rest on: gold, brute force or consensus, and how far it was checked. */
  readonly oracle: string;
  readonly spent: { readonly runs: number; readonly cpuTimeMs: number; readonly inputs: number };
  readonly arms: readonly ArmReport[];
  readonly survivors: readonly string[];
}
