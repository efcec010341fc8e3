// Stage 2, examine: the data doctor's findings. A fatal finding ends the run here.

import type { LoadedTable } from "../../data/columns.ts";
import { examination, examine as examineTable, type Finding, fatalError } from "../../data/doctor/doctor.ts";
import { withoutOutliers } from "../../data/outliers.ts";
import { summedTable, type Table } from "../../data/table.ts";
import { progressOf, type StopReason } from "../problem.ts";
import type { RunEvent } from "../result.ts";
import { runFindings } from "../run-findings.ts";
import { observedIn, shapedFor } from "../table-for.ts";
import type { Read } from "./read.ts";

export interface Examined extends Read {
  readonly findings: readonly Finding[];
}

/** A stop requested during this stage takes effect in the search. */
export function* examine(read: Read): Generator<RunEvent, Examined, StopReason | undefined> {
  const { input, spec, pulse } = read;
  const summed = yield* withProgress(summedTable(read.table), (done) => 0.4 * done);
  const table = examinedRows({ ...read, table: summed });
  const { observed } = observedIn(input.table, spec, input.userScore !== undefined);
  const results = yield* withProgress(examination(table, { ...table, observed }), (done) => 0.4 + 0.6 * done);
  const findings = runFindings(withFatal(results, table, spec.dropOutliers), {
    ...{ table: input.table, used: table, spec, isOwn: input.userScore !== undefined },
  });
  for (const finding of findings) yield { type: "finding", finding };
  const fatal = fatalError(findings);
  if (fatal !== undefined) throw fatal;
  return { ...read, table: summed, findings };

  function* withProgress<T>(steps: Generator<number, T, void>, at: (done: number) => number) {
    for (;;) {
      const { value, done } = steps.next();
      if (done) return value;
      pulse.wish(yield progressOf("doctor", "examining the columns", at(value)));
    }
  }
}

/** The table to examine: where gaps were imputed, the original columns with their gaps. */
function examinedRows({ input, table, spec }: Read): LoadedTable {
  return spec.missing === "impute" ? shapedFor(input.table, spec, input.userScore !== undefined) : table;
}

/** The findings; if none is fatal, also the fatal ones for the rows that remain without outliers. */
function withFatal(findings: Finding[], table: Table, dropOutliers: number | undefined): Finding[] {
  const isFatal = ({ severity }: Finding) => severity === "fatal";
  if (dropOutliers === undefined || findings.some(isFatal)) return findings;
  return [...findings, ...examineTable(withoutOutliers(table, dropOutliers).table).filter(isFatal)];
}
