import { createJudge } from "../../src/judge/index.ts";
import { createVocabulary, type LeagueProblem, type PromptRequest } from "../../src/league/index.ts";
import { loadTiny, type Tokenizer, type TokenizerData } from "../../src/policy/index.ts";
import { computeJsonDigest } from "../../src/std/index.ts";
import {
  createForgetfulJournal,
  createLeagueGrader,
  createProblemFinder,
  toLeagueTask,
  type CachedGrader,
  type Task,
} from "../../src/train/index.ts";

/** The league as something to train and to be measured on. */
export interface LeagueWorld extends AsyncDisposable {
  readonly vocabulary: TokenizerData;
  /** Weights that know another vocabulary are of no use here. */
  readonly vocabularyDigest: string;
  readonly tokenizer: Tokenizer;
  /** The problems to be measured on, as a policy is asked about them. */
  toTasks(request: PromptRequest): readonly Task[];
  /** By all tests of a problem, of these problems or of any training problem. */
  readonly grader: CachedGrader;
  /** By the samples of its statement alone. */
  readonly publicGrader: CachedGrader;
}

/** The league's vocabulary as a policy's tokenizer is made from it. */
export function createTokenizerData(): TokenizerData {
  const { kind, endToken, vocabulary, specialTokens } = createVocabulary();
  return { kind, vocabulary: [...vocabulary], specialTokens: [...specialTokens], endToken };
}

/** @param problems to be measured on */
export async function openLeagueWorld(problems: readonly LeagueProblem[]): Promise<LeagueWorld> {
  const { createTokenizer } = await loadTiny();
  const vocabulary = createTokenizerData();
  const tokenizer = createTokenizer(vocabulary);
  const judge = await createJudge({ journal: createForgetfulJournal() });
  const known = new Map(problems.map((problem) => [problem.id, problem]));
  const findTraining = createProblemFinder();
  const findProblem = (id: string): LeagueProblem => known.get(id) ?? findTraining(id);
  return {
    vocabulary,
    vocabularyDigest: computeJsonDigest(vocabulary),
    tokenizer,
    toTasks: (request) => problems.map((problem) => toLeagueTask(problem, { tokenizer, request })),
    grader: createLeagueGrader({ judge, tokenizer, findProblem }),
    publicGrader: createLeagueGrader({ judge, tokenizer, findProblem, onlySamples: true }),
    [Symbol.asyncDispose]: async () => judge[Symbol.asyncDispose](),
  };
}
