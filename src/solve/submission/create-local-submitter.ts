import type { Judge } from "../../judge/index.ts";
import type { Problem } from "../../problem/index.ts";
import type { Submitter } from "./contract.ts";

/** Submits to the package's own tests, the hidden ones too, and tells nothing but the verdict, as contests do. */
export function createLocalSubmitter(judge: Judge, problem: Problem): Submitter {
  return {
    destination: "the package's own tests",
    isLocal: true,
    async submit(program, { signal }) {
      if (problem.tests.every((test) => test.isSample)) {
        return { kind: "submission-failed", reason: "the package has no tests but its samples" };
      }
      const job = { problem, tests: problem.tests };
      const { verdict, message } = await judge.judge(program, job, { signal, stopsAtFirstFailure: true });
      return verdict === "judge-failed"
        ? { kind: "submission-failed", reason: `the judge failed: ${message ?? "no reason given"}` }
        : { kind: "submission-judged", verdict };
    },
  };
}
