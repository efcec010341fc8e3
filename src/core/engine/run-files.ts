// A run as files: the request, the events, and the result in every form that somebody may want.
//
//     spec.json                     command, options with their defaults, versions, table
//     spec.schema.json              the JSON Schema of spec.json, for editors
//     events.ndjson                 one line for each event, with the milliseconds since the start
//     result.json certificate.json  the result, and the proof if there is one
//     graph.{csv,json,dot,svg,png}  the answer for programs, and its picture
//     member.csv                    one DAG of the class, if the answer is a class
//     report.html                   all of it for people
//
// This module makes their texts; an engine stores them, and draws.

import { graphFormats } from "../graph/formats/formats.ts";
import type { TracePoint } from "../report/picture.ts";
import { reportHtml } from "../report/report.ts";
import { memberGraph, resultGraph } from "../report/result-graph.ts";
import { verifyCommand } from "../report/verify-command.ts";
import type { Outcome } from "../run/discovery/discovery.ts";
import type { RunResult } from "../run/result.ts";
import { indented, sealed } from "../run/sealed.ts";

/** A file's name and its text. */
export type TextFile = readonly [name: string, text: string];

/** The proof, if there is one, before the result: where there is a result, there is all that cannot be derived from it. */
export function resultFiles({ result, certificate }: Outcome): TextFile[] {
  return [
    ...(certificate === null ? [] : [["certificate.json", indented(certificate)] as const]),
    ["result.json", indented(sealed(result))],
  ];
}

/** One member if the answer is a class, and the answer for programs. */
export function graphFiles(result: RunResult): TextFile[] {
  const graph = resultGraph(result);
  const isClass = result.answer.kind === "class";
  return [
    ...(isClass ? [["member.csv", graphFormats.csv.write(memberGraph(result))] as const] : []),
    ...(["csv", "json", "dot"] as const).map(
      (format) => [`graph.${format}`, graphFormats[format].write(graph)] as const,
    ),
  ];
}

export interface Drawing {
  readonly svgOf: (dot: string) => Promise<string>;
  readonly pngOf?: (svg: string) => Promise<Uint8Array>;
}

/** The graph's picture from DOT text; a note if it cannot be drawn, since that is no reason to lose a run. */
export async function drawGraph(
  dot: string,
  { svgOf, pngOf }: Drawing,
): Promise<{ readonly svg: string; readonly png?: Uint8Array | undefined; readonly note: string | null }> {
  let svg = "";
  try {
    svg = await svgOf(dot);
    return { svg, png: await pngOf?.(svg), note: null };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const missing = svg === "" ? "graph.svg and graph.png are" : "graph.png is";
    return { svg, note: `${missing} left out: ${reason}` };
  }
}

export interface ReportFacts {
  /** The picture; empty if there is none. */
  readonly svg: string;
  readonly command: string;
  /** The command that verifies the certificate; by default one that names the table as the result does. */
  readonly verify?: string | undefined;
  readonly trace: readonly TracePoint[];
  /** ISO 8601, UTC. */
  readonly started: string;
}

export function reportFile({ result, certificate }: Outcome, facts: ReportFacts): TextFile {
  const {
    svg,
    command,
    verify = verifyCommand(result.spec, { certificate: "certificate.json", table: result.table.name }),
    trace,
  } = facts;
  const started = `${facts.started.slice(0, 16).replace("T", " ")} UTC`;
  return ["report.html", reportHtml({ result, certificate, svg, command, verify, trace, started })];
}
