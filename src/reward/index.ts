export {
  computeLayeredReward,
  type EfficiencyReports,
  type LayeredReward,
  type LayeredRewardInput,
  type Oracle,
} from "./compute-layered-reward.ts";
export { computeReward, type Reward } from "./compute-reward.ts";
export { defaultSpeedUpRules, type SpeedUp, type SpeedUpRules } from "./compute-speed-up.ts";
export { measureEfficiency, type EfficiencyQuestion } from "./measure-efficiency.ts";
