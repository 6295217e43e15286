import { resolve } from "node:path";
import type {
  ForgeFault,
  KeptTest,
  MinimiseProgress,
  SearchCandidate,
  SearchProgress,
  SearchResult,
  StressReport,
} from "../../forge/index.ts";
import { hasColor, toWidth, type CliContext } from "../cli-context.ts";
import { renderSearch, toJsonTest } from "../report/render-search.ts";
import { renderStress } from "../report/render-stress.ts";
import { saveFindings } from "../report/save-findings.ts";
import { formatPlural } from "../text/format.ts";
import { createPalette } from "../text/palette.ts";
import { createStatusLine } from "../view/status-line.ts";
import type { SearchFlags } from "./forge.ts";

export interface Listeners {
  readonly status: ReturnType<typeof createStatusLine>;
  readonly onProgress: (progress: SearchProgress) => void;
  readonly onMinimise: (progress: MinimiseProgress) => void;
  readonly onTest: (test: KeptTest) => void;
  readonly onFault: (fault: ForgeFault) => void;
  /** What a search that is stopped now has found. */
  readonly toInterrupted: () => SearchResult;
}

/** Progress as a status line on a terminal, or as JSON lines. */
export function createListeners({ stdout, stderr }: CliContext, isJson: boolean): Listeners {
  const status = createStatusLine(stderr, isJson || stderr.isTTY !== true);
  const print = (value: object): void => {
    if (isJson) stdout.write(`${JSON.stringify(value)}\n`);
  };
  const tests: KeptTest[] = [];
  const faults: ForgeFault[] = [];
  let last: SearchProgress | undefined;
  return {
    status,
    onProgress(progress) {
      last = progress;
      status.show(describeProgress(progress));
      print({ kind: "search-progress", ...progress });
    },
    onMinimise: (progress) => status.show(describeMinimising(progress)),
    onTest(test) {
      tests.push(test);
      print({ kind: "test-kept", ...toJsonTest(test) });
    },
    onFault(fault) {
      faults.push(fault);
      print({ kind: "fault-found", fault });
    },
    toInterrupted() {
      const { runs = 0, cpuTimeMs = 0, inputs = 0, alive = [] } = last ?? {};
      const spent = { runs, cpuTimeMs, inputs };
      return { tests, faults, end: "interrupted", oracle: "what was known", spent, arms: [], survivors: alive };
    },
  };
}

/** `random 0.3: 512 runs, 1.4 s, 2 tests, 1 alive`. */
export function describeProgress({ arm, runs, cpuTimeMs, kept, alive }: SearchProgress): string {
  const tests = formatPlural(kept, "test");
  return `${arm}: ${runs} runs, ${(cpuTimeMs / 1000).toFixed(1)} s of CPU, ${tests}, ${alive.length} alive`;
}

/** `shrinking (values): 12 tokens after 240 tries`. */
export function describeMinimising({ pass, tokens, runs }: MinimiseProgress): string {
  return `shrinking (${pass}): ${formatPlural(tokens, "token")} after ${runs} tries`;
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
  stdout.write(
    renderSearch(result, { ...layout, candidateNames: options.candidates.map(({ name }) => name), out: options.out }),
  );
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
