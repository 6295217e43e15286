import type { LeagueLevel } from "../../src/league/index.ts";
import type { ModelConfig } from "../../src/policy/index.ts";
import type { GrpoSettings, LeagueTextKind, SftSettings } from "../../src/train/index.ts";

/** The shape of the policy: about a million parameters. */
export const tinyModel: Omit<ModelConfig, "vocabularySize"> = {
  contextLength: 256,
  width: 128,
  layerCount: 4,
  headCount: 4,
  mlpWidth: 512,
};

/** Tokens of the longest answer that is waited for: longer than any demonstration of a program. */
export const maxAnswerTokens = 128;

/** Length classes of the league's texts. */
export const lengthBounds = [96, 128, 192, 256];

/** Kinds of text by how often each is drawn, so that a policy can be asked in every role. */
export const everyRole: Readonly<Partial<Record<LeagueTextKind, number>>> = {
  program: 4,
  thinking: 2,
  hypothesis: 1,
  "program-from-hypothesis": 1,
  "program-alone": 0.5,
};

/** At which levels the league's texts have claims, for the records of what was learnt from them. */
export const taughtClaims = "every level";

export const evenLevels: Readonly<Record<LeagueLevel, number>> = { 1: 1, 2: 1, 3: 1, 4: 1, 5: 1 };

/** Everything that decides the experiment, apart from the seed. */
export interface GrpoPlan {
  readonly levels: readonly LeagueLevel[];
  readonly heldOutPerLevel: number;
  readonly guardCount: number;
  /** Answers a task, before and after; controls have fewer. */
  readonly evaluationSamples: number;
  readonly controlSamples: number;
  readonly kinds: Readonly<Partial<Record<LeagueTextKind, number>>>;
  readonly sft: Pick<SftSettings, "stepCount" | "learningRate" | "batchesPerStep" | "evaluationSteps">;
  /** Starts differ much between seeds at equal steps, so a start ends at this rate on the guard's training problems. */
  readonly startRate: number;
  /** Chance of a wrong operator in the demonstrations of the second start. */
  readonly corruption: number;
  readonly grpo: Pick<
    GrpoSettings,
    | "stepCount"
    | "tasksPerStep"
    | "groupSize"
    | "minibatchCount"
    | "learningRate"
    | "reduction"
    | "samplesAhead"
    | "guard"
  >;
  readonly lora: { readonly rank: number; readonly trainUnembed: boolean };
  /** Answers a task that the control without training may choose among, at most. */
  readonly selectionSamples: number;
  /** Steps of the control by lot; its own guard is off, so that nothing hides what it does. */
  readonly randomSteps: number;
  readonly corruptedSteps: number;
}

const guard: GrpoPlan["grpo"]["guard"] = {
  everySteps: 10,
  samplesPerTask: 4,
  onCollapse: "roll-back",
  limits: { maxHeldOutDrop: 0.12, maxKlToStart: 0.5, maxClippedShare: 0.4 },
};

export const plan: GrpoPlan = {
  levels: [1, 2, 3, 4, 5],
  heldOutPerLevel: 200,
  guardCount: 60,
  evaluationSamples: 16,
  controlSamples: 4,
  kinds: { program: 1 },
  sft: {
    stepCount: 800,
    batchesPerStep: 4,
    learningRate: { peak: 3e-3, warmupSteps: 50, decay: "linear", finalShare: 0.05 },
    evaluationSteps: 50,
  },
  startRate: 0.45,
  corruption: 0.1,
  grpo: {
    stepCount: 40,
    tasksPerStep: 256,
    groupSize: 8,
    minibatchCount: 4,
    learningRate: { peak: 2e-3, warmupSteps: 5, decay: "none" },
    reduction: "token-sum",
    samplesAhead: 1,
    guard,
  },
  lora: { rank: 8, trainUnembed: true },
  selectionSamples: 32,
  randomSteps: 12,
  corruptedSteps: 15,
};

/** Every stage in small: whether it runs, not what it gives. */
export const quickPlan: GrpoPlan = {
  ...plan,
  levels: [1],
  heldOutPerLevel: 12,
  guardCount: 6,
  evaluationSamples: 4,
  controlSamples: 2,
  sft: { ...plan.sft, stepCount: 30, batchesPerStep: 1, evaluationSteps: 15 },
  grpo: {
    ...plan.grpo,
    stepCount: 2,
    tasksPerStep: 8,
    groupSize: 4,
    guard: { ...guard, everySteps: 1, samplesPerTask: 2 },
  },
  randomSteps: 1,
  corruptedSteps: 1,
};
