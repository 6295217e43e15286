import type { Problem } from "./problem.ts";
import { toActualText, type ProblemIssue } from "./problem-issue.ts";
import type { Program } from "./program.ts";

/** Names of problems, groups and programs: safe as a file name everywhere. */
export const namePattern = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/;

/** Test ids: names joined by `/`. */
export const testIdPattern = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}(?:\/[A-Za-z0-9_][A-Za-z0-9._-]{0,99}){0,5}$/;

export const nameRule = "letters, digits, '.', '_' and '-', not starting with '.' or '-', at most 100";

/** What is wrong with a problem as a whole, beyond its types; field paths are those of `problem.yaml`. */
export function checkProblem(problem: Problem, file: string): ProblemIssue[] {
  const issues: ProblemIssue[] = [];
  const report = (field: string, expected: string, actual: string): void => {
    issues.push({ file, field, expected, actual });
  };
  if (!namePattern.test(problem.id)) report("id", nameRule, toActualText(problem.id));
  if (problem.title.trim() === "") report("title", "a title", toActualText(problem.title));
  checkLimits(problem, report);
  checkTests(problem, report);
  checkTestFiles(problem, report);
  checkValidatorTests(problem, report);
  checkGroups(problem, report);
  checkPrograms(problem, report);
  checkTags(problem, report);
  for (const side of ["input", "output"] as const) {
    const stream = problem.streams[side];
    const isReserved = stream.kind === "file" && stream.name === (side === "input" ? "stdin" : "stdout");
    if (stream.kind === "file" && (isReserved || !namePattern.test(stream.name))) {
      report(`streams.${side}`, `a file name of ${nameRule}`, toActualText(stream.name));
    }
  }
  return issues;
}

type Report = (field: string, expected: string, actual: string) => void;

function checkLimits({ limits }: Problem, report: Report): void {
  const check = (field: string, value: number | undefined, most: number): void => {
    if (value === undefined || (Number.isInteger(value) && value >= 1 && value <= most)) return;
    report(`limits.${field}`, `a whole number from 1 to ${most}`, toActualText(value));
  };
  check("time", limits.timeLimitMs, 3_600_000);
  check("memory", limits.memoryLimitBytes, 2 ** 40);
  check("output", limits.outputLimitBytes, 2 ** 40);
  check("stack", limits.stackLimitBytes, 2 ** 40);
  const factor = limits.timeLimitFactor;
  if (factor !== undefined && !(factor > 0 && factor < Infinity)) {
    report("limits.time_factor", "a positive number", toActualText(factor));
  }
}

function checkTests(problem: Problem, report: Report): void {
  const tests = [...problem.tests, ...(problem.plannedTests ?? [])];
  const ids = tests.map((test) => test.id);
  for (const id of ids) if (!testIdPattern.test(id)) report("tests", `ids of ${nameRule}`, toActualText(id));
  reportTwins(ids, "tests", report);
  if (tests.length === 0 && problem.interactor === undefined) {
    report("tests", "at least one test, such as samples/1.in with samples/1.ans", "none");
  }
  const groupIds = new Set(problem.groups.map((group) => group.id));
  for (const { id, groupId } of tests) {
    if (groupId !== undefined && !groupIds.has(groupId)) {
      report("tests", `the group of test ${id} to be listed under groups`, toActualText(groupId));
    }
  }
}

/** A test's files lie in a folder beside its input, where no other test may live. */
function checkTestFiles({ tests }: Problem, report: Report): void {
  const ids = new Set(tests.map((test) => test.id));
  for (const { id, files } of tests) {
    const owner = /^(.+)\.files\/[^/]+$/.exec(id)?.[1];
    if (owner !== undefined && ids.has(owner)) report("tests", `no test among the files of ${owner}`, id);
    for (const { fileName } of files ?? [])
      if (!namePattern.test(fileName))
        report("tests", `files of ${id} with names of ${nameRule}`, toActualText(fileName));
    reportTwins(
      (files ?? []).map((file) => file.fileName),
      "tests",
      report,
    );
  }
}

function checkValidatorTests({ validatorTests = [] }: Problem, report: Report): void {
  for (const { id } of validatorTests)
    if (!testIdPattern.test(id)) report("validator_tests", `ids of ${nameRule}`, toActualText(id));
  reportTwins(
    validatorTests.map(({ kind, id }) => `${kind}/${id}`),
    "validator_tests",
    report,
  );
}

function checkGroups({ groups }: Problem, report: Report): void {
  const ids = groups.map((group) => group.id);
  reportTwins(ids, "groups", report);
  for (const [index, group] of groups.entries()) {
    if (!testIdPattern.test(group.id)) report(`groups.${index}.id`, nameRule, toActualText(group.id));
    for (const other of group.dependsOn) {
      if (other === group.id || !ids.includes(other)) {
        report(`groups.${index}.depends_on`, "ids of other groups", toActualText(other));
      }
    }
  }
}

function checkPrograms(problem: Problem, report: Report): void {
  const lists = { validators: problem.validators, generators: problem.generators, solutions: problem.solutions };
  for (const [field, list] of Object.entries(lists)) {
    reportTwins(
      list.map((item) => item.name),
      field,
      report,
    );
    for (const [index, { name, program }] of list.entries()) {
      if (!namePattern.test(name)) report(`${field}.${index}.name`, nameRule, toActualText(name));
      checkProgram(program, `${field}.${index}`, report);
    }
  }
  if (problem.checker.kind === "program") checkProgram(problem.checker.program, "checker", report);
  if (problem.interactor?.kind === "program") checkProgram(problem.interactor.program, "interactor", report);
  if (problem.staticValidator !== undefined) checkProgram(problem.staticValidator, "static_validator", report);
  if (problem.solutions.filter((solution) => solution.isMain).length > 1) {
    report("solutions", "at most one solution with main: true", "several");
  }
}

function checkProgram(program: Program, field: string, report: Report): void {
  const names = [program.fileName, ...(program.resources ?? []).map((resource) => resource.fileName)];
  for (const name of names) if (!namePattern.test(name)) report(`${field}.file`, nameRule, toActualText(name));
  reportTwins(names, `${field}.resources`, report);
}

function checkTags({ statements }: Problem, report: Report): void {
  const tags = statements.map((statement) => statement.languageTag);
  for (const tag of tags) {
    if (!/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/.test(tag)) {
      report("statements", "language tags such as en or pt-BR", toActualText(tag));
    }
  }
  reportTwins(tags, "statements", report);
}

/** Names that are equal, or equal but for case: on some file systems these are one file. */
function reportTwins(names: readonly string[], field: string, report: Report): void {
  const seen = new Map<string, string>();
  for (const name of names) {
    const twin = seen.get(name.toLowerCase());
    if (twin === name) report(field, "names that differ", `${toActualText(name)} twice`);
    else if (twin !== undefined) report(field, "names that differ by more than case", `${twin} and ${name}`);
    seen.set(name.toLowerCase(), name);
  }
}
