import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { languages, readProblemResult, type Language, type Program } from "../../problem/index.ts";
import { AppError, boundary, suggest } from "../../std/index.ts";
import { makeTests } from "../../verify/index.ts";
import { hasColor, toWidth, type CliContext } from "../cli-context.ts";
import { toJudgeExitCode } from "../exit-codes.ts";
import { renderJudgement } from "../report/render-judgement.ts";
import { createPalette } from "../text/palette.ts";
import { createStatusLine } from "../view/status-line.ts";
import type { JudgeFlags } from "./judge.ts";
import { withJudge } from "./with-judge.ts";

/** Judges one program and returns the exit code. @throws what reading the program and the package throws */
export async function runJudge(
  context: CliContext,
  paths: { readonly solutionPath: string; readonly packagePath: string },
  flags: JudgeFlags,
): Promise<number> {
  const { stdout, stderr, env, cwd } = context;
  const program = await readProgram(resolve(cwd, paths.solutionPath), flags.language);
  using status = createStatusLine(stderr, flags.json === true || stderr.isTTY !== true);
  const judged = await withJudge(context, flags, async ({ judge, signal }) => {
    status.show("reading the package");
    const { problem } = await readProblemResult(resolve(cwd, paths.packagePath), { signal });
    status.show("making tests");
    const made = await makeTests({ judge, signal }, problem);
    const [missing] = (problem.plannedTests ?? []).length > made.made ? made.findings : [];
    if (missing !== undefined) {
      const message = `test ${missing.subject} cannot be made: ${missing.message}; run grandsmith verify for all faults`;
      throw new AppError({ code: "PROBLEM_TESTS_MISSING", message, data: { subject: missing.subject } });
    }
    status.show("judging");
    const { tests, limits } = made.problem;
    const how = { signal, stopsAtFirstFailure: flags.stop === true };
    return { report: await judge.judge(program, { problem: made.problem, tests }, how), limits };
  });
  status.clear();
  const { report, limits } = judged;
  const exitCode = toJudgeExitCode(report.verdict);
  const layout = {
    limits,
    width: toWidth(stdout),
    palette: createPalette(hasColor(stdout, env)),
    isVerbose: flags.verbose === true,
  };
  if (flags.json === true) stdout.write(`${JSON.stringify({ kind: "judgement", exitCode, limits, ...report })}\n`);
  else stdout.write(renderJudgement(report, layout));
  return exitCode;
}

const extensions: Readonly<Record<string, Language>> = {
  c: "c",
  cc: "cpp20",
  cpp: "cpp20",
  cxx: "cpp20",
  py: "python3",
  java: "java",
  js: "javascript",
  mjs: "javascript",
  rs: "rust",
  go: "go",
  kt: "kotlin",
};

async function readProgram(path: string, language: string | undefined): Promise<Program> {
  const fileName = basename(path);
  const extension = fileName.slice(fileName.lastIndexOf(".") + 1).toLowerCase();
  const source = await boundary({ code: "SOLUTION_UNREADABLE", what: `reading ${path}` }, () => readFile(path, "utf8"));
  if (language !== undefined) return { language: parseLanguage(language), fileName, source };
  const known = fileName.includes(".") && Object.hasOwn(extensions, extension) ? extensions[extension] : undefined;
  if (known !== undefined) return { language: known, fileName, source };
  throw new AppError({
    code: "LANGUAGE_UNKNOWN",
    message: `${path}: its extension tells no language; give --language, one of ${runLanguages.join(", ")}`,
    data: { path },
  });
}

const runLanguages = languages.filter((item) => item !== "other");

function parseLanguage(text: string): Language {
  const known = runLanguages.find((item) => item === text);
  if (known !== undefined) return known;
  const close = suggest(text, runLanguages);
  const hint = close === undefined ? `known are ${runLanguages.join(", ")}` : `did you mean ${close}?`;
  throw new AppError({
    code: "LANGUAGE_UNKNOWN",
    message: `--language: there is no ${text}; ${hint}`,
    data: { field: "--language" },
  });
}
