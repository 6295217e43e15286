import {
  createLeagueProblem,
  createLeagueTask,
  parseLeagueId,
  renderPrompt,
  type LeagueLevel,
  type LeagueProblem,
  type PromptRequest,
} from "../../league/index.ts";
import type { Tokenizer } from "../../policy/index.ts";
import type { Rng } from "../../std/index.ts";
import type { Task } from "../contract.ts";
import { drawByWeight, drawSeed, firstGuardSeed, toEntries } from "./league-texts.ts";

export interface LeagueTaskOptions {
  readonly tokenizer: Pick<Tokenizer, "encode">;
  /** What the policy is asked for. */
  readonly request: PromptRequest;
}

/** A problem as the policy is asked about it. */
export function toLeagueTask(
  { id, level, statement }: { readonly id: string; readonly level: number; readonly statement: string },
  { tokenizer, request }: LeagueTaskOptions,
): Task {
  return { id, level, promptTokens: tokenizer.encode(renderPrompt(statement, request)) };
}

/** Training tasks, levels as often as their weights say. */
export function createLeagueTaskSource(
  options: LeagueTaskOptions & { readonly levels: Readonly<Partial<Record<LeagueLevel, number>>> },
): (rng: Rng, count: number) => readonly Task[] {
  const levels = toEntries(options.levels);
  return (rng, count) =>
    Array.from({ length: count }, () => {
      const level = drawByWeight(rng, levels);
      return toLeagueTask(createLeagueTask({ level, seed: drawSeed(rng), split: "training" }), options);
    });
}

/** Problems kept at hand; a training problem is asked for by its whole group within moments and then never again. */
const problemCapacity = 2000;

/** Problems by id, made when asked for. */
export function createProblemFinder(): (id: string) => LeagueProblem {
  const known = new Map<string, LeagueProblem>();
  return (id) => {
    const problem = known.get(id) ?? createLeagueProblem(parseLeagueId(id));
    known.delete(id);
    known.set(id, problem);
    const oldest = known.keys().next();
    if (known.size > problemCapacity && oldest.done !== true) known.delete(oldest.value);
    return problem;
  };
}

/** Training problems that no run draws: for guards, which must not look at held-out families. */
export function createGuardTasks(
  options: LeagueTaskOptions & { readonly levels: readonly LeagueLevel[]; readonly count: number },
): readonly Task[] {
  return Array.from({ length: options.count }, (_, index) => {
    const level = options.levels[index % options.levels.length] ?? 1;
    return toLeagueTask(createLeagueTask({ level, seed: firstGuardSeed + index, split: "training" }), options);
  });
}
