// The public part of the engine: what it stores about runs, and how it answers questions about them.

export * from "./catalogue.ts";
export * from "./check-request.ts";
export * from "./checkpoint.ts";
export * from "./checkpoint-lines.ts";
export * from "./compared-edges.ts";
export * from "./drive.ts";
export * from "./edge-details.ts";
export {
  type Examined,
  type ExamineOptions,
  tableExamination,
} from "./examine-table.ts";
export * from "./file-names.ts";
export * from "./glimpses.ts";
export * from "./live-news.ts";
export * from "./process-news.ts";
export * from "./questions.ts";
export * from "./queue.ts";
export * from "./record-course.ts";
export * from "./record-events.ts";
export * from "./replay-lines.ts";
export * from "./request-options.ts";
export * from "./run-command.ts";
export * from "./run-control.ts";
export * from "./run-files.ts";
export * from "./run-state.ts";
export * from "./run-transitions.ts";
export * from "./stored-request.ts";
export * from "./thinned-list.ts";
export * from "./trial.ts";
export * from "./watch-run.ts";
export * as wire from "./wire/wire.ts";
