import { AppError } from "../std/index.ts";
import type { LeagueAddress, LeagueLevel } from "./contract.ts";

export const leagueLevels: readonly LeagueLevel[] = [1, 2, 3, 4, 5];

const prefixes = { "held-out": "league", training: "league-train" } as const;

/** `league:2/17`; `league-train:2/17` for the training split. */
export function formatLeagueId({ level, seed, split }: LeagueAddress): string {
  return `${prefixes[split]}:${level}/${seed}`;
}

/** @throws LEAGUE_ID_INVALID */
export function parseLeagueId(id: string): LeagueAddress {
  const match = /^(league|league-train):(\d+)\/(\d{1,16})$/.exec(id);
  const level = leagueLevels.find((item) => String(item) === match?.[2]);
  const seed = Number(match?.[3]);
  if (match === null || level === undefined || !Number.isSafeInteger(seed)) {
    throw new AppError({
      code: "LEAGUE_ID_INVALID",
      message: `expected league:LEVEL/SEED with a level from 1 to 5 and a whole number as seed, such as league:2/17, got ${JSON.stringify(id)}`,
    });
  }
  return { level, seed, split: match[1] === "league" ? "held-out" : "training" };
}

/** Whether a name is meant for the league, well-formed or not. */
export function isLeagueId(name: string): boolean {
  return /^league(?:-train)?:/.test(name);
}
