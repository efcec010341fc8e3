// What the data doctor says of a file.

import {
  categoriesFor,
  cellsExamination,
  type Examined,
  type ExamineOptions,
  runSpec,
  soundColumns,
} from "../../core/index.ts";
import { type ReadTableOptions, readCells } from "../files/read-table.ts";
import { drive } from "./drive.ts";

export interface ExaminedFileOptions
  extends Omit<ReadTableOptions, "categorical" | "missing">,
    ExamineOptions {
  /** Called with the share of the columns that are examined. */
  readonly onExamining?: (share: number) => void;
}

export async function examinedFile(path: string, options: ExaminedFileOptions): Promise<Examined> {
  const { missing, score, categorical: named, onExamining, ...reading } = options;
  runSpec({ score, categorical: named && [...named] }); // a name that is none is refused before the file is read
  const categorical = categoriesFor([score], named);
  const cells = await readCells(path, { ...reading, categorical });
  const asked = { missing, score, categorical: named };
  const columns = soundColumns(cells, asked);
  const isWhole = columns.length === cells.names.length;
  const sound = isWhole
    ? cells
    : columns.length < 2
      ? null
      : await readCells(path, { ...reading, categorical, columns });
  return drive(cellsExamination(cells, sound, asked), { onEvent: onExamining });
}
