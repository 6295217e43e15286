import type { JudgeReport, TestReport } from "../judge/index.ts";
import {
  createIdMatcher,
  verdictLabels,
  verdicts,
  type ExpectedVerdicts,
  type Problem,
  type Solution,
  type Verdict,
} from "../problem/index.ts";

/** What of a solution's expectations does not hold. */
export interface Complaint {
  readonly message: string;
  /** Tests whose verdict is at fault; empty where something is missing. */
  readonly testIds: readonly string[];
  /** The verdicts that would have been right. */
  readonly wanted: readonly Verdict[];
}

type Judged = Pick<JudgeReport, "verdict" | "tests" | "groups" | "points">;

/** Compares a solution's verdicts, points and messages with what its package expects of it. */
export function checkExpectations(
  problem: Pick<Problem, "tests" | "provenance" | "groups">,
  solution: Pick<Solution, "expected" | "expectedByGroup">,
  report: Judged,
): readonly Complaint[] {
  const complaints = [...checkOne(solution.expected, report.tests, { ...report, isLazy: isJudgedLazily(problem) })];
  const groupOf = new Map(problem.tests.map((test) => [test.id, test.groupId]));
  for (const [key, expected] of Object.entries(solution.expectedByGroup ?? {})) {
    const isMeant = createIdMatcher(key) ?? ((id: string) => id === key);
    const group =
      report.groups.find((item) => item.groupId === key) ?? report.groups.find((item) => isMeant(item.groupId));
    const tests = report.tests.filter(({ testId }) => {
      const groupId = groupOf.get(testId);
      return isMeant(testId) || (groupId !== undefined && isMeant(groupId));
    });
    if (tests.length === 0 && group === undefined) {
      complaints.push({ message: `${key}: no test or group is meant by it`, testIds: [], wanted: [] });
      continue;
    }
    const own = { verdict: report.verdict, points: group?.points };
    const found = checkOne(expected, tests, own);
    complaints.push(...found.map((complaint) => ({ ...complaint, message: `${key}: ${complaint.message}` })));
  }
  return complaints;
}

/** Older Kattis packages without graders are judged up to their first failure: what follows is permitted. */
function isJudgedLazily({ provenance, groups }: Pick<Problem, "provenance" | "groups">): boolean {
  const isGraded = groups.some((group) => group.acceptScore !== undefined);
  return provenance.format.startsWith("kattis-legacy") && !isGraded;
}

/** Whether a solution that was idle on some test is as expected, whatever it does on the tests that are left. */
export function isSettledByIdleness(
  problem: Pick<Problem, "provenance" | "groups" | "scoring">,
  { expected, expectedByGroup = {} }: Pick<Solution, "expected" | "expectedByGroup">,
): boolean {
  const { permitted, required, alsoRequired = [], score, message } = expected;
  const isWhole = score === undefined && message === undefined && Object.keys(expectedByGroup).length === 0;
  const isRestFree = isJudgedLazily(problem) || solutionVerdicts.every((verdict) => permitted.includes(verdict));
  const sets = [permitted, required, ...alsoRequired].filter((set) => set.length > 0);
  const isEnough = sets.every((set) => set.includes("idleness-limit-exceeded"));
  return problem.scoring.kind === "binary" && isWhole && isRestFree && isEnough;
}

function checkOne(
  expected: ExpectedVerdicts,
  tests: readonly TestReport[],
  whole: {
    readonly verdict: Verdict;
    readonly points?: number | undefined;
    readonly isLazy?: boolean;
  },
): readonly Complaint[] {
  const ran = tests.filter((test) => test.verdict !== "skipped");
  const complaints: Complaint[] = [];
  const end = ran.findIndex((test) => test.verdict !== "accepted");
  const seen = whole.isLazy === true && end >= 0 ? ran.slice(0, end + 1) : ran;
  const wrong = seen.filter((test) => !expected.permitted.includes(test.verdict));
  const [first] = wrong;
  if (first !== undefined) {
    const more = wrong.length === 1 ? "" : ` and ${wrong.length - 1} more`;
    const message = `expected ${toLabels(expected.permitted)}, got ${verdictLabels[first.verdict]} on ${first.testId}${more}`;
    complaints.push({ message, testIds: wrong.map((test) => test.testId), wanted: expected.permitted });
  }
  const sets = [expected.required, ...(expected.alsoRequired ?? [])].filter((set) => set.length > 0);
  for (const set of sets) {
    const isSaid = first !== undefined && expected.permitted.every((verdict) => set.includes(verdict));
    if (isSaid || ran.some((test) => set.includes(test.verdict))) continue;
    complaints.push({ message: `no test gives ${toLabels(set)}`, testIds: [], wanted: set });
  }
  complaints.push(...checkScore(expected, whole.points), ...checkMessage(expected, tests));
  return complaints;
}

const solutionVerdicts = verdicts.filter((verdict) => verdict !== "judge-failed" && verdict !== "skipped");

const tolerance = 1e-6;

function checkScore({ score }: ExpectedVerdicts, points: number | undefined): readonly Complaint[] {
  if (score === undefined) return [];
  const { minimum, maximum } = score;
  if (points !== undefined && points >= minimum - tolerance && points <= maximum + tolerance) return [];
  const range = minimum === maximum ? String(minimum) : `${minimum} to ${maximum}`;
  return [{ message: `expected ${range} points, got ${points ?? "none"}`, testIds: [], wanted: [] }];
}

function checkMessage({ message }: ExpectedVerdicts, tests: readonly TestReport[]): readonly Complaint[] {
  if (message === undefined || tests.some((test) => test.message.includes(message))) return [];
  return [{ message: `no test's message has ${JSON.stringify(message)}`, testIds: [], wanted: [] }];
}

/** `AC, WA`; all failures together are `any failure`. */
function toLabels(set: readonly Verdict[]): string {
  if (set.length >= 9) return set.includes("accepted") ? "anything" : "any failure";
  return set.length === 0 ? "nothing" : set.map((verdict) => verdictLabels[verdict]).join(", ");
}

/** What is expected of a solution as a whole, in few words. */
export function describeExpected({ permitted, required, alsoRequired = [], score }: ExpectedVerdicts): string {
  const isOne = permitted.length === 1 || (required.length === 0 && alsoRequired.length === 0);
  const sets = [required, ...alsoRequired].filter((set) => set.length > 0);
  const isPlain =
    sets.length === 1 && permitted.every((verdict) => verdict === "accepted" || sets[0]?.includes(verdict));
  const needs = sets.map(toLabels).join(" and ");
  const words = isOne ? toLabels(permitted) : isPlain ? needs : `${toLabels(permitted)}; needs ${needs}`;
  if (score === undefined) return words;
  return `${words}; ${score.minimum === score.maximum ? score.minimum : `${score.minimum} to ${score.maximum}`} points`;
}
