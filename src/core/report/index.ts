// The public part of the report: results for people.

export * from "./comparison-report.ts";
export { type GlossaryTerm, glossary } from "./glossary.ts";
export * as numbers from "./numbers.ts";
export * from "./picture.ts";
export * from "./report.ts";
export * as words from "./report-text.ts";
export * from "./result-graph.ts";
export * from "./shell-word.ts";
export * from "./verify-command.ts";
