// What is made of a result for people and programs: the graph in other formats, its picture, the report. All of it follows
// from what a run folder holds (result.json, certificate.json, spec.json, events.ndjson), so that what a kill left unmade
// can be made later.

import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { drawGraph, graphFiles, type Outcome, reportFile, resultDrawing } from "../../core/index.ts";
import type { Folder } from "../files/folder.ts";
import { pngOf, svgOf } from "../files/picture.ts";
import { courseOf } from "./event-log.ts";

export interface OutputFacts {
  readonly command: string;
  /** By default one that names the table as the result does. */
  readonly verify?: string | undefined;
  /** ISO 8601, UTC. */
  readonly started: string;
}

/** In the order in which they are made: what is cheap before what takes time to draw. */
export const graphOutputs = ["graph.csv", "graph.json", "graph.dot", "graph.svg", "graph.png"];
const outputs = [...graphOutputs, "report.html"];

/** Removes the outputs of an earlier result. */
export async function dropOutputs({ path }: Folder): Promise<void> {
  for (const name of ["member.csv", ...outputs]) await rm(join(path, name), { force: true });
}

export function missingOutputs({ path }: Folder): string[] {
  return outputs.filter((name) => !existsSync(join(path, name)));
}

/** Makes the outputs that are not there; a note where a picture cannot be had, which is no reason to lose a run. */
export async function makeOutputs(
  folder: Folder,
  outcome: Outcome,
  { command, verify, started }: OutputFacts,
): Promise<string | null> {
  const missing = new Set(missingOutputs(folder));
  if (missing.size === 0) return null;
  const { result } = outcome;
  // The member comes before the graph, and not every answer has one: it is there where the graph is.
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
