// A run as files: what was asked, what happened, and the result in every form that somebody may want.
//
//     spec.json                     command, options with their defaults, versions, table
//     events.ndjson                 one line for each event, with the milliseconds since the start
//     result.json certificate.json  the result, and the proof where there is one
//     graph.{csv,json,dot,svg,png}  the graph for programs, and its picture
//     report.html                   all of it for people
//
// Here are their texts; who runs a discovery keeps them, and draws.

import * as z from "zod";
import { headerChoices } from "../data/csv-header.ts";
import { drawingOf } from "../graph/drawing.ts";
import { graphFormats, type NamedGraph, namedGraph } from "../graph/formats.ts";
import { edgeList, type Graph } from "../graph/graph.ts";
import type { Outcome } from "./discover.ts";
import type { TracePoint } from "./report/picture.ts";
import { reportHtml } from "./report.ts";
import type { NamedEdge, RunEvent, RunResult, TableFacts } from "./result.ts";
import type { LoggedEvent } from "./run-state.ts";
import { opened, sealed } from "./sealed.ts";
import type { RunSpec } from "./spec.ts";
import { verifyCommand } from "./verify-command.ts";

/** A file's name and its text. */
export type TextFile = readonly [name: string, text: string];

export interface SpecFacts {
  /** The command that repeats the run. */
  readonly command: string;
  /** ISO 8601, UTC. */
  readonly started: string;
  readonly versions: Readonly<Record<string, string>>;
  /** Null before the table is read. */
  readonly table: TableFacts | null;
  /** The command that checks the certificate anew. */
  readonly verify?: string | undefined;
  /** Where the table came from. */
  readonly source?: RunSource | undefined;
  readonly spec: RunSpec;
}

const sourceSchema = z.strictObject({
  table: z.string(),
  truth: z.string().optional(),
  columns: z.array(z.string()).optional(),
  where: z.string().optional(),
  missing: z.enum(["fail", "drop"]).optional(),
  header: z.enum(headerChoices).optional(),
  maxColumns: z.number().optional(),
  maxSize: z.number().optional().describe("megabytes"),
  threads: z.number().optional(),
  wide: z.boolean().optional(),
});

/** Where a run's table came from, for `wherefore resume`; paths are relative to the run folder. */
export type RunSource = Readonly<z.output<typeof sourceSchema>>;

const specSchema = z.strictObject({
  format: z.literal("wherefore-run/1"),
  command: z.string(),
  verify: z.string().optional(),
  started: z.string(),
  versions: z.record(z.string(), z.string()),
  table: z
    .strictObject({
      name: z.string(),
      hash: z.string(),
      rows: z.number().int(),
      columns: z.array(z.string()),
    })
    .nullable(),
  source: sourceSchema.optional(),
  // Held against its own schema by whoever runs it (runSpec).
  spec: z.custom<RunSpec>((value) => typeof value === "object" && value !== null, "an object"),
});

export function specFile({ command, verify, started, versions, table, source, spec }: SpecFacts): TextFile {
  const what = { format: "wherefore-run/1", command, verify, started, versions, table, source, spec };
  return ["spec.json", json(sealed(what))];
}

/** What was asked, from the text of its file; a damaged one is refused by the name of the file. */
export function readSpecFile(text: string, name: string): SpecFacts {
  return opened(text, { schema: specSchema, name, remedy: "run the command of the run again" });
}

/** The proof, where there is one, and then the result: whoever finds the result finds all that cannot be made from it. */
export function foundFiles({ result, certificate }: Outcome): TextFile[] {
  return [
    ...(certificate === null ? [] : [["certificate.json", json(certificate)] as const]),
    ["result.json", json(sealed(result))],
  ];
}

/** The final graph for programs. */
export function graphFiles(result: RunResult): TextFile[] {
  const graph = resultGraph(result);
  return (["csv", "json", "dot"] as const).map(
    (format) => [`graph.${format}`, graphFormats[format].write(graph)] as const,
  );
}

export interface ReportFacts {
  /** The picture; empty where there is none. */
  readonly svg: string;
  readonly command: string;
  /** The command that checks the certificate anew; by default one that names the table as the result does. */
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

/** The final graph on the table's columns, with its coefficients. */
export function resultGraph({ table, edges, undirected, coefficients }: RunResult): NamedGraph {
  const { columns } = table;
  const d = columns.length;
  const place = new Map(columns.map((name, i) => [name, i]));
  const at = ([a, b]: NamedEdge): number => place.get(a)! * d + place.get(b)!;
  const pdag = { d, directed: new Uint8Array(d * d), undirected: new Uint8Array(d * d) };
  for (const edge of edges) pdag.directed[at(edge)] = 1;
  for (const [a, b] of undirected) pdag.undirected[at([a, b])] = pdag.undirected[at([b, a])] = 1;
  if (coefficients === null) return { names: columns, graph: pdag };
  const weights = new Float64Array(d * d);
  for (const { cause, effect, value } of coefficients) weights[at([cause, effect])] = value;
  return { names: columns, graph: pdag, weights };
}

/** The picture as DOT, compared with this truth, or with that in the result. */
export function resultDrawing(result: RunResult, truth?: Graph): string {
  const graph = resultGraph(result);
  return quickWhereLarge(drawingOf(graph, truthOf(result, truth)), graph);
}

function truthOf(result: RunResult, given: Graph | undefined): NamedGraph | undefined {
  if (given !== undefined) return namedGraph(result.table.columns, given);
  if (result.truth === null) return undefined;
  return resultGraph({ ...result, edges: result.truth.edges, undirected: [], coefficients: null });
}

/** Graphviz takes minutes for more edges than these unless it is told to be quick. */
const manyEdges = 300;

/** Straight lines and few rounds of tidying: 1,000 edges take half a second instead of half a minute. */
function quickWhereLarge(dot: string, { graph }: NamedGraph): string {
  const edges = edgeList({ d: graph.d, edges: graph.directed }).length;
  if (edges <= manyEdges) return dot;
  return dot.replace("{", "{\n  graph [nslimit=1, nslimit1=1, mclimit=0.1, splines=line];");
}

/** The course of the best score: a point for each change, and one for the time now. */
export function traceInto(trace: TracePoint[], event: RunEvent | LoggedEvent, ms: number): void {
  if (event.type !== "step" || event.stage !== "search" || event.score === null) return;
  const { score } = event;
  const [before, last] = [trace.at(-2), trace.at(-1)];
  if (before?.score === score && last?.score === score) trace.pop();
  trace.push({ ms, score });
}

/** Indented, with lists of names and numbers on one line. A newline is never inside a JSON string, so this is safe. */
function json(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  return `${text.replace(/\[\n\s+([^[\]{}]*?)\n\s+\]/g, (_, list: string) => `[${list.replace(/\n\s+/g, " ")}]`)}\n`;
}
