import type { ExecutionReport } from "../../judge/index.ts";
import type { SearchBudget } from "./contract.ts";

/** Counts runs and their CPU time against a budget. What is counted comes from reports, so that a replay counts alike. */
export class Meter {
  readonly #budget: SearchBudget;
  runs = 0;
  cpuTimeMs = 0;
  inputs = 0;

  constructor(budget: SearchBudget) {
    this.#budget = budget;
  }

  get isSpent(): boolean {
    return this.runs >= this.#budget.runs || this.cpuTimeMs >= this.#budget.cpuTimeMs;
  }

  get runsLeft(): number {
    return Math.max(0, this.#budget.runs - this.runs);
  }

  get cpuTimeLeftMs(): number {
    return Math.max(0, this.#budget.cpuTimeMs - this.cpuTimeMs);
  }

  add(reports: readonly ExecutionReport[]): void {
    for (const report of reports) {
      if (report.verdict === "skipped") continue;
      this.runs++;
      this.cpuTimeMs += report.cpuTimeMs;
    }
  }

  /** Generators and validators: their time counts, their runs do not. */
  addTools(reports: readonly ExecutionReport[]): void {
    for (const report of reports) this.cpuTimeMs += report.cpuTimeMs;
  }
}
