// Outputs derived from a result: the graph in other formats, its picture, the report. All of them follow from the contents of
// a run folder (result.json, certificate.json, spec.json, events.ndjson), so that those missing after a kill can be created
// later.

import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { drawGraph, graphFiles, type Outcome, reportFile, resultDrawing } from "../../core/index.ts";
import type { Folder } from "../files/folder.ts";
import { pngOf, svgOf } from "../files/picture.ts";
import { courseOf } from "./event-log.ts";

export interface OutputFacts {
  readonly command: string;
  /** By default a command with the table's name from the result. */
  readonly verify?: string | undefined;
  /** ISO 8601, UTC. */
  readonly started: string;
}

/** In the order of their creation: cheap ones before those that take time to draw. */
export const graphOutputs = ["graph.csv", "graph.json", "graph.dot", "graph.svg", "graph.png"];
const outputs = [...graphOutputs, "report.html"];

/** Removes the outputs of an earlier result. */
export async function dropOutputs({ path }: Folder): Promise<void> {
  for (const name of ["member.csv", ...outputs]) await rm(join(path, name), { force: true });
}

export function missingOutputs({ path }: Folder): string[] {
  return outputs.filter((name) => !existsSync(join(path, name)));
}

/** Creates the missing outputs; returns a note if a picture cannot be drawn, which does not fail the run. */
export async function makeOutputs(
  folder: Folder,
  outcome: Outcome,
  { command, verify, started }: OutputFacts,
): Promise<string | null> {
  const missing = new Set(missingOutputs(folder));
  if (missing.size === 0) return null;
  const { result } = outcome;
  // Not every answer has a member; it is written before graph.csv, so it exists if graph.csv does.
  for (const [name, text] of graphFiles(result))
    if (missing.has(name === "member.csv" ? "graph.csv" : name)) await folder.write(name, text);
  const { svg, png, note } = await drawGraph(resultDrawing(result), { svgOf, pngOf });
  if (svg !== "" && missing.has("graph.svg")) await folder.write("graph.svg", svg);
  if (png && missing.has("graph.png")) await folder.write("graph.png", png);
  if (!missing.has("report.html")) return note;
  const { trace } = await courseOf(folder.path);
  const [name, text] = reportFile(outcome, { svg, command, verify, trace, started });
  await folder.write(name, text);
  return note;
}
