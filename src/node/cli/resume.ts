// wherefore resume FOLDER

import { join } from "node:path";
import { Command } from "commander";
import { check } from "../../core/index.ts";
import { completeRun, recordedResult, recordedSpec, resumedRun } from "../runs/run-folder.ts";
import { recordedRun } from "./discover.ts";
import { printed } from "./print.ts";
import { createProgress } from "./progress.ts";
import { type OutputSettings, openTable, openTruth, withOutputOptions } from "./settings.ts";
import { complain, say, sayJson } from "./terminal.ts";

const purpose = "wherefore resume";

export function command(): Command {
  return withOutputOptions(new Command("resume").argument("<folder>", "the run's folder"))
    .addHelpText(
      "after",
      `
A finished run prints its result again, and writes missing files in its folder; a run that was killed before its
first checkpoint starts over.

Examples:
  wherefore resume runs/data-rl-1
  wherefore resume runs/data-rl-1 --json`,
    )
    .action(async (folder: string, settings: OutputSettings) => {
      process.exitCode = await resume(folder, settings);
    });
}

async function resume(folder: string, { json, quiet }: OutputSettings): Promise<number> {
  const { spec, source, command } = recordedSpec(folder);
  check(
    source !== undefined,
    `resume: ${join(folder, "spec.json")} does not say where its table came from; run its command again`,
  );
  const finished = recordedResult(folder);
  if (finished !== undefined && finished.stopped === null) {
    const files = await completeRun(folder, finished, purpose);
    if (files.length > 0) complain(`written in ${folder}: ${files.join(" ")}`);
    if (json) sayJson(finished);
    else say(printed(finished));
    return 0;
  }
  const progress = createProgress({ quiet });
  const path = join(folder, source.table);
  const { kinds, where, header, sheet, rows, maxColumns, maxSize, threads, wide } = source;
  const columns = source.columns && [...source.columns];
  const exclude = source.exclude && [...source.exclude];
  const reading = { columns, exclude, kinds, where, header, sheet, rows, maxColumns, maxSize };
  const table = await openTable(path, reading, progress);
  const truth =
    source.truth === undefined ? undefined : await openTruth(join(folder, source.truth), table.names);
  return recordedRun(table, spec, {
    path,
    truth,
    settings: { ...reading, threads, wide },
    progress,
    recording: {
      folderFor: () => folder,
      command,
      source: () => source,
      resumed: await resumedRun(folder, purpose),
      purpose,
    },
    json,
  });
}
