// The data doctor's examination of a file.

import { type Examined, type ExamineOptions, tableExamination } from "../../core/index.ts";
import { type ReadTableOptions, readCells } from "../files/read-table.ts";
import { drive } from "./drive.ts";

export interface ExaminedFileOptions extends ReadTableOptions, ExamineOptions {
  /** Called with the fraction of columns examined so far. */
  readonly onExamining?: (share: number) => void;
}

export async function examinedFile(path: string, options: ExaminedFileOptions): Promise<Examined> {
  const { missing, score, categorical, exclude, onExamining, ...reading } = options;
  const cells = await readCells(path, { ...reading, exclude });
  const how = { columns: reading.columns, kinds: reading.kinds, missing, score, categorical };
  return drive(tableExamination(cells, how), { onEvent: onExamining });
}
