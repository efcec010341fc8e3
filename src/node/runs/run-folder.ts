// A run as a folder: what was asked, what happened, and the result in every form that somebody may want.
//
//     spec.json                     written first: command, options with their defaults, versions, table
//     events.ndjson                 one line for each event while the run goes on, with the milliseconds since its start
//     result.json certificate.json  the result, and the proof where there is one
//     graph.{csv,json,dot,svg,png}  the graph for programs, and its picture
//     checkpoint.bin                where the search is, while it runs and when it was stopped
//     scores.bin                    numbers of a slow score for all parent sets, for later runs too (set-tables.ts)
//     report.html                   all of it for people
//
// Files appear under their names only when they are whole (files/folder.ts). A process that dies leaves
// spec.json and events.ndjson; what is cheap and matters most is written before what takes time to draw.

import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  type Graph,
  type HeaderChoice,
  type Outcome,
  type RunEvent,
  type RunOptions,
  reportFile,
  resultDrawing,
  resultFiles,
  runSpec,
  specFile,
  type TableFacts,
} from "../../core/index.ts";
import { createFolder, openFolder } from "../files/folder.ts";
import { pngOf, svgOf } from "../files/picture.ts";
import { checkpointWriter } from "./checkpoint.ts";
import { cutRecord, eventLog } from "./event-log.ts";
import { versions } from "./machine.ts";

export interface RunFolder {
  /** As it was given. */
  readonly path: string;
  /** Writes spec.json; call it before the search starts. */
  readonly start: (start: RunStart) => Promise<void>;
  /** Adds a line to events.ndjson; steps are thinned to a few in a second. */
  readonly event: (event: RunEvent) => void;
  /** Writes everything else; the names of all files in the folder. */
  readonly finish: (outcome: Outcome, options?: FinishOptions) => Promise<string[]>;
}

/** Where a run's table came from, for `wherefore resume`; paths are relative to the run folder. */
export interface RunSource {
  readonly table: string;
  readonly truth?: string | undefined;
  readonly columns?: readonly string[] | undefined;
  readonly where?: string | undefined;
  readonly missing?: "fail" | "drop" | undefined;
  readonly header?: HeaderChoice | undefined;
  readonly maxColumns?: number | undefined;
  /** Megabytes. */
  readonly maxSize?: number | undefined;
  readonly threads?: number | undefined;
  readonly wide?: boolean | undefined;
}

export interface RunStart {
  /** The command that repeats the run. */
  readonly command: string;
  readonly source?: RunSource | undefined;
  readonly options?: RunOptions;
  /** Where it is known by now; finish adds it otherwise. */
  readonly table?: TableFacts;
}

export interface FinishOptions {
  /** The true graph on the table's columns for the picture to compare with; by default the one in the result. */
  readonly truth?: Graph;
  /** The command that repeats the run; by default the one given at the start. */
  readonly command?: string;
  /** The command that checks the certificate anew; by default one that names the table as the result does. */
  readonly verify?: string;
}

/** Milliseconds between two steps in the log, unless said otherwise. */
const thinMs = 250;

export interface RunFolderOptions {
  /** The folder exists: a run in it, that has taken so many seconds, is resumed. */
  readonly resumed?: { readonly seconds: number } | undefined;
  /** Milliseconds between two steps in the log; 0: every step is in it. */
  readonly stepMs?: number | undefined;
}

/** A new run folder; one with something in it is refused, unless a run in it is resumed. */
export async function createRunFolder(
  path: string,
  { resumed, stepMs = thinMs }: RunFolderOptions = {},
): Promise<RunFolder> {
  const folder = resumed ? openFolder(path) : await createFolder(path);
  const startedAt = performance.now() - 1000 * (resumed?.seconds ?? 0);
  const started = new Date().toISOString();
  const lines = resumed ? await cutRecord(path) : 0;
  const log = eventLog(path, { lines, stepMs, now: () => performance.now() - startedAt });
  const files: string[] = [];
  let asked: RunStart | undefined;
  const checkpoint = checkpointWriter(path, () => ({
    lines: log.lines(),
    hash: asked?.table?.hash ?? "",
    spec: runSpec(asked?.options),
    seconds: (performance.now() - startedAt) / 1000,
  }));

  const put = async ([name, content]: readonly [string, string | Uint8Array]): Promise<void> => {
    await folder.write(name, content);
    if (!files.includes(name)) files.push(name);
  };
  const putSpec = ({ command, options, source }: RunStart, table: TableFacts | null): Promise<void> => {
    return put(specFile({ command, started, versions: versions(), table, source, spec: runSpec(options) }));
  };

  return {
    path,
    start: async (start) => {
      asked = start;
      await putSpec(start, start.table ?? null);
    },
    event: (event) => {
      log.add(event);
      checkpoint.add(event);
    },
    finish: async (outcome, { truth, command = asked?.command ?? "", verify } = {}) => {
      const { result } = outcome;
      log.flush();
      if (result.stopped === null) checkpoint.drop();
      else if (checkpoint.keep()) files.push("checkpoint.bin");
      files.push(...["events.ndjson", "scores.bin"].filter((name) => existsSync(join(path, name))));
      await putSpec({ options: result.spec, command, source: asked?.source }, result.table);
      for (const file of resultFiles(outcome)) await put(file);

      const { svg, png, note } = await drawn(resultDrawing(result, truth));
      if (svg !== "") await put(["graph.svg", svg]);
      if (png !== null) await put(["graph.png", png]);
      if (note !== null) log.add({ type: "note", sentence: note });
      await put(reportFile(outcome, { svg, command, verify, trace: log.trace, started }));
      return files.toSorted((a, b) => fileOrder.indexOf(a) - fileOrder.indexOf(b));
    },
  };
}

const fileOrder: readonly string[] = [
  "spec.json",
  "result.json",
  "events.ndjson",
  "graph.csv",
  "graph.json",
  "graph.dot",
  "graph.svg",
  "graph.png",
  "certificate.json",
  "checkpoint.bin",
  "scores.bin",
  "report.html",
];

interface Drawn {
  readonly svg: string;
  readonly png: Uint8Array | null;
  readonly note: string | null;
}

/** A picture that cannot be made is no reason to lose a run: the note says what is missing, and why. */
async function drawn(dot: string): Promise<Drawn> {
  let svg = "";
  try {
    svg = await svgOf(dot);
    return { svg, png: await pngOf(svg), note: null };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      svg,
      png: null,
      note: `${svg === "" ? "graph.svg and graph.png are" : "graph.png is"} left out: ${reason}`,
    };
  }
}
