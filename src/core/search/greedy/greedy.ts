// Greedy searches: one edge at a time, in graphs and in classes of graphs.

export { type GesOperator, type GesOptions, type GesPhase, type GesStep, ges } from "./ges/ges.ts";
export { type HillClimbOptions, type HillClimbStep, hillClimb } from "./hill-climb.ts";
