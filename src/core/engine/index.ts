// What an engine keeps of runs and answers about them: what of it others may use.

export { choices } from "./catalogue.ts";
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
export { driver } from "./drive.ts";
export { edgeDetails, hasNamedEdge } from "./edge-details.ts";
export {
  categoriesFor,
  type Examined,
  type ExamineOptions,
  tableExamination,
} from "./examine-table.ts";
export { fileNames } from "./file-names.ts";
export type { Glimpse } from "./glimpses.ts";
export { type LiveNews, liveNews } from "./live-news.ts";
export {
  type EventNews,
  isLast,
  type LastNews,
  type ProcessCommand,
  type ProcessNews,
  type WatchNews,
} from "./process-news.ts";
export { lateEstimate, newestOnly, questionMs, questionSentences } from "./questions.ts";
export { queue } from "./queue.ts";
export { recordEvents } from "./record-events.ts";
export { type Remedy, remediesOf } from "./remedies.ts";
export { type RecordLine, type ReplayLines, replayLines } from "./replay-lines.ts";
export { requestOptions, requestReading } from "./request-options.ts";
export { runCommand } from "./run-command.ts";
export {
  controlRun,
  type ReadRun,
  type RunControl,
  type RunHost,
  type RunProcess,
} from "./run-control.ts";
export { drawGraph, graphFiles, reportFile, resultFiles, type TextFile, traceInto } from "./run-files.ts";
export {
  bodyOf,
  detailsOf,
  type LoggedEvent,
  loggedEvent,
  outcomeOf,
  type RunState,
  restingState,
  type StoredRun,
  statusOf,
  tableInUse,
  tooManyRuns,
} from "./run-state.ts";
export { canBe, isGoing } from "./run-transitions.ts";
export { readRequest, requestText, type StoredRequest } from "./stored-request.ts";
export { trial } from "./trial.ts";
export { type WatchedRun, watchRun } from "./watch-run.ts";
export * as wire from "./wire/wire.ts";
