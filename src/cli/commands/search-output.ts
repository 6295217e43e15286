import { resolve } from "node:path";
import type {
  ForgeFault,
  KeptTest,
  SearchCandidate,
  SearchProgress,
  SearchResult,
  StressReport,
} from "../../forge/index.ts";
import { hasColor, toWidth, type CliContext } from "../cli-context.ts";
import { renderSearch, toJsonTest } from "../report/render-search.ts";
import { renderStress } from "../report/render-stress.ts";
import { saveFindings } from "../report/save-findings.ts";
import { createPalette } from "../text/palette.ts";
import { createStatusLine } from "../view/status-line.ts";
import type { SearchFlags } from "./forge.ts";

export interface Listeners {
  readonly status: ReturnType<typeof createStatusLine>;
  readonly onProgress: (progress: SearchProgress) => void;
  readonly onTest: (test: KeptTest) => void;
  readonly onFault: (fault: ForgeFault) => void;
}

/** Progress as a status line on a terminal, or as JSON lines. */
export function createListeners({ stdout, stderr }: CliContext, isJson: boolean): Listeners {
  const status = createStatusLine(stderr, isJson || stderr.isTTY !== true);
  const print = (value: object): void => {
    if (isJson) stdout.write(`${JSON.stringify(value)}\n`);
  };
  return {
    status,
    onProgress(progress) {
      const { arm, runs, cpuTimeMs, kept, alive } = progress;
      status.show(`${arm}: ${runs} runs, ${(cpuTimeMs / 1000).toFixed(1)} s, ${kept} tests, ${alive.length} alive`);
      print({ kind: "search-progress", ...progress });
    },
    onTest: (test) => print({ kind: "test-kept", ...toJsonTest(test) }),
    onFault: (fault) => print({ kind: "fault-found", fault }),
  };
}

/** The result for people, or as the last JSON line. */
export function printSearch(
  { stdout, env }: CliContext,
  result: SearchResult,
  options: {
    readonly isJson: boolean;
    readonly candidates: readonly SearchCandidate[];
    readonly out?: string | undefined;
  },
): void {
  if (options.isJson) {
    stdout.write(`${JSON.stringify({ kind: "search-result", ...result, tests: result.tests.map(toJsonTest) })}\n`);
    return;
  }
  const layout = { width: toWidth(stdout), palette: createPalette(hasColor(stdout, env)) };
  stdout.write(renderSearch(result, { ...layout, candidateCount: options.candidates.length, out: options.out }));
}

/** Programs at size, for people or as a JSON line. */
export function printStress({ stdout, env }: CliContext, stress: StressReport, isJson: boolean): void {
  if (isJson) {
    const tests = stress.tests.map(({ shape, size, input, results }) => ({
      shape,
      size,
      bytes: input.bytes.length,
      results,
    }));
    stdout.write(`${JSON.stringify({ kind: "stress-report", ...stress, tests })}\n`);
    return;
  }
  const layout = { width: toWidth(stdout), palette: createPalette(hasColor(stdout, env)) };
  stdout.write(renderStress(stress, layout));
}

/** Saves findings where `--save` and `--save-call` say, and says so on standard error. @throws what saving throws */
export async function printSaved(
  { stderr, cwd }: CliContext,
  tests: readonly KeptTest[],
  { save, saveCall }: Pick<SearchFlags, "save" | "saveCall">,
): Promise<void> {
  const lines = await saveFindings(tests, {
    testPath: save === undefined ? undefined : resolve(cwd, save),
    callsFile: saveCall === undefined ? undefined : resolve(cwd, saveCall),
  });
  for (const line of lines) stderr.write(`${line}\n`);
}
