// wherefore discover TABLE

import { basename, relative, resolve } from "node:path";
import type { Command } from "commander";
import {
  check,
  defaultResamples,
  type Graph,
  type LoadedTable,
  needsRows,
  type RunOptions,
  type RunSpec,
  type StopReason,
  threadedSearches,
  verifyCommand,
} from "../../core/index.ts";
import { numberedFolder } from "../files/folder.ts";
import { type Recording, recordedDiscovery } from "../runs/recorded.ts";
import type { RunSource } from "../runs/run-folder.ts";
import { oversight } from "../threads/overseen.ts";
import { shortHelp, wholeHelp } from "./discover-help.ts";
import { openKnowledge, withKnowledge } from "./knowledge-flags.ts";
import { whole } from "./option-values.ts";
import { printed } from "./print.ts";
import { createProgress, type Progress } from "./progress.ts";
import { queuePools } from "./queue-pools.ts";
import { flaggedOptions, runGroups, searchOptions, withRunFlags, withSearchFlags } from "./run-flags.ts";
import {
  kindsIn,
  type OutputSettings,
  openCovariance,
  openLargeTable,
  openTable,
  openTruth,
  type TableSettings,
  tableCommand,
  withOutputOptions,
  withQueue,
  withTableOptions,
} from "./settings.ts";
import { shellLine } from "./shell-line.ts";
import { type CommandNews, complain, say, sayJson } from "./terminal.ts";

/** The flags of a run: options by name (run-flags.ts), and how files are read. */
export interface SearchSettings extends TableSettings, Readonly<Record<string, unknown>> {
  readonly score: string;
  readonly categorical?: string[];
  readonly knowledge?: string;
  readonly maxParents?: number;
  readonly seed: number;
}

interface Settings extends SearchSettings, OutputSettings {
  readonly covariance?: string;
  readonly truth?: string;
  readonly threads?: number;
  readonly wide?: boolean;
  readonly out: string | boolean | undefined;
  readonly force: boolean;
  readonly queue?: string;
  readonly store?: string;
}

/** The most used options; the rest are shown by --help all. */
const firstOptions = [
  ...["columns", "exclude", "kinds", "weights", "missing", "roots", "leaves", "tiers", "knowledge"],
  ...["search", "score", "penaltyWeight", "timeLimit", "truth", "out", "json"],
];

export function command(): Command {
  const isWhole = process.argv.includes("all");
  const full = wholeCommand();
  if (isWhole) return full.addHelpText("after", wholeHelp());
  for (const option of full.options) option.hidden = !firstOptions.includes(option.attributeName());
  return full.addHelpText("after", shortHelp);
}

function wholeCommand(): Command {
  const runs = withRunFlags(withTableOptions(tableCommand("discover", "[table]")), { groups: runGroups });
  return withOutputOptions(withQueue(withSearchFlags(withKnowledge(runs))))
    .option(
      "--threads <count>",
      `threads (default: all cores), shared by ${threadedSearches().join(", ")} and by slow scores; other searches use one; the result does not depend on their number`,
      whole,
    )
    .option(
      "--wide",
      "256-bit instructions for networks and slow scores, where Node (24 or later) supports them and they give identical results",
    )
    .option(
      "--covariance <file>",
      "a covariance matrix in place of the table (CSV, or Tetrad's format), with --rows",
    )
    .option("--truth <file>", "the true graph, to compare the result with")
    .option(
      "--out <folder>",
      "where the run is written (default: ./runs/<table>-<search>-<seed>, or the next number that is free)",
    )
    .option("--no-out", "write no folder")
    .option("--force", "replace a run that is in the folder", false)
    .action(async (path: string | undefined, settings: Settings) => {
      const { covariance } = settings;
      check(
        (path === undefined) !== (covariance === undefined),
        `discover: ${path === undefined ? "no table is given" : "both a table and a covariance matrix are given"}; give one file`,
      );
      process.exitCode = await run(path ?? covariance!, settings);
    });
}

async function run(path: string, flags: Settings): Promise<number> {
  const { truth: truthPath, out, json, quiet } = flags;
  const progress = createProgress({ quiet });
  const table = await openAnyTable(path, flags, progress);
  const settings = flags.covariance === undefined ? flags : { ...flags, rows: table.scatter?.n };
  const truth = truthPath === undefined ? undefined : await openTruth(truthPath, table.names);
  const options = { ...(await runOptions(settings, table)), ...searchOptions(settings) };

  const stem = tableStem(path);
  return recordedRun(table, options, {
    path,
    truth,
    settings,
    progress,
    recording: {
      folderFor: (chosen) =>
        out === false
          ? null
          : typeof out === "string"
            ? out
            : numberedFolder(`runs/${stem}-${chosen}`, settings),
      force: settings.force,
      command: commandLine(),
      source: (folder) => sourceOf(folder, path, settings),
      purpose: "wherefore discover",
      ...queuePools(table, options, { ...settings, name: basename(path) }),
    },
    json,
  });
}

/** Opens a covariance matrix, a large file whose rows are not needed, or a table. */
function openAnyTable(path: string, settings: Settings, progress: Progress): Promise<LoadedTable> {
  if (settings.covariance !== undefined) return openCovariance(path, settings);
  const isLinear = !needsRows({ ...flaggedOptions(settings), ...searchOptions(settings) });
  return (isLinear ? openLargeTable : openTable)(path, settings, progress);
}

/** The source of the table, with paths relative to the run folder. */
function sourceOf(folder: string, path: string, settings: Settings): RunSource {
  const { truth, columns, exclude, where, header, sheet, rows, maxColumns, maxSize, threads, wide } =
    settings;
  const kinds = kindsIn(settings);
  const reading = { columns, exclude, kinds, where, header, sheet, rows, maxColumns, maxSize };
  const seen = (file: string) => relative(resolve(folder), resolve(file)).replaceAll("\\", "/");
  return { table: seen(path), truth: truth && seen(truth), ...reading, threads, wide };
}

interface RecordedRun {
  /** The table's file. */
  readonly path: string;
  readonly truth: Graph | undefined;
  readonly settings: TableSettings & {
    /** The knowledge file. */
    readonly knowledge?: string | undefined;
    readonly threads?: number | undefined;
    readonly wide?: boolean | undefined;
  };
  readonly progress: Progress;
  readonly recording: Pick<
    Recording,
    "folderFor" | "force" | "command" | "source" | "resumed" | "purpose" | "replicates" | "restartPool"
  >;
  readonly json: boolean;
}

/** Runs, records and prints a discovery; returns the exit code. Both `discover` and `resume` end here. */
export async function recordedRun(
  table: LoadedTable,
  options: RunOptions,
  run: RecordedRun,
): Promise<number> {
  const { path, truth, settings, progress, recording, json } = run;
  const interrupt = onInterrupt();
  interrupt.begin(options.timeLimit);
  try {
    const { result, folder, fault } = await recordedDiscovery(table, options, {
      ...recording,
      ...commonRecording({ path, settings, folderFor: recording.folderFor, interrupt, progress }),
      truth,
      threads: settings.threads,
      wide: settings.wide,
      onEvent: (event) => {
        if (event.type === "note") {
          progress.clear();
          complain(`note: ${event.sentence}`);
        }
        if (event.type !== "step") return;
        const { stage, doing, progress: share, score, values, confidence: counted } = event;
        const count = Math.round(share * (options.resamples ?? defaultResamples));
        const rate = counted && { count, unit: "resamples" };
        progress.show({ stage, doing: withValues(doing, values), share, score, ...(rate && { rate }) });
      },
    });
    progress.clear();
    if (json) sayJson(result);
    else {
      say(printed(result));
      if (folder) say(`folder    ${folder.path}: ${folder.files.join(" ")}`);
    }
    const hasMore = ["checkpoint.bin", "scores.bin"].some((file) => folder?.files.includes(file));
    if (folder && result.stopped !== null && hasMore)
      complain(`to resume it: ${shellLine(["wherefore", "resume", folder.path])}`);
    if (fault !== null) complain(`machine: the run folder is not complete: ${fault}`);
    return fault !== null ? 2 : result.stopped === "interrupted" ? 130 : 0;
  } finally {
    progress.clear();
    interrupt.end();
  }
}

interface CommonRecording extends Pick<RecordedRun, "path" | "settings" | "progress"> {
  readonly folderFor: Recording["folderFor"];
  readonly interrupt: StoppableWork;
}

/** Options shared by the recorded runs of all commands. */
export function commonRecording(run: CommonRecording) {
  const { path, settings, folderFor, interrupt, progress } = run;
  return {
    name: basename(path),
    stop: interrupt.reason,
    folderFor: (search: string) => {
      const folder = folderFor(search);
      interrupt.inFolder(folder);
      return folder;
    },
    verify: (at: string, spec: RunSpec) =>
      verifyCommand(spec, { certificate: `${at}/certificate.json`, table: path, ...settings }),
    onWriting: () => {
      interrupt.end();
      progress.say("writing  graph, picture and report");
    },
  };
}

/** An agent's current activity, with its gap and the weights of its penalties. */
function withValues(doing: string, { gap, lambda1, lambda2 }: Readonly<Record<string, number>>): string {
  const weights = lambda1 === undefined ? "" : `, λ ${lambda1.toFixed(2)} and ${lambda2.toExponential(0)}`;
  return `${doing}${gap === undefined ? "" : `, gap ${gap.toPrecision(3)}`}${weights}`;
}

/** The table's name without its extensions, used to name run folders. */
export function tableStem(path: string): string {
  return basename(path)
    .replace(/\.gz$/i, "")
    .replace(/\.[^.]+$/, "");
}

/** The command line's settings as the options of a run. */
export async function runOptions(settings: SearchSettings, table: LoadedTable): Promise<RunOptions> {
  return { ...flaggedOptions(settings), knowledge: await openKnowledge(settings, table) };
}

/** Stop requests from the thread that oversees this one. */
export function onInterrupt(): StoppableWork {
  const overseer = oversight<CommandNews>();
  return {
    reason: () => (overseer?.isToStop() ? "interrupted" : undefined),
    begin: (timeLimit) => overseer?.begin(timeLimit),
    end: () => overseer?.end(),
    inFolder: (folder) => overseer?.tell({ folder }),
  };
}

export interface StoppableWork {
  readonly reason: () => StopReason | undefined;
  /** From now until `end`, Ctrl-C stops with the best result so far; after `end`, the work finishes on its own. */
  readonly begin: (timeLimit: number | undefined) => void;
  readonly end: () => void;
  readonly inFolder: (folder: string | null) => void;
}

/** The command line as typed, for the record. */
export function commandLine(): string {
  return shellLine(["wherefore", ...process.argv.slice(2)]);
}
