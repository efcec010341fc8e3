// A discovery as plain data: what of it others may use.

export { agentRunsOf } from "./agent-runs.ts";
export type { Asked } from "./certificate/certificate.ts";
export {
  type CheckedProof,
  type Checking,
  type Claim,
  checkedProof,
  claimFor,
  claimOf,
  readCertificate,
  type Verification,
  type VerifyInput,
  verifyCertificate,
} from "./certificate/certificate.ts";
export { gapVariables, isProofCheap } from "./choose-search.ts";
export {
  type ComparedRow,
  type ComparedRun,
  comparedRows,
  provenClaims,
  sharedEdges,
  sharedNotes,
} from "./comparison.ts";
export { type Discovery, discovery, type Outcome } from "./discover.ts";
export { knowledgeOf, namedKnowledge } from "./knowledge-names.ts";
export { type MachineNeeds, machineNeeds } from "./machine-needs.ts";
export { namedEdges, type SortedProblem, type StopReason, scoreOf, sortedProblem } from "./problem.ts";
export { prunings, scores, searches } from "./registry.ts";
export type { Certificate, NamedEdge, Panel, RunEvent, RunResult, TableFacts } from "./result.ts";
export { type Scoring, type SetTables, setValuesOf } from "./score-sets.ts";
export { opened, type Sealed, sealed } from "./sealed.ts";
export { type DescribedSetting, describedSettings } from "./settings.ts";
export {
  agentSchema,
  isOwnScore,
  isScoreFile,
  type RunOptions,
  type RunSpec,
  runSpec,
  runSpecSchema,
} from "./spec.ts";
export { type RunSource, readSpecFile, type SpecFacts, specFile } from "./spec-file.ts";
export { readResult } from "./stored-result.ts";
export { tableFor } from "./table-for.ts";
export { directedTruth, edgesOf, truthOn } from "./truth.ts";
