// The files of a run that an engine offers, in the order of their listing (run-files.ts describes them).

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
