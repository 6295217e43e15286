import {
  countTokens,
  type AnswerAuthority,
  type ForgeFault,
  type KeptTest,
  type SearchResult,
} from "../../forge/index.ts";
import { verdictLabels } from "../../problem/index.ts";
import { fitWidth, wrapWidth } from "../text/fit.ts";
import { formatDuration, formatPlural } from "../text/format.ts";
import type { Palette } from "../text/palette.ts";
import { toSafeLine } from "../text/safe-text.ts";

const shownBytes = 400;

/** What a search found, for people. */
export function renderSearch(
  result: SearchResult,
  layout: {
    readonly width: number;
    readonly palette: Palette;
    readonly candidateNames: readonly string[];
    readonly out?: string | undefined;
  },
): string {
  const { width, palette } = layout;
  const { tests, faults, survivors, spent, oracle, end } = result;
  const compared = layout.candidateNames.length - listBroken(result, layout.candidateNames).length;
  const killed = compared - survivors.length;
  const isByConsensus = oracle.startsWith("consensus");
  const head = isByConsensus
    ? `${formatPlural(tests.length, "test")} that tell programs apart`
    : `${formatPlural(tests.length, "test")}; ${killed} of ${formatPlural(compared, "program")} killed`;
  const lines = [
    palette.strong(`${head}: ${describeSearchEnd(end)}`),
    `${spent.runs} runs, ${formatDuration(spent.cpuTimeMs)} CPU, ${formatPlural(spent.inputs, "input")}; answers by ${oracle}`,
    ...tests.flatMap((test) => renderTest(test, layout)),
    ...(isByConsensus || survivors.length === 0 ? [] : [`not killed: ${survivors.join(", ")}`]),
    ...faults.flatMap((fault) => renderFault(fault, layout)),
    ...(layout.out === undefined ? [] : [`written to ${layout.out}`]),
  ];
  return `${lines.flatMap((line) => (line.includes("\u001b") ? [line] : wrapWidth(line, width))).join("\n")}\n`;
}

/** Programs under attack that do not compile: they are neither killed nor alive. */
export function listBroken({ faults }: Pick<SearchResult, "faults">, names: readonly string[]): readonly string[] {
  return faults.flatMap(({ kind, who }) => (kind === "program-does-not-compile" && names.includes(who) ? [who] : []));
}

function renderFault(
  { kind, who, message }: ForgeFault,
  { width, palette }: { readonly width: number; readonly palette: Palette },
): readonly string[] {
  const [first = "", ...rest] = wrapWidth(toSafeLine(`${kind} ${who}: ${message}`), width);
  return [first.startsWith(kind) ? palette.bad(kind) + first.slice(kind.length) : first, ...rest];
}

function renderTest(test: KeptTest, { width, palette }: { readonly width: number; readonly palette: Palette }) {
  const text = new TextDecoder().decode(test.input.bytes.subarray(0, shownBytes));
  const tokens = test.minimised?.tokens ?? countTokens(new TextDecoder("latin1").decode(test.input.bytes));
  const { fromTokens = tokens } = test.minimised ?? {};
  const from = fromTokens === tokens ? "" : ` (from ${fromTokens})`;
  const kills = test.killed.map(({ candidate, verdict }) => `${candidate} ${verdictLabels[verdict]}`).join(", ");
  const title = `${test.id} by ${test.call ?? test.source}, ${formatPlural(tokens, "token")}${from}: ${kills}`;
  const rows = text.trimEnd().split("\n").slice(0, 6);
  const isCut = test.input.bytes.length > shownBytes || text.trimEnd().split("\n").length > 6;
  return [
    "",
    palette.accent(fitWidth(toSafeLine(title), width)),
    ...(test.authority?.kind === "consensus" ? [`  ${toAuthority(test.authority)}`] : []),
    ...rows.map((row) => fitWidth(`  ${toSafeLine(row)}`, width)),
    ...(isCut ? ["  …"] : []),
    ...describeFailure(test).flatMap((line) => wrapWidth(toSafeLine(line), width)),
  ];
}

/** What the first program that fails it did. */
function describeFailure({ killed }: KeptTest): readonly string[] {
  const [first] = killed;
  if (first === undefined || first.message === "") return [];
  return [`${killed.length === 1 ? "" : `${first.candidate}: `}${first.message}`];
}

function toAuthority(authority: AnswerAuthority): string {
  return authority.kind === "consensus" ? `answer by consensus of ${authority.of.length}` : authority.kind;
}

/** `the budget is spent`. */
export function describeSearchEnd(end: SearchResult["end"]): string {
  switch (end) {
    case "nothing-left":
      return "nothing left to find";
    case "sources-dry":
      return "no more inputs to try";
    case "budget-spent":
      return "the budget is spent";
    case "refused":
      return "refused, see below";
    case "interrupted":
      return "interrupted";
  }
}

/** A test without its bytes: text where it is text and short, digest and size in any case. */
export function toJsonTest(test: KeptTest) {
  return { ...test, input: toJsonData(test.input), answer: test.answer && toJsonData(test.answer) };
}

function toJsonData({ bytes, digest }: KeptTest["input"]) {
  const text = bytes.length <= 10_000 ? new TextDecoder().decode(bytes) : undefined;
  return { digest, bytes: bytes.length, text };
}
