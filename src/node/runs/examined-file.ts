// What the data doctor says of a file.

import { type Examined, type ExamineOptions, tableExamination } from "../../core/index.ts";
import { type ReadTableOptions, readCells } from "../files/read-table.ts";
import { drive } from "./drive.ts";

export interface ExaminedFileOptions
  extends Omit<ReadTableOptions, "categorical" | "missing" | "columns">,
    ExamineOptions {
  /** Called with the share of the columns that are examined. */
  readonly onExamining?: (share: number) => void;
}

export async function examinedFile(path: string, options: ExaminedFileOptions): Promise<Examined> {
  const { missing, score, columns, categorical, onExamining, ...reading } = options;
  const examination = await tableExamination((how) => readCells(path, { ...reading, ...how }), {
    missing,
    score,
    columns,
    categorical,
  });
  return drive(examination, { onEvent: onExamining });
}
