// Results for people: what of it others may use.

export { type ComparisonInput, comparisonHtml } from "./comparison-report.ts";
export * as numbers from "./numbers.ts";
export type { TracePoint } from "./picture.ts";
export { type ReportInput, reportHtml } from "./report.ts";
export * as words from "./report-text.ts";
export { resultDrawing, resultGraph } from "./result-graph.ts";
export { shellWord } from "./shell-word.ts";
export { commaList, type VerifyPlace, verifyCommand } from "./verify-command.ts";
