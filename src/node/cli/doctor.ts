// wherefore doctor TABLE

import { basename } from "node:path";
import { Command } from "commander";
import { cellFindings, checkColumns, createTable, examination, fatalSentence } from "../../core/index.ts";
import { readCells } from "../files/read-table.ts";
import { drive } from "../runs/drive.ts";
import { findingLines } from "./print.ts";
import { createProgress } from "./progress.ts";
import { reading, type TableSettings, withTableOptions } from "./settings.ts";

interface Settings extends TableSettings {
  readonly json: boolean;
  readonly quiet: boolean;
}

export function doctorCommand(): Command {
  const command = new Command("doctor")
    .description("examine a table: what would stop a search, and what would mislead it")
    .argument("<table>", "CSV, TSV, Parquet, JSON or NDJSON, also gzipped");
  return withTableOptions(command)
    .option("--json", "print one JSON document on standard output", false)
    .option("--quiet", "no progress", false)
    .addHelpText(
      "after",
      `
Examples:
  wherefore doctor table.csv
  wherefore doctor table.csv.gz --missing drop --json

The exit code is 2 when something found would stop a search.`,
    )
    .action(async (path: string, settings: Settings) => {
      const { rows, names, findings } = await examinedFile(path, settings);
      const facts = { name: basename(path), rows, columns: names };
      if (settings.json) process.stdout.write(`${JSON.stringify({ table: facts, findings })}\n`);
      else {
        const none =
          findings.length === 0 ? ["healthy   nothing found that would stop or mislead a search"] : [];
        const first = `table     ${facts.name}: ${rows} rows, ${names.length} columns`;
        process.stdout.write(`${[first, ...findingLines(findings), ...none].join("\n")}\n`);
      }
      process.exitCode = fatalSentence(findings) === undefined ? 0 : 2;
    });
}

/** What is wrong with the cells and, for the columns and rows that are left, with the table. */
async function examinedFile(path: string, settings: Settings) {
  const progress = createProgress(settings);
  const { columns, where, missing } = settings;
  const onProgress = reading(progress);
  const cells = await readCells(path, { columns, where, onProgress });
  const { facts, rows, names } = cells;
  if (rows < 2) checkColumns(facts, { rows, completeRows: cells.X.rows, missing });
  const unique = createTable(names, cells.X); // refuses two columns of one name
  const usable = facts.filter((f) => f.text === undefined && f.infiniteRow === undefined && f.missing < rows);
  const sound = usable.map(({ name }) => name);
  const left =
    sound.length === names.length
      ? unique
      : sound.length === 0
        ? null
        : createTable(sound, (await readCells(path, { columns: sound, where, onProgress })).X);
  const onEvent = (share: number) =>
    progress.show({ stage: "doctor", doing: "examining the columns", share });
  const inTable = left === null ? [] : await drive(examination(left), { onEvent });
  progress.clear();
  const findings = [...cellFindings(facts, rows, { missing }), ...inTable];
  return {
    rows,
    names,
    findings: findings.toSorted((p, q) => severities[p.severity] - severities[q.severity]),
  };
}

const severities = { fatal: 0, warning: 1, note: 2 };
