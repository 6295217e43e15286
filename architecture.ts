/** One layer: a folder of `src/`, what it is for, and the folders that it may import (through their `index.ts`). */
export interface Layer {
  readonly folder: string;
  readonly purpose: string;
  readonly mayImport: readonly string[];
}

/** The layer table: the single source that the architecture test and docs/architecture.md read. */
export const layers: readonly Layer[] = [
  { folder: "std", purpose: "errors, boundary(), seeded Rng, Clock, digests, canonical JSON", mayImport: [] },
  {
    folder: "journal",
    purpose: "the Journal interface: keyed effects, events, artifacts; an in-memory one",
    mayImport: ["std"],
  },
  {
    folder: "problem",
    purpose: "the one Problem model, and the formats it is read from and written to",
    mayImport: ["std"],
  },
  {
    folder: "rl",
    purpose: "pure maths of the papers: advantages, losses, staleness, rank weights, penalties, schedules",
    mayImport: ["std"],
  },
  {
    folder: "sandbox",
    purpose: "runs one command under limits: native helper, protocol, tiers, self-test",
    mayImport: ["std"],
  },
  {
    folder: "symbolic",
    purpose: "formulas behind the first terms of a sequence: an offline finder, OEIS and Wolfram Alpha",
    mayImport: ["std", "journal"],
  },
  {
    folder: "policy",
    purpose: "Policy and its backends: ai-sdk, desk, recorded, tiny (which trains); budget and journal wrappers",
    mayImport: ["std", "journal", "rl"],
  },
  {
    folder: "judge",
    purpose: "compile, run, check: programs and tests in, JudgeReport out",
    mayImport: ["std", "journal", "problem", "sandbox"],
  },
  {
    folder: "reward",
    purpose: "the only place where a JudgeReport becomes a number",
    mayImport: ["std", "journal", "problem", "judge"],
  },
  {
    folder: "forge",
    purpose: "tests: generated, validated, kept where programs differ, settled by brute force",
    mayImport: ["std", "journal", "problem", "sandbox", "judge"],
  },
  {
    folder: "league",
    purpose: "an endless, seeded source of small problems in five levels, and the vocabulary to speak of them",
    mayImport: ["std", "problem", "judge", "forge"],
  },
  {
    folder: "verify",
    purpose: "a whole package against what it declares: inputs, answers, solutions, time limit",
    mayImport: ["std", "journal", "problem", "sandbox", "judge", "reward", "forge"],
  },
  {
    folder: "audit",
    purpose: "what is wrong with a package though it reads well: junk that scores, lenient validators, broken links",
    mayImport: ["std", "journal", "problem", "sandbox", "judge", "reward", "forge", "verify"],
  },
  {
    folder: "agent",
    purpose: "the model's roles: one folder each with prompt, parser and agent",
    mayImport: ["std", "journal", "problem", "policy", "judge", "reward", "forge"],
  },
  {
    folder: "solve",
    purpose: "the live pipeline: classify, claim, sample, attack, repair, remember, choose, decide",
    mayImport: [
      "std",
      "journal",
      "problem",
      "rl",
      "sandbox",
      "symbolic",
      "policy",
      "judge",
      "reward",
      "forge",
      "agent",
    ],
  },
  {
    folder: "train",
    purpose: "supervised and group-relative learning, evaluation, controls; runs that can be interrupted",
    mayImport: ["std", "journal", "problem", "rl", "policy", "judge", "reward", "agent", "league"],
  },
  { folder: "store", purpose: "SQLite: implements Journal, lists runs", mayImport: ["std", "journal"] },
  {
    folder: "app",
    purpose: "configuration and composition, no logic",
    mayImport: [
      "std",
      "journal",
      "problem",
      "sandbox",
      "symbolic",
      "policy",
      "judge",
      "reward",
      "forge",
      "agent",
      "verify",
      "audit",
      "solve",
      "league",
      "train",
      "store",
    ],
  },
  {
    folder: "cli",
    purpose: "the command line: command table, rendering, exit codes",
    mayImport: [
      "std",
      "journal",
      "problem",
      "sandbox",
      "policy",
      "judge",
      "reward",
      "forge",
      "agent",
      "verify",
      "audit",
      "solve",
      "store",
      "app",
    ],
  },
  {
    folder: "testing",
    purpose: "fakes and builders, for tests and examples only",
    mayImport: ["std", "journal", "problem", "sandbox", "policy", "judge"],
  },
];
