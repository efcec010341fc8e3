// What the library says of runs: spec, events, result, their files, and the words between page and engine.

export { agentRunsOf } from "./agent-runs.ts";
export { type Verification, type VerifyInput, verifyCertificate } from "./certificate.ts";
export { readCertificate } from "./certificate-file.ts";
export { checkRequest } from "./check-request.ts";
export {
  type Checkpoint,
  type CheckpointKeeper,
  type CheckpointOptions,
  checkpointKeeper,
  readCheckpointText,
  stateToResume,
} from "./checkpoint.ts";
export { checkpointLines } from "./checkpoint-lines.ts";
export { gapVariables, isProofCheap } from "./choice.ts";
export { choices } from "./choices.ts";
export { type Claim, claimFor, claimOf } from "./claim.ts";
export { comparedEdges } from "./compared-edges.ts";
export {
  type ComparedRow,
  type ComparedRun,
  comparedRows,
  provenClaims,
  sharedEdges,
  sharedNotes,
} from "./comparison.ts";
export { type ComparisonInput, comparisonHtml } from "./comparison-report.ts";
export type { Asked } from "./conditions.ts";
export { type Discovery, discovery, type Outcome } from "./discover.ts";
export { type DriveOptions, driven } from "./driven.ts";
export { edgeDetails, hasNamedEdge } from "./edge-details.ts";
export {
  categoriesFor,
  cellsExamination,
  type Examined,
  type ExamineOptions,
  soundColumns,
} from "./examined-cells.ts";
export { fileNames } from "./file-names.ts";
export { type Glimpse, type Glimpses, glimpses } from "./glimpses.ts";
export { type KeptEvents, type KeptEventsOptions, keptEvents } from "./kept-events.ts";
export { knowledgeOf, namedKnowledge } from "./known.ts";
export { lateEstimate } from "./late-estimate.ts";
export { type MachineNeeds, machineNeeds } from "./machine-needs.ts";
export { namedEdges, type SortedProblem, type StopReason, scoreOf, sortedProblem } from "./problem.ts";
export { type CheckedProof, type Checking, checkedProof } from "./proof.ts";
export { prunings, scores, searches } from "./registry.ts";
export { type Remedy, remediesOf } from "./remedies.ts";
export { recordedType, replayed } from "./replayed.ts";
export * as numbers from "./report/numbers.ts";
export type { TracePoint } from "./report/picture.ts";
export { type ReportInput, reportHtml } from "./report.ts";
export type { Certificate, NamedEdge, Panel, RunEvent, RunResult, TableFacts } from "./result.ts";
export { resultDrawing, resultGraph } from "./result-graph.ts";
export { runCommand } from "./run-command.ts";
export { foundFiles, graphFiles, reportFile, type TextFile, traceInto } from "./run-files.ts";
export {
  afterEvent,
  bodyOf,
  detailsOf,
  isGoing,
  isResumable,
  isSign,
  type LoggedEvent,
  loggedEvent,
  notNow,
  outcomeOf,
  type RunState,
  restingState,
  statusOf,
} from "./run-state.ts";
export { type Scoring, type SetTables, setValuesOf } from "./score-sets.ts";
export { opened, type Sealed, sealed } from "./sealed.ts";
export { type DescribedSetting, describedSettings } from "./settings.ts";
export { shellWord } from "./shell-word.ts";
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
export { readRequest, requestText, type StoredRequest } from "./stored-request.ts";
export { readResult } from "./stored-result.ts";
export { tableFor } from "./table-for.ts";
export { type Thinned, type ThinnedOptions, thinned } from "./thinned.ts";
export { type RecordLine, type ToldLines, toldLines } from "./told-lines.ts";
export { type TrialOptions, trial } from "./trial.ts";
export { directedTruth, edgesOf, truthOn } from "./truth.ts";
export { type VerifyPlace, verifyCommand } from "./verify-command.ts";
export * as wire from "./wire.ts";
export * as words from "./words.ts";
