// Searches that learn: the paper's agent, the order-decoded agent, CORL and the agent over vectors, and their restarts.

export { type Agent, type AgentMachine, type AgentOptions, createAgent } from "./agent.ts";
export { iterations } from "./agent-options.ts";
export {
  type CorlOptions,
  type CorlStep,
  corlRun,
  corlRuns,
  corlSearch,
  rewardModes,
} from "./corl/corl.ts";
export { activationNames, decoderNames } from "./decoders.ts";
export { encoderNames } from "./encoders.ts";
export {
  type AgentProblem,
  type AgentRuns,
  type AgentStep,
  type RestartedStep,
  type RestartRow,
  type RunNews,
  type RunPool,
  restarted,
} from "./restarts.ts";
export {
  distanceNames,
  type Proposition,
  presets,
  type RlOptions,
  type RlStep,
  rlRun,
  rlRuns,
  rlSearch,
} from "./rl/rl.ts";
export {
  type PolicyName,
  policyNames,
  type RlOrderOptions,
  type RlOrderStep,
  rlOrderRun,
  rlOrderRuns,
  rlOrderSearch,
} from "./rl-order/rl-order.ts";
export { type Vec2DagOptions, vec2dagRuns, vec2dagSearch } from "./vec2dag/vec2dag.ts";
