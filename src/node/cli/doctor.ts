// wherefore doctor TABLE

import { basename } from "node:path";
import type { Command } from "commander";
import { fatalError, kindsByName, type RunOptions } from "../../core/index.ts";
import { examinedFile } from "../runs/examined-file.ts";
import { findingLines, kindLines } from "./print.ts";
import { createProgress } from "./progress.ts";
import { withRunFlags } from "./run-flags.ts";
import {
  type OutputSettings,
  reading,
  readingOf,
  type TableSettings,
  tableCommand,
  withOutputOptions,
  withTableOptions,
} from "./settings.ts";
import { say, sayJson } from "./terminal.ts";

interface Settings extends TableSettings, OutputSettings {
  readonly score: string;
  readonly missing?: RunOptions["missing"];
  readonly categorical?: string[];
}

export function command(): Command {
  const doctor = withTableOptions(tableCommand("doctor"));
  return withOutputOptions(withRunFlags(doctor, { names: ["score", "categorical", "missing"] }))
    .addHelpText(
      "after",
      `
Examples:
  wherefore doctor table.csv
  wherefore doctor table.csv.gz --json
  wherefore doctor survey.csv --score bic-mixed

The exit code is 2 if a finding would prevent a search.`,
    )
    .action(async (path: string, settings: Settings) => {
      const progress = createProgress(settings);
      const { missing, score, categorical } = settings;
      const {
        rows,
        names,
        kinds,
        score: chosen,
        reason,
        findings,
      } = await examinedFile(path, {
        ...readingOf(settings),
        missing,
        score,
        categorical,
        onProgress: reading(progress),
        onExamining: (share) => progress.show({ stage: "doctor", doing: "examining the columns", share }),
      });
      progress.clear();
      const facts = { name: basename(path), rows, columns: names };
      if (settings.json)
        sayJson({ table: facts, kinds: kindsByName(kinds), score: chosen, reason, findings });
      else {
        const none = findings.length === 0 ? ["healthy   no problems found"] : [];
        const first = `table     ${facts.name}: ${rows} rows, ${names.length} columns`;
        say([
          first,
          ...kindLines(kinds),
          `score     ${chosen}: ${reason}`,
          ...findingLines(findings),
          ...none,
        ]);
      }
      process.exitCode = fatalError(findings) === undefined ? 0 : 2;
    });
}
