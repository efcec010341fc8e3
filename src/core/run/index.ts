// A discovery as plain data: what of it others may use.

export { type ScoreName, scores } from "../score/scores.ts";
export { type PruningName, prunings } from "../search/prune/prune.ts";
export { type SearchName, searches } from "../search/searches.ts";
export type { AskedOptions } from "./asked-options.ts";
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
export {
  type ComparedRow,
  type ComparedRun,
  comparedRows,
  provenClaims,
  sharedEdges,
  sharedNotes,
} from "./comparison.ts";
export {
  agentRunsOf,
  type Discovery,
  discovery,
  gapVariables,
  isProofCheap,
  type MachineNeeds,
  machineNeeds,
  type Outcome,
  type Scoring,
  type SetTables,
  setValuesOf,
} from "./discovery/discovery.ts";
export { currentOptions } from "./former-options.ts";
export { knowledgeOf, namedKnowledge } from "./knowledge-names.ts";
export { namedEdges, type SortedProblem, type StopReason, scoreOf, sortedProblem } from "./problem.ts";
export type { Certificate, NamedEdge, Panel, RunEvent, RunResult, TableFacts } from "./result.ts";
export { opened, type Sealed, sealed } from "./sealed.ts";
export {
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
