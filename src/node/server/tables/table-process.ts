// A process that reads one table: for its preview, or for the data doctor.

import {
  type ColumnStatistics,
  type Correlations,
  columnKinds,
  columnStatistics,
  correlations,
  type Examined,
  type ExamineOptions,
  tableExamination,
  type WorkbookSheet,
} from "../../../core/index.ts";
import { type ReadTableOptions, readCells } from "../../files/read-table.ts";
import { type TableHead, tableHead } from "../../files/table-head.ts";
import { answerOrder } from "../processes.ts";

export interface TableOrder {
  readonly path: string;
  /** Whether to include a preview. */
  readonly isNew: boolean;
  readonly options: Omit<ReadTableOptions, "onProgress"> & ExamineOptions;
}

export interface TableAnswer extends Examined {
  readonly preview?: {
    readonly head: TableHead["rows"];
    readonly statistics: readonly ColumnStatistics[];
    readonly correlations: Correlations | null;
    readonly workbook?: WorkbookSheet;
  };
}

answerOrder(async ({ path, isNew, options }: TableOrder): Promise<TableAnswer> => {
  const cells = await readCells(path, options);
  const { exclude: _, ...how } = options; // excluded columns were not read
  const examined = drained(tableExamination(cells, how));
  if (!isNew) return examined;
  const { shown, temporaryIn, header, sheet, maxBytes } = options;
  const { rows: head } = await tableHead(path, { shown, temporaryIn, header, sheet, maxBytes });
  const columns = columnKinds(cells);
  const { workbook } = cells;
  const preview = {
    head,
    statistics: columnStatistics(columns),
    correlations: correlations(columns),
    ...(workbook && { workbook }),
  };
  return { ...examined, preview };
});

/** Runs the generator to its end without pausing: this process has nothing else to do. */
function drained<T>(work: Generator<unknown, T, void>): T {
  for (;;) {
    const { value, done } = work.next();
    if (done) return value;
  }
}
