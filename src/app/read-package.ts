import { resolve } from "node:path";
import { readProblemResult, type ReadProblemResult } from "../problem/index.ts";

/**
 * The problem that a name on the command line stands for: `league:LEVEL/SEED`, or a path.
 *
 * @throws LEAGUE_ID_INVALID and what `readProblemResult` throws
 */
export async function readPackage(
  name: string,
  { cwd, signal }: { readonly cwd: string; readonly signal?: AbortSignal | undefined },
): Promise<ReadProblemResult> {
  if (!name.startsWith("league")) return readProblemResult(resolve(cwd, name), { signal });
  const { isLeagueId, readLeagueProblem } = await import("../league/index.ts");
  if (!isLeagueId(name)) return readProblemResult(resolve(cwd, name), { signal });
  return { problem: readLeagueProblem(name).problem, losses: [] };
}
