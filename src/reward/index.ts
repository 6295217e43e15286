export { computeReward, type Reward } from "./compute-reward.ts";
