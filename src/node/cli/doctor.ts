// wherefore doctor TABLE

import { basename } from "node:path";
import { Command } from "commander";
import { examine, fatalSentence } from "../../core/index.ts";
import { findingLines } from "./print.ts";
import { createProgress } from "./progress.ts";
import { openTable, type TableSettings, withTableOptions } from "./settings.ts";

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
      const table = await openTable(path, settings, createProgress(settings));
      const findings = examine(table, { dropped: table.dropped });
      const facts = { name: basename(path), rows: table.X.rows, columns: table.names };
      if (settings.json) process.stdout.write(`${JSON.stringify({ table: facts, findings })}\n`);
      else {
        const none =
          findings.length === 0 ? ["healthy   nothing found that would stop or mislead a search"] : [];
        const first = `table     ${facts.name}: ${facts.rows} rows, ${facts.columns.length} columns`;
        process.stdout.write(`${[first, ...findingLines(findings), ...none].join("\n")}\n`);
      }
      process.exitCode = fatalSentence(findings) === undefined ? 0 : 2;
    });
}
