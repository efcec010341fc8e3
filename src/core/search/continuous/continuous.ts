// Searches over weighted graphs under a smooth constraint.

export { type DagGnnOptions, type DagGnnStep, dagGnn, epochChoices } from "./dag-gnn/dag-gnn.ts";
export { type DagmaOptions, dagma } from "./dagma/dagma.ts";
export { type GranDagOptions, type GranDagStep, granDag, granDagRates } from "./gran-dag/gran-dag.ts";
export { type NotearsOptions, type NotearsStep, notears } from "./notears/notears.ts";
export { type NotearsMlpOptions, notearsMlp } from "./notears-mlp/notears-mlp.ts";
export { notearsQuadratic } from "./notears-quadratic/notears-quadratic.ts";
