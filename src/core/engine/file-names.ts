// The files of a run that an engine gives away, as they are listed (run-files.ts says what they are).

export const fileNames = [
  "result.json",
  "graph.csv",
  "graph.json",
  "graph.dot",
  "graph.svg",
  "graph.png",
  "member.csv",
  "report.html",
  "confidence.npy",
  "certificate.json",
  "events.ndjson",
  "spec.json",
  "spec.schema.json",
] as const;

export type FileName = (typeof fileNames)[number];
