// What an engine keeps of runs and answers about them: what of it others may use.

export { catalogue } from "./catalogue.ts";
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
export { comparedEdges } from "./compared-edges.ts";
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
export { lateEstimate } from "./late-estimate.ts";
export { recordedType, replayed } from "./replayed.ts";
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
export { readRequest, requestText, type StoredRequest } from "./stored-request.ts";
export { type Thinned, type ThinnedOptions, thinned } from "./thinned.ts";
export { type RecordLine, type ToldLines, toldLines } from "./told-lines.ts";
export { type TrialOptions, trial } from "./trial.ts";
export * as wire from "./wire/wire.ts";
