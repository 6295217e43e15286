import type { TestData } from "../../problem/index.ts";
import type { ForgeContext } from "../forge-context.ts";
import type { MinimiseProgress } from "../minimise/search.ts";
import type { ForgeFault, KeptTest, SearchBudget, SearchCandidate, SearchResult } from "./contract.ts";
import { listSeeds } from "./create-arms.ts";
import { findFailures } from "./evaluate-batch.ts";
import { listFrames, withFrame } from "./framed-input.ts";
import { keepFailure } from "./keep-test.ts";
import { Meter } from "./meter.ts";
import { createOracle } from "./oracle.ts";
import { FaultList, type SearchContext } from "./search-context.ts";
import { createValidity } from "./validity.ts";

export type MinimisedFailure =
  | {
      readonly kind: "failure-minimised";
      readonly test: KeptTest;
      readonly faults: readonly ForgeFault[];
      readonly spent: SearchResult["spent"];
    }
  /** The program passes it, nobody knows the answer, the input is invalid, or it does not fail every time. */
  | { readonly kind: "failure-not-shown"; readonly reason: string; readonly faults: readonly ForgeFault[] };

/** Shrinks an input that a program fails, valid all the way, against a right program. @throws what the judge throws */
export async function minimiseFailure(
  context: ForgeContext,
  options: {
    readonly input: TestData;
    readonly candidate: SearchCandidate;
    readonly gold: readonly SearchCandidate[];
    readonly budget: SearchBudget;
    readonly onProgress?: ((progress: MinimiseProgress) => void) | undefined;
  },
): Promise<MinimisedFailure> {
  const search: SearchContext = { ...context, meter: new Meter(options.budget), faults: new FaultList() };
  const { inputSpec: spec, validators } = context.problem;
  const validity = await createValidity(search, { spec, validators });
  const oracle = await createOracle(search, { gold: options.gold, bruteForces: [] });
  const stop = (reason: string): MinimisedFailure => ({
    kind: "failure-not-shown",
    reason,
    faults: search.faults.list(),
  });
  if (oracle === undefined) return stop("there is no right program to compare with");
  const input = withFrame(options.input, listFrames(context.problem, listSeeds(context.problem, {}))[0]);
  const [verdict] = await validity.confirm([input]);
  if (verdict !== undefined && verdict.kind !== "input-valid") return stop(`the input is invalid: ${verdict.message}`);
  const candidates = [options.candidate];
  const { failures } = await findFailures(search, oracle, { drawn: [{ input }], candidates });
  const [failure] = failures;
  if (failure === undefined) return stop(`${options.candidate.name} passes the input`);
  const test = await keepFailure(search, failure, {
    id: "forge/001",
    source: "given",
    validity,
    minimiseRuns: options.budget.runs,
    minimiseShare: 1,
    onMinimise: options.onProgress,
    oracle,
    accepted: options.gold.slice(1),
    candidates,
  });
  if (test === undefined) return stop("the failure does not hold when it is run again");
  const { runs, cpuTimeMs } = search.meter;
  return { kind: "failure-minimised", test, faults: search.faults.list(), spent: { runs, cpuTimeMs, inputs: 1 } };
}
