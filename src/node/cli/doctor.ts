// wherefore doctor TABLE

import { basename } from "node:path";
import { Command } from "commander";
import {
  categorisedTable,
  cellFindings,
  check,
  checkColumns,
  createTable,
  examination,
  fatalSentence,
  type RunSpec,
  runSpec,
  scoreFindings,
  suggestion,
  tableFor,
} from "../../core/index.ts";
import { type Cells, readCells } from "../files/read-table.ts";
import { drive } from "../runs/drive.ts";
import { findingLines } from "./print.ts";
import { createProgress } from "./progress.ts";
import {
  categoriesFor,
  defaults,
  reading,
  type TableSettings,
  withCategorical,
  withTableOptions,
} from "./settings.ts";

interface Settings extends TableSettings {
  readonly score: string;
  readonly categorical?: string[];
  readonly json: boolean;
  readonly quiet: boolean;
}

export function doctorCommand(): Command {
  const command = new Command("doctor")
    .description("examine a table: what would stop a search, and what would mislead it")
    .argument("<table>", "CSV, TSV, Parquet, JSON or NDJSON, also gzipped");
  return withCategorical(withTableOptions(command))
    .option("--score <name>", "examine the table for this score: what it takes differs", defaults.score)
    .option("--json", "print one JSON document on standard output", false)
    .option("--quiet", "no progress", false)
    .addHelpText(
      "after",
      `
Examples:
  wherefore doctor table.csv
  wherefore doctor table.csv.gz --missing drop --json
  wherefore doctor survey.csv --score bic-mixed

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
  const { columns, where, missing, score, categorical: named } = settings;
  const { categorical: known } = runSpec({ score, categorical: named });
  const categorical = categoriesFor([score], named);
  const onProgress = reading(progress);
  const cells = await readCells(path, { columns, where, categorical, onProgress });
  const { facts, rows, names } = cells;
  if (rows < 2) checkColumns(facts, { rows, completeRows: cells.X.rows, missing });
  createTable(names, cells.X); // refuses two columns of one name
  const unknown = named?.find((name) => !names.includes(name));
  check(
    unknown === undefined,
    () => `--categorical: no column is called "${unknown}"; ${suggestion(unknown!, names)}`,
  );
  const usable = facts.filter((f) => f.text === undefined && f.infiniteRow === undefined && f.missing < rows);
  const sound = usable.map(({ name }) => name);
  const usual = { where, categorical, onProgress };
  const whole =
    sound.length === names.length
      ? cells
      : sound.length < 2
        ? null
        : await readCells(path, { ...usual, columns: sound });
  const left = whole && examinedTable(whole, { score, categorical: known });
  const onEvent = (share: number) =>
    progress.show({ stage: "doctor", doing: "examining the columns", share });
  const inTable = left ? [...(await drive(examination(left), { onEvent })), ...scoreFindings(left)] : [];
  progress.clear();
  const findings = [...cellFindings(facts, rows, { missing }), ...inTable];
  return {
    rows,
    names,
    findings: findings.toSorted((p, q) => severities[p.severity] - severities[q.severity]),
  };
}

/** What is left as the score takes it; of the columns that were named as categories, those that are there. */
function examinedTable(cells: Cells, { score, categorical = [] }: Pick<RunSpec, "score" | "categorical">) {
  const there = categorical.filter((name) => cells.names.includes(name));
  return tableFor(categorisedTable(cells, "text"), { score, categorical: there });
}

const severities = { fatal: 0, warning: 1, note: 2 };
