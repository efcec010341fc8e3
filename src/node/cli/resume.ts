// wherefore resume FOLDER

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { categoriesFor, check, type RunResult, type RunSpec } from "../../core/index.ts";
import { type Checkpoint, readCheckpoint } from "../runs/checkpoint.ts";
import type { RunSource } from "../runs/run-folder.ts";
import { recordedRun } from "./discover.ts";
import { printed } from "./print.ts";
import { createProgress } from "./progress.ts";
import { openTable, openTruth } from "./settings.ts";
import { say, sayJson } from "./terminal.ts";

interface Settings {
  readonly json: boolean;
  readonly quiet: boolean;
}

export function resumeCommand(): Command {
  return new Command("resume")
    .description("go on with a run that was stopped or killed, to the result that it would have had")
    .argument("<folder>", "the run's folder")
    .option("--json", "print one JSON document on standard output", false)
    .option("--quiet", "no progress", false)
    .addHelpText(
      "after",
      `
A run that had ended prints its result again; one that was killed before its first checkpoint starts over.

Examples:
  wherefore resume runs/data-rl-1
  wherefore resume runs/data-rl-1 --json`,
    )
    .action(async (folder: string, settings: Settings) => {
      process.exitCode = await resume(folder, settings);
    });
}

async function resume(folder: string, { json, quiet }: Settings): Promise<number> {
  const { spec, source, command } = readSpec(folder);
  const finished = readResult(folder);
  if (finished !== undefined && finished.stopped === null) {
    if (json) sayJson(finished);
    else say(printed(finished));
    return 0;
  }
  const progress = createProgress({ quiet });
  const path = join(folder, source.table);
  const { where, missing = "fail", header, maxColumns, maxSize, threads, wide } = source;
  const columns = source.columns && [...source.columns];
  const reading = { columns, where, missing, header, maxColumns, maxSize };
  const categorical = categoriesFor([spec.score], spec.categorical);
  const table = await openTable(path, { ...reading, categorical }, progress);
  const truth =
    source.truth === undefined ? undefined : await openTruth(join(folder, source.truth), table.names);
  return recordedRun(table, spec, {
    path,
    truth,
    settings: { ...reading, score: spec.score, threads, wide },
    progress,
    recording: {
      folderFor: () => folder,
      command,
      source: () => source,
      resumed: { from: checkpointOf(folder) },
    },
    json,
  });
}

interface RecordedSpec {
  readonly spec: RunSpec;
  readonly source: RunSource;
  readonly command: string;
}

function readSpec(folder: string): RecordedSpec {
  const path = join(folder, "spec.json");
  check(existsSync(path), `resume: ${folder} is no run folder: it has no spec.json`);
  const read = JSON.parse(readFileSync(path, "utf8")) as Partial<RecordedSpec>;
  check(
    read.spec !== undefined && read.source !== undefined && read.command !== undefined,
    `resume: ${path} does not say where its table came from; run its command again`,
  );
  return read as RecordedSpec;
}

function readResult(folder: string): RunResult | undefined {
  const path = join(folder, "result.json");
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as RunResult) : undefined;
}

function checkpointOf(folder: string): Checkpoint | undefined {
  return existsSync(join(folder, "checkpoint.bin")) ? readCheckpoint(folder) : undefined;
}
