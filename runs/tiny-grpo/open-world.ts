import { createJudge } from "../../src/judge/index.ts";
import { createHeldOutSet, createVocabulary, type LeagueLevel, type LeagueProblem } from "../../src/league/index.ts";
import { loadTiny, type Tokenizer, type TokenizerData } from "../../src/policy/index.ts";
import {
  createForgetfulJournal,
  createGuardTasks,
  createLeagueGrader,
  createLeagueTaskSource,
  createProblemFinder,
  toLeagueTask,
  type CachedGrader,
  type GrpoOptions,
  type Task,
} from "../../src/train/index.ts";

/** The league as something to train and to be measured on. */
export interface LeagueWorld extends AsyncDisposable {
  readonly vocabulary: TokenizerData;
  readonly tokenizer: Tokenizer;
  readonly heldOut: readonly Task[];
  readonly guardTasks: readonly Task[];
  readonly drawTasks: GrpoOptions["drawTasks"];
  /** By all tests of a problem. */
  readonly grader: CachedGrader;
  /** By the samples of its statement alone. */
  readonly publicGrader: CachedGrader;
}

/** @param options the first so many held-out problems of each level, and a guard that has as many of each */
export async function openLeagueWorld(options: {
  readonly heldOutPerLevel: number;
  readonly guardCount: number;
  readonly levels: readonly LeagueLevel[];
}): Promise<LeagueWorld> {
  const { createTokenizer } = await loadTiny();
  const vocabulary: TokenizerData = structuredClone(createVocabulary()) as TokenizerData;
  const tokenizer = createTokenizer(vocabulary);
  const judge = await createJudge({ journal: createForgetfulJournal() });
  const request = { tokenizer, request: { kind: "program" } } as const;
  const problems = takePerLevel(createHeldOutSet(), options);
  const heldOutById = new Map(problems.map((problem) => [problem.id, problem]));
  const findTraining = createProblemFinder();
  const findProblem = (id: string): LeagueProblem => heldOutById.get(id) ?? findTraining(id);
  return {
    vocabulary,
    tokenizer,
    heldOut: problems.map((problem) => toLeagueTask(problem, request)),
    guardTasks: createGuardTasks({ ...request, levels: options.levels, count: options.guardCount }),
    drawTasks: createLeagueTaskSource({
      ...request,
      levels: Object.fromEntries(options.levels.map((level) => [level, 1])),
    }),
    grader: createLeagueGrader({ judge, tokenizer, findProblem }),
    publicGrader: createLeagueGrader({ judge, tokenizer, findProblem, onlySamples: true }),
    [Symbol.asyncDispose]: async () => judge[Symbol.asyncDispose](),
  };
}

function takePerLevel(
  problems: readonly LeagueProblem[],
  { heldOutPerLevel, levels }: { readonly heldOutPerLevel: number; readonly levels: readonly LeagueLevel[] },
): readonly LeagueProblem[] {
  return levels.flatMap((level) => problems.filter((problem) => problem.level === level).slice(0, heldOutPerLevel));
}
