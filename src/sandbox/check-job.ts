import { AppError } from "../std/index.ts";
import type { SandboxFile } from "./contract.ts";

const fileName = /^[A-Za-z0-9._-]{1,200}$/u;

/** What a job names, whichever kind of run it holds. */
interface NamedJob {
  readonly argv: readonly string[];
  readonly files: readonly SandboxFile[];
  readonly runs: readonly { readonly files?: readonly SandboxFile[]; readonly collect?: readonly string[] }[];
}

/** @throws SANDBOX_JOB_INVALID naming what is not a plain name or not an absolute path */
export function checkJob(job: NamedJob): void {
  const names = [...job.files, ...job.runs.flatMap((run) => run.files ?? [])].map((file) => file.name);
  names.push(...job.runs.flatMap((run) => run.collect ?? []));
  for (const name of names) {
    if (fileName.test(name) && name !== "." && name !== "..") continue;
    throw new AppError({
      code: "SANDBOX_JOB_INVALID",
      message: `Expected a plain file name (letters, digits, ".", "_", "-"), got ${JSON.stringify(name)}.`,
    });
  }
  if (job.argv[0]?.startsWith("/") === true) return;
  throw new AppError({
    code: "SANDBOX_JOB_INVALID",
    message: `Expected argv[0] to be an absolute path inside the sandbox, got ${JSON.stringify(job.argv[0] ?? null)}.`,
  });
}
